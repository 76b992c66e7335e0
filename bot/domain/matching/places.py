"""Places: where it is done, and how much of the traffic goes there."""

from __future__ import annotations

import re

from bot.domain.reading import Extent, Frame, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import places_in

_SHARE = re.compile(r"(?:weight|percent|percentage|share)$", re.I)
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
    if frame.source is Source.PROSE or entry.extent is not Extent.ALL:
        return False
    return sum(weight > 0 for weight in _weights(frame, reading)) > 1


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
