"""What prose beside a command tells of it: the way a value goes, "# 30 → 60 days"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.action import Mode
from bot.domain.reading.frame import Change, Frame, Source

_SETS = frozenset({"set", "resize", "scale", "change", "alter"})
_WAYS = frozenset({"up", "down"})


def with_told_change(frames: Sequence[Frame]) -> list[Frame]:
    """The frames, the only command that sets something with the change that is told beside it.

    Nothing is taken over where the command tells its own old value, or where two are told.
    """
    told = [c for f in frames if f.source is Source.PROSE and (c := _told(f)) is not None]
    sets = [f for f in frames if _sets(f)]
    if len(told) != 1 or len(sets) != 1:
        return list(frames)
    return [replace(f, change=told[0]) if f is sets[0] else f for f in frames]


def _told(frame: Frame) -> Change | None:
    """The change of a value that a stretch of prose without a verb tells, or None."""
    change = frame.change
    if frame.kinds or frame.mode is not Mode.PLANNED or change is None:
        return None
    return change if change.before and change.after and change.direction in _WAYS else None


def _sets(frame: Frame) -> bool:
    """Whether it is a command that sets something and does not tell from which value."""
    own = frame.change is not None and bool(frame.change.before)
    coded = frame.source is not Source.PROSE and frame.mode is Mode.PLANNED
    return coded and bool(set(frame.kinds[:1]) & _SETS) and not own
