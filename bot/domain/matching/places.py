"""Places: where it is done, and how much of the traffic goes there."""

from __future__ import annotations

import re

from bot.domain.reading import Extent, Frame, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import places_in

_SHARE = re.compile(r"(?:weight|percent|percentage|share)$", re.I)
_PERCENT = re.compile(r"(?:percent|percentage|pct)$", re.I)
_TO_A_PART = re.compile(
    r"\b(?:to|at|for|gets?|takes?)\s+(?:only\s+)?\d{1,2}\s?(?:%|percent\b)|"
    r"(?<![\d.,-])\d{1,2}\s?(?:%|percent\b)\s+(?:of|first|only|now|canary)\b|"
    r"\b(?:half|a (?:third|quarter|tenth|fraction|part|share|slice)|some|most) of "
    r"(?:the|our|all)\b",
    re.I,
)
_STEP = re.compile(
    r"(?<![\d.,-])\d{1,2}\s?(?:%|percent)?\s?(?:to|->|→|=>)\s?\d{1,2}\s?(?:%|percent\b)", re.I
)
_LETS_IN = frozenset(
    {"set", "switch", "enable", "deploy", "reroute", "raise", "promote", "move", "upgrade", "open",
     "allow", "apply", "scale_up", "change", "attach", "add", "grant"}
)  # fmt: skip
_WHOLE = 100
_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,6})?")


def another_place(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> str:
    """The place that the action names where the entry names another one, or "".

    A place and the cloud region that is there are one; a text that names both is about either.
    """
    mine = lexicon.things.places & entry.terms.keys()
    if not mine or mine & reading.terms:
        return ""
    return min(lexicon.things.places & frame.terms, default="")


def takes_a_share(entry: EntryReading, frame: Frame, reading: Reading) -> bool:
    """Whether weights leave a part where it was, where the entry sends all: 55 and 45."""
    if entry.extent is not Extent.ALL:
        return False
    if frame.source is Source.PROSE:
        part = _TO_A_PART.search(frame.planned.text[:2000])
        return part is not None and set(frame.kinds[:1]) <= _LETS_IN
    if _STEP.search(reading.text[:2000]):
        return True
    weights = _weights(frame, reading)
    in_percent = any(_PERCENT.search(key) for key in _keys(frame))
    return sum(weight > 0 for weight in weights) > 1 or (
        len(weights) == 1 and in_percent and weights[0] < _WHOLE
    )


def _keys(frame: Frame) -> list[str]:
    return [*frame.planned.parameters, frame.planned.parameters.get("key", "")]


def leaves_the_place(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> bool:
    """Whether the weights take everything away from the place that the entry sends it to."""
    mine = lexicon.things.places & entry.terms.keys()
    weights = _weights(frame, reading)
    if frame.source is Source.PROSE or not mine or not any(weights):
        return False
    for value in frame.planned.parameters.values():
        named = [places_in(name, lexicon) for name in value.split(",")]
        if len(named) == len(weights) and any(named):
            return any(
                mine & place and not weight for place, weight in zip(named, weights, strict=True)
            )
    return False


def _weights(frame: Frame, reading: Reading) -> list[float]:
    """The weights of a call, in its order: a list of them, or one to each of its actions."""
    for key, value in frame.planned.parameters.items():
        parts = value.split(",")
        if _SHARE.search(key) and all(_NUMBER.fullmatch(part) for part in parts):
            return [float(part) for part in parts]
    set_one_by_one = (
        f.planned.parameters.get("to", "")
        for f in reading.frames
        if _SHARE.search(f.planned.parameters.get("key", ""))
    )
    return [float(value) for value in set_one_by_one if _NUMBER.fullmatch(value)]


__all__ = ["another_place", "leaves_the_place", "takes_a_share"]
