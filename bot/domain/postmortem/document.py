"""From Markdown, wiki markup, HTML, chat exports or plain text to the pieces of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import frontmatter
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.domain.postmortem.html import is_html, units_of_html
from bot.domain.postmortem.lines import clean, row_of, split_lines
from bot.domain.postmortem.unit import Document, Unit, UnitKind

_WIKI = re.compile(r"^(?:h[1-6]\. |\|\||\{(?:panel|code|noformat|quote|info|warning|toc)\b)", re.M)
_LONGEST = 400_000
"""Characters that are read; a review is a few pages."""


def read_document(text: str, name: str = "") -> Document:
    """The pieces of a document.

    Args:
        text: The whole document; what is beyond 400,000 characters is left out.
        name: Of the file, for its title.
    """
    text = text[:_LONGEST].replace("\r\n", "\n").replace("\r", "\n").replace("\x00", " ")
    fields, body = _front_matter(text)
    if is_html(body):
        return Document(units_of_html(body), fields, name)
    body = re.sub(r"\{\{(.{1,300}?)\}\}", r"`\1`", body)
    if _WIKI.search(body):
        body = "\n".join(_wiki_line(line) for line in body.split("\n"))
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    units = list(_units(tokens))
    if units and _is_headline(units):
        units[0] = replace(units[0], kind=UnitKind.HEADING, level=1)
    return Document(tuple(units), fields, name)


def _is_headline(units: list[Unit]) -> bool:
    """Whether a text without headings begins with a line that is one."""
    first, rest = units[0], units[1:2]
    alone = bool(rest) and rest[0].group != first.group
    return first.kind is UnitKind.TEXT and alone and len(first.text.split()) <= 14


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    """The fields, and the text with the front matter blanked out, so that lines keep their number."""
    if not text.startswith("---\n"):
        return {}, text
    end = re.search(r"^(?:---|\.\.\.)\s*$", text[4:], re.M)
    if end is None:
        return {}, text
    head = text[: 4 + end.end()]
    try:
        metadata = frontmatter.loads(head + "\n").metadata
    except (yaml.YAMLError, ValueError):
        return {}, text  # a rule and some text, not front matter
    fields = {
        str(key).lower(): str(value) for key, value in metadata.items() if isinstance(value, str)
    }
    return fields, "\n" * head.count("\n") + text[len(head) :]


def _wiki_line(line: str) -> str:
    """A line of Confluence or Jira markup as Markdown; one line stays one line."""
    line = re.sub(r"^h([1-6])\. ", lambda found: "#" * int(found[1]) + " ", line)
    line = re.sub(r"^#+ ", "1. ", line) if not re.match(r"^#{1,6} ", line) else line
    line = re.sub(r"^\*+ ", "- ", line)
    return re.sub(
        r"\{(?:panel|info|warning|note|tip|quote|code|noformat|color|toc|expand)[^}\n]{0,200}\}",
        "",
        line,
    )


def _units(tokens: list[Token]) -> Iterator[Unit]:
    group, in_item = 0, 0
    header: tuple[str, ...] = ()
    cells: list[str] = []
    row_line = 0
    heading = 0
    for token in tokens:
        if token.type in {"list_item_open", "list_item_close"}:
            in_item += token.nesting
        elif token.type in {"bullet_list_open", "ordered_list_open", "paragraph_open"}:
            group += 1 if not in_item else 0
        elif token.type == "heading_open":
            heading = int(token.tag[1])
        elif token.type == "table_open":
            group, header = group + 1, ()
        elif token.type == "tr_open":
            cells, row_line = [], (token.map or [0])[0] + 1
        elif token.type == "thead_close":
            header, cells = tuple(clean(cell).lower() for cell in cells), []
        elif (
            token.type == "tr_close" and cells and header != tuple(clean(c).lower() for c in cells)
        ):
            yield row_of(cells, header if any(header) else (), row_line, group)
        elif token.type == "inline":
            first = (token.map or [0, 0])[0] + 1
            if _in_table(token, tokens):
                cells.append(token.content)
            elif heading:
                yield Unit(UnitKind.HEADING, clean(token.content), (0,), (first,), level=heading)
                heading = 0
            else:
                yield from split_lines(token.content.split("\n"), first, bool(in_item), group)
        elif token.type in {"fence", "code_block", "html_block"}:
            group += 1
            first = (token.map or [0, 0])[0] + (2 if token.type == "fence" else 1)
            yield from split_lines(token.content.rstrip("\n").split("\n"), first, False, group)


def _in_table(token: Token, tokens: list[Token]) -> bool:
    return token.level > 0 and tokens[tokens.index(token) - 1].type in {"th_open", "td_open"}
