"""Values taken away again: the way back from what an entry warns of."""

from __future__ import annotations

import re

from bot.domain.reading import Frame, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

_GIVING = frozenset({"set", "add", "enable", "lower", "raise", "pin", "create"})
_NOTHING = re.compile(r"""[\w"'\])]\s*[=:]\s*["']?(?:null|none|never|unset|nil)\b""", re.I)
_MINUS_ONE = re.compile(r"(?:[=:]\s*[\"']?|--[\w-]{2,40}\s+)-1(?![\d.])")
_NOTHING_MEANT = re.compile(
    r"\b(?:null|none|never|no|nothing|unset|off|empty|without|infinite|unlimited)\b", re.I
)
_GOING_TO = frozenset({"set", "switch", "enable", "move", "change", "reroute", "pin", "migrate"})


def takes_value_away(entry: EntryReading, frame: Frame) -> bool:
    """Whether it sets to nothing what the entry sets: `expiration_days = NULL`."""
    if frame.source is Source.PROSE or not set(entry.kinds) & _GIVING:
        return False
    text = frame.planned.text[:4000]
    nothing = _NOTHING.search(text) or _MINUS_ONE.search(text)
    return nothing is not None and not _NOTHING_MEANT.search(entry.entry.action)


def leaves_what_is_meant(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    """Whether it goes away from the very thing that the entry goes to: "from spot to on-demand"."""
    change = frame.change
    if change is None or not change.before or not change.after:
        return False
    said = f"from {change.before.lower()}" in frame.planned.text.lower()
    if frame.source is Source.PROSE and not said:
        return False
    if not set(entry.kinds) & _GOING_TO or " from " in f" {entry.entry.action.lower()} ":
        return False
    old, new = (
        {lexicon.things.concept(p) for p in pieces_of(value)} - entry.own
        for value in (change.before, change.after)
    )
    named = set(entry.terms) - lexicon.things.common
    return bool(old & named) and not new & named


__all__ = ["leaves_what_is_meant", "takes_value_away"]
