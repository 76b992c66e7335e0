"""The words of a message: from `text`, blocks and attachments, each once.

Slack shows the blocks of a message and keeps `text` as their fallback, so the same words usually
come twice; a careless agent says one thing in `text` and another in its blocks. So every line is
taken, and left out only where the very same lines came already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.slack.parsing.mrkdwn import plain_text
from bot.slack.parsing.rich_text import rich_text_lines
from bot.slack.parsing.unfurls import is_from_app, written_attachments

_DEEPEST = 20
_IGNORED = re.compile(r"[\s*_~`•◦]+|^\d+\.\s")
_TEXT_KEYS = ("text", "title", "subtitle", "description", "label", "body", "caption")
_CHILD_KEYS = ("text", "fields", "elements", "accessory", "title", "rows", "tasks", "cards")
_CHILD_KEYS_TOO = ("subtitle", "body", "blocks", "child_blocks", "label", "details", "output")
# Buttons and inputs are read nowhere: they name what people may choose, not what the agent does.
_SILENT = frozenset({"divider", "actions", "input", "file", "context_actions"})


def text_of(message: Mapping[str, Any], *, as_posted: bool = False) -> str:
    """The whole text of a message as the reader takes it.

    Args:
        message: An event of type `message`, the `message` within one, or a message of the Web API.
        as_posted: It is the event of its post. Slack unfurls links later: an app wrote all of it.

    Returns:
        Lines in the order `text`, blocks, attachments; "" when there are no words at all.
    """
    said = _lines(plain_text(_string(message, "text")))
    drawn = [line for block in _items(message.get("blocks")) for line in _block_lines(block)]
    if drawn and _bare(said) == _bare(drawn):
        # The same words: the version that kept its line breaks says more about how they stand.
        kept = said if len(said) >= len(drawn) else drawn
    else:
        kept = _with_new(said, drawn)
    said_by_it = as_posted and is_from_app(message)
    attachments = _items(message.get("attachments")) if said_by_it else written_attachments(message)
    for attachment in attachments:
        kept = _with_new(kept, list(_attachment_lines(attachment)))
    return "\n".join(kept).strip()


def _with_new(kept: list[str], lines: list[str]) -> list[str]:
    """`kept` followed by those of `lines` that did not come yet."""
    if not kept:
        return lines
    known = {_bare([line]) for line in kept}
    if all(_bare([line]) in known for line in lines if _bare([line])):
        return kept
    return [*kept, *(line for line in lines if not _bare([line]) or _bare([line]) not in known)]


def _bare(lines: list[str]) -> str:
    return "".join(_IGNORED.sub("", line) for line in lines)


def _block_lines(block: Mapping[str, Any], depth: int = 0) -> Iterator[str]:
    """Lines of any block; of kinds that are not known yet, every text object in them."""
    kind = _string(block, "type")
    if kind in _SILENT or depth > _DEEPEST:
        return
    if kind == "image":
        title = block.get("title")
        yield from _lines(_object_text(title)) if isinstance(title, Mapping) else ()
    elif kind == "rich_text":
        yield from rich_text_lines(block)
    elif kind == "table":
        yield from _table_lines(block)
    elif kind == "markdown":
        yield from _lines(_string(block, "text"))
    else:
        yield from _generic_lines(block, depth)


def _generic_lines(node: Mapping[str, Any], depth: int) -> Iterator[str]:
    kind = _string(node, "type")
    if kind in ("mrkdwn", "plain_text", "raw_text"):
        yield from _lines(_object_text(node))
        return
    if kind in ("button", "image") or depth > _DEEPEST:
        return
    for key in (*_CHILD_KEYS, *_CHILD_KEYS_TOO):
        value = node.get(key)
        if isinstance(value, str) and key in _TEXT_KEYS:
            yield from _lines(plain_text(value))
        for child in _items(value if isinstance(value, list) else [value]):
            yield from _block_lines(child, depth + 1)


def _object_text(node: Mapping[str, Any]) -> str:
    text = _string(node, "text")
    # Only mrkdwn is parsed by Slack; in the others `&lt;` and `<…>` arrive as escapes of what
    # was written, so unescaping is right for all, and a link cannot occur unescaped.
    return plain_text(text)


def _table_lines(block: Mapping[str, Any]) -> Iterator[str]:
    rows = block.get("rows")
    for row in rows if isinstance(rows, list) else ():
        cells = (" ".join(_block_lines(cell)) for cell in _items(row))
        yield " | ".join(cells)


def _attachment_lines(attachment: Mapping[str, Any]) -> Iterator[str]:
    """Lines of an attachment."""
    found = False
    for key in ("pretext", "author_name", "title", "text"):
        for line in _lines(plain_text(_string(attachment, key))):
            found = True
            yield line
    for field in _items(attachment.get("fields")):
        found = True
        parts = (plain_text(_string(field, key)) for key in ("title", "value"))
        yield from _lines(": ".join(part for part in parts if part))
    for block in _items(attachment.get("blocks")):
        for line in _block_lines(block):
            found = True
            yield line
    if not found:
        yield from _lines(plain_text(_string(attachment, "fallback")))
    yield from _lines(plain_text(_string(attachment, "footer")))


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _string(node: Mapping[str, Any], key: str) -> str:
    value = node.get(key)
    return value if isinstance(value, str) else ""


def _items(value: object) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []
