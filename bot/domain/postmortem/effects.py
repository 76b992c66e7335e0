"""What a stretch of text says about the effect of what was done before it."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache, lru_cache

from bot.domain.lesson_words import load_words


class Effect(StrEnum):
    """The effect that a text reports."""

    HARM = "harm"
    HELP = "help"
    NONE = "none"
    UNSAID = "unsaid"


@lru_cache(maxsize=8192)
def effect_of(text: str) -> Effect:
    """What a sentence, a cell or a message reports."""
    lowered = pattern("effects", "later").sub(" ", text.lower())
    if pattern("effects", "none").search(lowered):
        rest = pattern("effects", "none").sub(" ", lowered)
        instead = re.search(r"\b(but|instead|however|and then|although)\b", rest)
        if not (instead and _harms(rest[instead.start() :])):
            return Effect.NONE
    relieved = pattern("effects", "relief").search(lowered) is not None
    rest = pattern("effects", "denied").sub(" ", pattern("effects", "relief").sub(" ", lowered))
    if _harms(pattern("effects", "help").sub(" ", rest)):
        return Effect.HARM
    if relieved or pattern("effects", "help").search(lowered):
        return Effect.HELP
    return Effect.HARM if pattern("effects", "consequence").search(rest) else Effect.UNSAID


def is_grave(text: str) -> bool:
    """Whether something was lost or went down."""
    return pattern("effects", "grave").search(text.lower()) is not None


def _harms(text: str) -> bool:
    return pattern("effects", "harm").search(text) is not None


@cache
def pattern(table: str, group: str) -> re.Pattern[str]:
    """The patterns of a group of `postmortem.toml` as one."""
    patterns: list[str] = load_words("postmortem")[table][group]
    return re.compile("|".join(f"(?:{each})" for each in patterns))
