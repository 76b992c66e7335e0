"""What Slack's client does to a text that a person types, before an app sees it."""

import re
from collections.abc import Callable
from typing import Any

# Host names are linked by their last label; these are the ones that turn up in on-call talk.
_HOST_ENDS = "com|net|org|io|dev|app|cloud|co|ai|sh|py|md|rs|prod"
_TOKEN = re.compile(
    r"(?P<mention><@[UW][A-Z0-9]+>)"
    r"|(?P<channel><#[CG][A-Z0-9]+(?:\|[^>]*)?>)"
    r"|(?P<url>https?://[^\s<>|]+[^\s<>|.,;:!?)\]}'\"])"
    rf"|(?P<host>(?<![\w@./-])(?:[a-z0-9-]{{1,63}}\.){{1,8}}(?:{_HOST_ENDS})(?![\w-]|\.\w))"
    r"|(?P<handle>(?<![\w@.])@[a-z0-9][a-z0-9._-]*)"
    r"|(?P<room>(?<![\w#&])#[a-z0-9][a-z0-9_-]*)"
    r"|(?P<emoji>:[a-z0-9_+'-]+:)"
)
_BROADCASTS = ("here", "channel", "everyone")

Element = dict[str, Any]
Names = Callable[[str], tuple[str, str] | None]


def escape(text: str) -> str:
    """Return text with the three characters escaped that Slack escapes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def typed_text(text: str, names: Names) -> tuple[str, list[Element]]:
    """Turn what a person typed into what Slack stores.

    Args:
        text: The text as typed.
        names: Looks up `@handle`, `#channel`, `<@U…>` and `<#C…>`: a pair of the kind (`user`,
            `usergroup`, `channel`) and the id, with a channel's name after a bar; None when
            there is nothing of that name.

    Returns:
        The escaped text with links and mentions resolved, and the `rich_text` block that
        Slack's composer makes of it (empty for an empty text).
    """
    pieces: list[str] = []
    elements: list[Element] = []
    position = 0
    for match in _TOKEN.finditer(text):
        piece, element = _token(match, names)
        if element is None:
            continue
        _plain(text[position : match.start()], pieces, elements)
        pieces.append(piece)
        elements.append(element)
        position = match.end()
    _plain(text[position:], pieces, elements)
    return "".join(pieces), rich_text(elements)


def rich_text(elements: list[Element]) -> list[Element]:
    """Return the blocks of a message whose content is these rich text elements."""
    if not elements:
        return []
    section = {"type": "rich_text_section", "elements": elements}
    return [{"type": "rich_text", "elements": [section]}]


def _plain(text: str, pieces: list[str], elements: list[Element]) -> None:
    if text:
        pieces.append(escape(text))
        elements.append({"type": "text", "text": text})


def _token(match: re.Match[str], names: Names) -> tuple[str, Element | None]:
    kind, text = match.lastgroup, match.group()
    if kind == "url":
        return f"<{escape(text)}>", {"type": "link", "url": text}
    if kind == "host":
        url = f"http://{text}"
        return f"<{url}|{text}>", {"type": "link", "url": url, "text": text}
    if kind == "emoji":
        return text, {"type": "emoji", "name": text.strip(":")}
    if kind == "handle" and text[1:] in _BROADCASTS:
        return f"<!{text[1:]}>", {"type": "broadcast", "range": text[1:]}
    return _named(text, names)


def _named(text: str, names: Names) -> tuple[str, Element | None]:
    found = names(text.split("|")[0].rstrip(">") + ">" if text.startswith("<") else text)
    if found is None:
        return text, None
    kind, identifier = found
    if kind == "user":
        return f"<@{identifier}>", {"type": "user", "user_id": identifier}
    if kind == "usergroup":
        return f"<!subteam^{identifier}>", {"type": "usergroup", "usergroup_id": identifier}
    return f"<#{identifier}>", {"type": "channel", "channel_id": identifier.split("|")[0]}
