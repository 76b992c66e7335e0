"""Rows of measurements: what the figures of a timeline say about what was done in a row."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.metric_change import Nature, Trend, compare
from bot.domain.postmortem.unit import Unit, UnitKind

_FIGURE = re.compile(r"[~<>≈]?\s?(-?\d[\d.,]*)\s?(%|ms|s|min|k|m|h)?(?:/\w{1,4})?$", re.I)
_FACTORS = {"k": 1e3, "m": 1e6}
_TIMES = {"ms": 1.0, "s": 1e3, "min": 6e4}
_SAYING = frozenset(Nature) - {Nature.NEUTRAL, Nature.COST, Nature.PRESSURE}
_NO_MEASURE = frozenset("time clock when who by at date utc cet cest nr no # step id".split())


def moved(units: Sequence[Unit], number: int) -> str | None:
    """What the figures of a row, or else of the next one, say: worse, good or unchanged.

    Args:
        units: Of the document.
        number: Of the row.

    Returns:
        "worse: orders/h 1690 → 0", or None where the table has no figures with names.
    """
    row = units[number]
    before = units[number - 1] if number else row
    after = units[number + 1] if number + 1 < len(units) else row
    told = _between(before, row)
    if told == _SAME and not _DEED.search(" ".join(after.cells).lower()):
        told = _between(row, after) or told
    return told


_SAME = "unchanged"
_DEED = re.compile(r"\b\w{2,}(?:ed|set|ung|iert|gestellt)\b")
"""What the next row tells may be due to its own deed."""


def _between(one: Unit, two: Unit) -> str | None:
    """What moved from one row to the next of the same table."""
    if not (one.kind is two.kind is UnitKind.ROW and one.group == two.group):
        return None
    if one is two or one.header != two.header:
        return None
    better, seen = "", False
    for name, old, new in zip(one.header, one.cells, two.cells, strict=False):
        was, now = _value(old), _value(new)
        if was is None or now is None or set(name.split()) & _NO_MEASURE or not name:
            continue
        label = re.sub(r"\W+", "_", name) + ("_pct" if "%" in old + new else "")
        for change in compare({label: was}, {label: now}):
            if change.nature not in _SAYING:
                continue
            seen = True
            told = f"{name} {old} → {new}"
            if change.trend is Trend.WORSE:
                return f"worse: {told}"
            if change.trend is Trend.BETTER:
                better = f"good: {told}"
    return better or (_SAME if seen else None)


def _value(cell: str) -> float | None:
    found = _FIGURE.match(cell.strip())
    if found is None or len(found[1]) > 15:
        return None
    digits = found[1].rstrip(".,").replace(",", "")
    unit = (found[2] or "").lower()
    try:
        return float(digits) * _TIMES.get(unit, _FACTORS.get(unit, 1.0))
    except ValueError:
        return None
