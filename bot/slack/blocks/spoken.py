"""Blocks as one text: the fallback that a screen reader, a notification and a watch read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.slack.blocks.rich import Block, Element
from bot.slack.blocks.text import cut, escaped

_LONGEST = 3500


def spoken(blocks: Iterable[Block]) -> str:
    """Everything the blocks say, without the buttons; escaped as a message's `text` must be."""
    lines = [line for block in blocks for line in _lines(block) if line.strip()]
    return cut("\n".join(lines), _LONGEST) or "negmem"


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
    return f"<!date^{element['timestamp']}^{element['format']}|{element['fallback']}>"


def _address(url: str) -> str:
    """The address with whatever could end the link sequence encoded."""
    for sign, code in (("&", "&amp;"), ("<", "%3C"), (">", "%3E"), ("|", "%7C")):
        url = url.replace(sign, code)
    return url
