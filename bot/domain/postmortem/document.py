"""From Markdown, wiki markup, HTML, chat exports or plain text to the pieces of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import frontmatter
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.domain.postmortem.columns_form import with_bars
from bot.domain.postmortem.command_blocks import with_commands_inside
from bot.domain.postmortem.csv_form import read_csv
from bot.domain.postmortem.data_form import read_data
from bot.domain.postmortem.html import is_html, units_of_html
from bot.domain.postmortem.lines import clean, row_of, split_lines
from bot.domain.postmortem.newest_first import in_order
from bot.domain.postmortem.plain_form import plain_lines
from bot.domain.postmortem.sections import label_of
from bot.domain.postmortem.unit import Document, Unit, UnitKind

_WIKI = re.compile(r"^(?:h[1-6]\. |\|\||\{(?:panel|code|noformat|quote|info|warning|toc)\b)", re.M)
_WIKI_HEADING = re.compile(r"^h[1-6]\. ", re.M)
_MARK_HEADING = re.compile(r"^#{1,6} \S.*\n\s*\n", re.M)
"""A line of Markdown in a document that else uses wiki tables: "#" is no list then."""
_BOLD = re.compile(r"(\*\*|__|\*|_)[^*_|]{1,40}\1$")
_LONGEST = 200_000
"""Characters that are read; a review is a few pages."""

_LONGEST_LINE = 8_000


def read_document(text: str, name: str = "") -> Document:
    """The pieces of a document.

    Args:
        text: The whole document; what is beyond 200,000 characters is left out.
        name: Of the file, for its title.
    """
    text = text[:_LONGEST].replace("\r\n", "\n").replace("\r", "\n").replace("\x00", " ")
    text = "\n".join(line[:_LONGEST_LINE] for line in text.split("\n"))
    for reader in (read_csv, read_data):
        data = reader(text, name)
        if data is not None:
            return data
    fields, body = _front_matter(text)
    if is_html(body):
        return Document(units_of_html(body), fields, name)
    body = with_commands_inside(body)
    body = re.sub(r"\{\{(.{1,300}?)\}\}|\{code\}([^\n{}]{1,300})\{code\}", _as_code, body)
    if _WIKI.search(body):
        listed = _WIKI_HEADING.search(body) is not None or not _MARK_HEADING.search(body)
        body = "\n".join(_wiki_line(line, listed=listed) for line in body.split("\n"))
    body = "\n".join(plain_lines(with_bars(body.split("\n"))))
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    units = list(_Walker().units(tokens))
    if units and _is_headline(units):
        units[0] = replace(units[0], kind=UnitKind.HEADING, level=1)
    return Document(in_order(units), fields, name)


def _as_code(found: re.Match[str]) -> str:
    return f"`{found[1] or found[2]}`"


def _is_headline(units: list[Unit]) -> bool:
    """Whether a text without headings begins with a line that is one."""
    first, rest = units[0], units[1:2]
    alone = bool(rest) and rest[0].group != first.group
    is_line = first.kind is UnitKind.TEXT and len(first.text.split()) <= 14
    return is_line and alone and label_of(first.text) is None


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    """The fields, and the text with blank lines in place of the front matter."""
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
        str(key).lower(): ", ".join(map(str, value)) if isinstance(value, list) else value
        for key, value in metadata.items()
        if isinstance(value, str | list)
    }
    return fields, "\n" * head.count("\n") + text[len(head) :]


def _wiki_line(line: str, *, listed: bool) -> str:
    """A line of Confluence or Jira markup as Markdown; one line stays one line.

    Args:
        line: The line.
        listed: Whether "#" begins an item of a list; else it is a heading.
    """
    line = re.sub(r"^#+ ", "1. ", line) if listed else line
    line = re.sub(r"^h([1-6])\. ", lambda found: "#" * int(found[1]) + " ", line)
    line = re.sub(r"^\*+ ", "- ", line)
    return re.sub(
        r"\{(?:panel|info|warning|note|tip|quote|code|noformat|color|toc|expand)[^}\n]{0,200}\}",
        "",
        line,
    )


class _Walker:
    """Goes through the tokens of a Markdown document and hands out its pieces."""

    def __init__(self) -> None:
        self._group = 0
        self._in_item = 0
        self._heading = 0
        self._in_table = False
        self._header: tuple[str, ...] = ()
        self._cells: list[str] = []
        self._row_line = 0
        self._rows = 0

    def units(self, tokens: list[Token]) -> Iterator[Unit]:
        """The pieces, in order."""
        for token in tokens:
            if token.type.startswith(("table", "thead", "tr_")):
                yield from self._table(token)
            elif token.type == "inline":
                yield from self._inline(token)
            elif token.type in {"fence", "code_block", "html_block"}:
                self._group += 1
                first = _line_of(token) + (1 if token.type == "fence" else 0)
                lines = token.content.rstrip("\n").split("\n")
                yield from split_lines(lines, first, is_item=False, group=self._group)
            else:
                self._enter(token)

    def _enter(self, token: Token) -> None:
        if token.type in {"list_item_open", "list_item_close"}:
            self._in_item += token.nesting
        elif token.type in {"bullet_list_open", "ordered_list_open", "paragraph_open"}:
            self._group += 0 if self._in_item else 1
        elif token.type == "heading_open":
            self._heading = int(token.tag[1])

    def _table(self, token: Token) -> Iterator[Unit]:
        if token.type == "table_open":
            self._group, self._header, self._in_table = self._group + 1, (), True
            self._rows = 0
        elif token.type == "table_close":
            self._in_table = False
        elif token.type == "tr_open":
            self._cells, self._row_line = [], _line_of(token)
        elif token.type == "thead_close":
            self._header, self._cells = tuple(clean(cell).lower() for cell in self._cells), []
        elif token.type == "tr_close" and token.level > 1 and self._header:
            if self._is_second_header():
                yield from self._headline(self._row_line)
                return
            header = self._header if any(self._header) else ()
            self._rows += 1
            yield row_of(self._cells, header, self._row_line, self._group)

    def _is_second_header(self) -> bool:
        """Whether the first row under the head names the columns, in bold."""
        bold = [_BOLD.match(cell.strip()) for cell in self._cells if cell.strip()]
        return not self._rows and len(bold) > 1 and all(bold)

    def _headline(self, line: int) -> Iterator[Unit]:
        """What stood in the head, as a line of text; the row becomes the head."""
        text = " | ".join(cell for cell in self._header if cell)
        self._header = tuple(clean(cell).lower() for cell in self._cells)
        if text:
            yield Unit(UnitKind.TEXT, text, (0,), (max(1, line - 2),), group=self._group)

    def _inline(self, token: Token) -> Iterator[Unit]:
        if self._in_table:
            self._cells.append(token.content)
        elif self._heading:
            text, line = clean(token.content), _line_of(token)
            yield Unit(UnitKind.HEADING, text, (0,), (line,), level=self._heading)
            self._heading = 0
        else:
            lines = token.content.split("\n")
            in_item = bool(self._in_item)
            yield from split_lines(lines, _line_of(token), is_item=in_item, group=self._group)


def _line_of(token: Token) -> int:
    """The first line of a token, counted from 1."""
    return (token.map or [0, 0])[0] + 1
