"""Earlier states put back: the value before, the older index, the default."""

from __future__ import annotations

import re

from bot.domain.reading import Frame, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.terms import pieces_of

_RESTORING = frozenset(
    {
        "reset",
        "restart",
        "retry",
        "run",
        "start",
        "rollback",
        "restore",
        "downgrade",
        "failback",
        "scale",
        "replay",
    }
)
_NUMBERED = re.compile(r"([\w.-]*[A-Za-z][\w.-]*?[_.-]?v?)(\d{1,9})")
_AWAY = frozenset({"remove", "from", "old", "previous", "before", "source", "current"})
_TOWARDS = frozenset({"add", "to", "new", "target", "after", "desired"})
# A setting that is set to nothing has its default again.
_TO_DEFAULT = re.compile(r"[._]enabled?[\"']?\s{0,2}[:=]\s{0,2}null\b", re.I)


def restores(entry: EntryReading, frame: Frame) -> bool:
    """Whether it goes back to an earlier value, where that is not what the entry is about."""
    coded = frame.source is not Source.PROSE and not set(entry.kinds) & _RESTORING
    if coded and (_goes_to_an_older(frame) or _puts_the_default_back(entry, frame)):
        return True
    change = frame.change
    if change is None or not change.back or set(entry.kinds) & _RESTORING:
        return False
    if entry.change and entry.change.back:
        return False  # "attach it again"
    wanted = entry.change.after.lower() if entry.change else ""
    return not wanted or change.after.lower() != wanted


def _puts_the_default_back(entry: EntryReading, frame: Frame) -> bool:
    """Whether a switch is set to nothing, where the entry turns it off."""
    return "disable" in entry.kinds and bool(_TO_DEFAULT.search(frame.planned.text[:4000]))


def _goes_to_an_older(frame: Frame) -> bool:
    """Whether a call takes a name of a higher number away and gives a lower one: v9 to v8."""
    left, taken = {}, {}
    for key, value in frame.planned.parameters.items():
        numbered, pieces = _NUMBERED.fullmatch(value), set(pieces_of(key))
        if numbered and pieces & _AWAY:
            left[numbered[1]] = int(numbered[2])
        elif numbered and pieces & _TOWARDS:
            taken[numbered[1]] = int(numbered[2])
    return any(taken[name] < number for name, number in left.items() if name in taken)


__all__ = ["restores"]
