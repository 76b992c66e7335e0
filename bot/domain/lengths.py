"""How long a text is where it is shown: Slack counts UTF-16 code units, so an emoji is two."""

from __future__ import annotations

_ELLIPSIS = "…"


def units(text: str) -> int:
    """Length as Slack counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, limit: int) -> str:
    """`text` in at most `limit` UTF-16 units, ending in "…" where something was left out."""
    if units(text) <= limit:
        return text
    kept: list[str] = []
    room = limit - 1
    for letter in text:
        room -= 2 if ord(letter) > 0xFFFF else 1
        if room < 0:
            break
        kept.append(letter)
    return "".join(kept).rstrip() + _ELLIPSIS
