"""A `rich_text` block as text: what agents and people write in Slack's own editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def rich_text_lines(block: Mapping[str, Any]) -> Iterator[str]:
    """The block's lines. A quote keeps its `>`, code its fences, a list its bullets.

    They are kept because they say how a line stands: quoted words are not the writer's own.
    """
    for section in _items(block.get("elements")):
        yield from _section_lines(section)


def _section_lines(section: Mapping[str, Any]) -> Iterator[str]:
    kind = section.get("type")
    if kind == "rich_text_list":
        bullet = "•" if section.get("style") != "ordered" else None
        for number, item in enumerate(_items(section.get("elements")), _first_number(section)):
            lead = bullet or f"{number}."
            yield from _lines(f"{lead} {_inline(item)}")
    elif kind == "rich_text_quote":
        yield from (f"> {line}" for line in _lines(_inline(section)))
    elif kind == "rich_text_preformatted":
        yield from ("```", *_lines(_inline(section)), "```")
    else:
        yield from _lines(_inline(section))


def _first_number(section: Mapping[str, Any]) -> int:
    offset = section.get("offset")
    return 1 + offset if isinstance(offset, int) else 1


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _inline(section: Mapping[str, Any]) -> str:
    return "".join(_element_text(element) for element in _items(section.get("elements")))


def _element_text(element: Mapping[str, Any]) -> str:
    kind = element.get("type")
    if kind == "text":
        return _styled(_string(element, "text"), element.get("style"))
    if kind == "link":
        return _string(element, "text") or _string(element, "url")
    if kind == "emoji":
        return f":{_string(element, 'name')}:"
    if kind == "user":
        return f"@{_string(element, 'user_id')}"
    if kind == "usergroup":
        return f"@{_string(element, 'usergroup_id')}"
    if kind == "channel":
        return f"#{_string(element, 'channel_id')}"
    if kind == "broadcast":
        return f"@{_string(element, 'range')}"
    if kind == "date":
        return _string(element, "fallback")
    # Slack nests inline elements no further; a kind that is not known yet may carry text.
    return _string(element, "text")


def _styled(text: str, style: object) -> str:
    """Code and strike-through change what a text says; bold and italic do not."""
    if not text.strip() or not isinstance(style, Mapping):
        return text
    if style.get("code") is True:
        text = f"`{text}`"
    return f"~{text}~" if style.get("strike") is True else text


def _string(element: Mapping[str, Any], key: str) -> str:
    value = element.get(key)
    return value if isinstance(value, str) else ""


def _items(value: object) -> Sequence[Mapping[str, Any]]:
    if not isinstance(value, list):
        return ()
    return [item for item in value if isinstance(item, Mapping)]
