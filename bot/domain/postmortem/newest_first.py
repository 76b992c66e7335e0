"""Logs and status pages that tell the newest first: their pieces in the order of time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bot.domain.postmortem.unit import Unit, UnitKind

_CLOCK = re.compile(
    r"(?:(\d{4})-(\d\d)-(\d\d)[ T,]{1,2}"
    r"|(\d{1,2})\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:\s\d{4})?,?\s)?(?<![\d:.])(\d{1,2}):(\d{2})(?![\d%])",
    re.I,
)
_HEAD = 60
"""Characters of a piece in which its time stands."""
_FEWEST = 4
"""Times that show an order."""


def in_order(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The pieces of a document; what stands under one heading newest first is turned around.

    Args:
        units: In the order of the document.
    """
    out: list[Unit] = []
    part: list[Unit] = []
    for unit in units:
        if unit.kind is UnitKind.HEADING:
            out += _turned(part)
            out.append(unit)
            part = []
        else:
            part.append(unit)
    return tuple(out + _turned(part))


def _turned(part: list[Unit]) -> list[Unit]:
    times = [(at, time) for at, unit in enumerate(part) if (time := _time_of(unit)) is not None]
    falls = sum(later < earlier for (_, earlier), (_, later) in pairwise(times))
    if len(times) < _FEWEST or falls < _FEWEST - 1 or falls < len(times) - 2:
        return part
    if any(later > earlier for (_, earlier), (_, later) in pairwise(times)):
        return part
    starts = [at for at, _ in times]
    blocks = [part[one:two] for one, two in zip(starts, [*starts[1:], len(part)], strict=True)]
    return part[: starts[0]] + [unit for block in reversed(blocks) for unit in block]


def _time_of(unit: Unit) -> tuple[int, ...] | None:
    """Day and minutes of a piece, or None where it begins with no time."""
    found = _CLOCK.search(unit.text[:_HEAD])
    if found is None:
        return None
    day = int(found[3] or found[4] or 0)
    return (int(found[1] or 0), int(found[2] or 0), day, int(found[5]) * 60 + int(found[6]))
