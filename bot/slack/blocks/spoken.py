"""Blocks as one text: the fallback that a screen reader, a notification and a watch read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.slack.blocks.rich import Block, Element
from bot.slack.blocks.text import escaped

_LONGEST = 3900
"""Bytes: `chat.update` refuses texts of more than 4,000."""
_OPEN_END = re.compile(r"(<[^<>]*|&[a-z]{0,3})$")


def spoken(blocks: Iterable[Block]) -> str:
    """Everything the blocks say, without the buttons; escaped as a message's `text` must be."""
    lines = [line for block in blocks for line in _lines(block) if line.strip()]
    return _fit("\n".join(lines)) or "negmem"


def _fit(text: str) -> str:
    """`text` in the bytes that Slack takes, without half a link or half an escape at its end."""
    raw = text.encode("utf-8", "replace")
    if len(raw) <= _LONGEST:
        return text
    kept = raw[: _LONGEST - 3].decode("utf-8", "ignore")
    return _OPEN_END.sub("", kept).rstrip() + "…"


def _lines(block: Block) -> Iterator[str]:
    kind = block["type"]
    if kind == "rich_text":
        for section in block["elements"]:
            yield from _section(section)
    elif kind == "context":
        yield from (element["text"] for element in block["elements"] if "text" in element)
    elif kind == "header":
        yield escaped(block["text"]["text"])
    elif kind == "image":
        yield escaped(block["alt_text"])


def _section(section: Element) -> Iterator[str]:
    if section["type"] == "rich_text_list":
        for item in section["elements"]:
            yield f"• {_inline(item)}"
    else:
        yield _inline(section)


def _inline(section: Element) -> str:
    return "".join(_word(element) for element in section["elements"])


def _word(element: Element) -> str:
    kind = element["type"]
    if kind == "text":
        return escaped(element["text"])
    if kind == "link":
        return f"<{_address(element['url'])}|{escaped(element['text'])}>"
    if kind == "user":
        return f"<@{element['user_id']}>"
    if kind == "channel":
        return f"<#{element['channel_id']}>"
    if kind == "usergroup":
        return f"<!subteam^{element['usergroup_id']}>"
    address = f"^{_address(element['url'])}" if "url" in element else ""
    return f"<!date^{element['timestamp']}^{element['format']}{address}|{element['fallback']}>"


def _address(url: str) -> str:
    """The address with whatever could end the link sequence encoded."""
    for sign, code in (("&", "&amp;"), ("<", "%3C"), (">", "%3E"), ("|", "%7C"), ("^", "%5E")):
        url = url.replace(sign, code)
    return url
