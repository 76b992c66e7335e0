"""Circumstances that an entry makes part of its action, and announcements that rule them out.

"Upgrade the pool while the market is open" is not repeated by "… on Saturday, market closed".
"""

from __future__ import annotations

import re
from datetime import time
from functools import lru_cache

from bot.domain.entry import WEEKDAYS, Window
from bot.domain.reading import Frame, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.prose.tone import has_phrase

_OPENS = re.compile(
    r"\b(while|during|when|as long as|whilst|in the middle of|in the|at|with|before|without)\b",
    re.I,
)
_WORD = re.compile(r"[a-z][a-z-]{2,}")
_NEGATED = re.compile(
    r"\b(?:no(?: other| one| more| longer)?|nobody|none|not|isn't|aren't|nothing|without|neither|"
    r"empty of|free of|zero|0)\b((?:\s+[\w'-]+){1,5})",
    re.I,
)
_DONE = re.compile(
    r"\b(?:after|once|as soon as|now that|outside(?: of)?)\b((?:\s+[\w'-]+){1,8})|"
    r"((?:[\w'.-]+\s+){1,5})(?:is|are|has|have|was|were)?\s*(?:been\s+|all\s+)?"
    r"(?:(?:at\s+)?100\s?(?:%|percent)|(?:verified|checked|confirmed|caught up|in sync|up to date|"
    r"ready|done|finished|completed?|through|over|closed|drained|idle|gone|stopped|paused|empty|"
    r"green|ended|passed|docked|parked|offline|locked|read-only)\b)",
    re.I,
)
_NOTHING = frozenset({"zero", "0", "empty", "nothing", "none", "without"})
_CONDITIONS = frozenset(
    {"while", "during", "when", "as long as", "whilst", "in the middle of", "in the"}
)
_WORKDAYS, _DAWN, _DUSK = frozenset(WEEKDAYS[:5]), time(5), time(22)
_LONGEST_CLAUSE = 400
_ASIDE = re.compile(
    r"[,;:(]|\b(?:because|since|as|after|before|until|which|that|so|weil|seit|da|porque|desde|parce|"
    r"depuis)\b"
)
_AT_ONCE = re.compile(
    r"\b(?:now|right away|immediately|at once|jetzt|sofort|ahora|maintenant|agora)\b"
)
_BUSY_TIMES = ("during peak", "at peak", "peak hours", "business hours", "office hours")
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?")
_AT_NIGHT = re.compile(
    r"\b(?:at|around|by|um|gegen|à|às|a las)\s+(?:0?[0-4]|2[2-3])[:.h][0-5]\d(?![\d:])"
)
_NIGHT = re.compile(r"(?<![\d:.-])(?:0?[0-5]|2[2-3]):[0-5]\d(?![\d:])")
_EMPTY_WORDS = frozenset(
    {"another", "other", "still", "the", "one", "any", "some", "have", "has", "been", "being",
     "with", "without", "first", "same", "time", "there", "this", "that", "was", "are", "its",
     "hand", "bulk", "place", "once", "all", "new", "old", "live", "prod", "production", "full",
     "single", "step", "mode", "need", "longer", "more"}
)  # fmt: skip


@lru_cache(maxsize=4096)
def _circumstances(action: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """(the word that opens it, stems of its words) for each circumstance in an action."""
    found = []
    opened = list(_OPENS.finditer(action))
    for number, match in enumerate(opened):
        end = opened[number + 1].start() if number + 1 < len(opened) else len(action)
        words = _WORD.findall(action[match.end() : end].lower())
        stems = frozenset(stem(w) for w in words if w not in _EMPTY_WORDS)
        if stems:
            found.append((match[1].lower(), stems))
    return tuple(found)


def ruled_out_circumstance(entry: EntryReading, text: str, lexicon: Lexicon) -> str:
    """What in the text says that a circumstance of the entry does not hold, or "".

    Args:
        entry: The entry.
        text: The clean text of the announcement.
        lexicon: Whose `off_hours` are the words for a quiet time.
    """
    action = entry.entry.action
    low = text[:4000].lower()
    for opener, stems in _circumstances(action):
        if opener in _CONDITIONS:
            own = stems - {stem(p) for key in entry.keys for p in key}
            said = _said(_NEGATED, low, own) or _said(_DONE, low, own)
            if said and not {said.split()[0]} & _NOTHING & set(action.lower().split()):
                return said
            if stems & _busy(lexicon.language["busy_words"]) and (said := _quiet(low, lexicon)):
                return said
        if opener == "before" and (said := _said(_DONE, low, stems)):
            return said
    return ""


def keeps_out_of_hours(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> str:
    """What says that the action itself happens outside of the entry's working hours, or "".

    Only prose plans for later; and only what is said of the action counts, not when an alert
    fired or since when something fails.
    """
    windows = entry.entry.scope.windows
    if (
        frame.source is not Source.PROSE
        or not windows
        or not all(map(_is_of_working_hours, windows))
    ):
        return ""
    own = _ASIDE.split(frame.planned.text[:_LONGEST_CLAUSE].lower(), maxsplit=1)[0]
    if _AT_ONCE.search(own) or has_phrase(own, _BUSY_TIMES):
        return ""
    if night := _AT_NIGHT.search(own):
        return night[0]
    own = _CLOCK.sub(" ", own)
    return _quiet(own, lexicon)


def _is_of_working_hours(window: Window) -> bool:
    """Whether a night or a weekend lies outside of a window."""
    return _DAWN <= window.start < window.end <= _DUSK and {*window.days} <= _WORKDAYS


@lru_cache(maxsize=8)
def _busy(words: frozenset[str]) -> frozenset[str]:
    return frozenset(map(stem, words))


def _quiet(low: str, lexicon: Lexicon) -> str:
    """The words for a quiet hour: "tonight", "on Saturday", "at 03:00"."""
    if night := _NIGHT.search(low):
        return night[0]
    if single := lexicon.language["quiet_words"] & set(_WORD.findall(low)):
        return min(single)
    phrases = lexicon.language.phrases["quiet_words"]
    return next((p for p in phrases if p in low), "") if has_phrase(low, phrases) else ""


def _said(pattern: re.Pattern[str], low: str, stems: frozenset[str]) -> str:
    told = _told(pattern, low)
    return min((told[s] for s in stems if s in told), default="")


@lru_cache(maxsize=64)
def _told(pattern: re.Pattern[str], low: str) -> dict[str, str]:
    """Stem of a word that the pattern tells of -> the stretch of text it stands in."""
    return {
        stem(word): match[0].strip()[:60]
        for match in pattern.finditer(low)
        for word in _WORD.findall(" ".join(g for g in match.groups() if g))
    }


__all__ = ["keeps_out_of_hours", "ruled_out_circumstance"]
