"""What a stretch of text says about the effect of what was done before it."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache, lru_cache

from bot.domain.lesson_words import load_words
from bot.domain.metric_change import Trend
from bot.domain.postmortem.moves import moves_in


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
    marked = _marked(lowered)
    if marked is not None:
        return marked
    if pattern("effects", "plainly").search(lowered):
        return Effect.NONE
    moved, lowered = _moved(lowered)
    if moved is Effect.HARM:
        return moved
    if tells("effects", "none", lowered) and not _harms_beside(lowered):
        return Effect.NONE
    relieved = pattern("effects", "relief").search(lowered) is not None
    rest = pattern("effects", "denied").sub(" ", pattern("effects", "relief").sub(" ", lowered))
    if _harms(pattern("effects", "help").sub(" ", rest)):
        return Effect.HARM
    if relieved or moved or pattern("effects", "help").search(lowered):
        return Effect.HELP
    return Effect.HARM if pattern("effects", "consequence").search(rest) else Effect.UNSAID


def _marked(text: str) -> Effect | None:
    """What a mark at the head of a verdict says, whatever follows it."""
    if pattern("marks", "help").match(text):
        return Effect.HELP
    return Effect.HARM if pattern("marks", "harm").match(text) else None


def _moved(text: str) -> tuple[Effect | None, str]:
    """What the numbers say that moved, and the text without those that got better."""
    better = []
    for trend, start, end in moves_in(text):
        if trend is Trend.WORSE:
            return Effect.HARM, text
        better.append((start, end))
    for start, end in reversed(better):
        text = f"{text[:start]} {text[end:]}"
    return (Effect.HELP if better else None), text


def _harms_beside(text: str) -> bool:
    """Whether a text that tells of no effect tells of harm in another part: "unchanged, but …"."""
    if _STILL.search(text):
        text = pattern("effects", "unmended").sub(" ", text)
    for part in _PARTS.split(text):
        unmoved = pattern("effects", "none").search(part) or pattern("effects", "going_on").search(
            part
        )
        if not unmoved and _harms(
            pattern("effects", "help").sub(" ", pattern("effects", "relief").sub(" ", part))
        ):
            return True
    return False


_STILL = re.compile(r"\b(?:still|remains?|stays?|immer noch|toujours|sigue|continua)\b")
_PARTS = re.compile(r"[,;]\s|\b(?:but|instead|however|and then|although)\b")


def is_grave(text: str) -> bool:
    """Whether something was lost or went down."""
    return pattern("effects", "grave").search(text.lower()) is not None


def _harms(text: str) -> bool:
    return tells("effects", "harm", text)


def tells(table: str, group: str, text: str) -> bool:
    """Whether any pattern of a large group is in a lower-case text: faster than all as one."""
    return any(each.search(text) for each in _patterns(table, group))


@cache
def pattern(table: str, group: str) -> re.Pattern[str]:
    """The patterns of a group of `postmortem.toml` as one."""
    return re.compile("|".join(f"(?:{each.pattern})" for each in _patterns(table, group)))


@cache
def _patterns(table: str, group: str) -> tuple[re.Pattern[str], ...]:
    patterns: list[str] = load_words("postmortem")[table][group]
    patterns = patterns + load_words("postmortem_foreign").get(table, {}).get(group, [])
    return tuple(re.compile(each) for each in patterns)
