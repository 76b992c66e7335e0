"""Numbers that moved, as reviews tell them: "p99 went from 30 ms to 9 s"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.metric_change import Nature, Trend, compare

_NUMBER = (
    r"(?P<{0}>\d[\d,.]*)\s?(?P<{0}_unit>%|ms|min|s|h|k|m)?(?![a-z])(?:/\w{{1,8}}|\sper\s\w{{1,8}})?"
)
_MOVE = re.compile(
    r"(?P<name>[a-z][\w` .-]{1,60}?)[:,]?\s(?P<how>(?:[a-z]{2,12}\s){0,3}from\s)?"
    + _NUMBER.format("old")
    + r"\s?(?:to|->|→|up\sto|down\sto)\s?"
    + _NUMBER.format("new")
)
_HINT = re.compile(r"\d\D{0,32}?(?:to\b|->|→)\D{0,3}\d")
"""What every move has; most texts have none and are not searched for its name."""
_SERVED = frozenset(
    "connected registered online active healthy available ready reachable served subscribed paired"
    " delivered participants logged".split()
)
_TROUBLE = frozenset(
    "attempts retries complaints tickets calls bounces bounced deferred drops dropped reconnects"
    " restarts refused rejected declined denied missed alerts alarms conflicts duplicates".split()
)
_FACTORS = {"s": 1000.0, "min": 60_000.0, "h": 3_600_000.0, "k": 1000.0, "m": 1_000_000.0}
_TELLING = frozenset(Nature) - {Nature.STOCK, Nature.NEUTRAL, Nature.COST, Nature.PRESSURE}


def moves_in(text: str) -> Iterator[tuple[Trend, int, int]]:
    """Each measure in a lower-case text that got clearly worse or better, and where it stands.

    A deed ("raised the timeout from 3 to 30") is none: its name says nothing about good or bad.
    """
    if _HINT.search(text) is None:
        return
    for found in _MOVE.finditer(text):
        words = re.findall(r"[a-z0-9]+", found["name"])[-4:]
        is_time = found["old_unit"] in ("ms", "s") or found["new_unit"] in ("ms", "s")
        share = "pct" if found["old_unit"] == "%" or found["new_unit"] == "%" else ""
        measure = "latency_ms" if is_time and _is_latency(words) else share
        name = "_".join([*words, _kind(words), measure])
        old, new = _value(found, "old", is_time), _value(found, "new", is_time)
        if old is None or new is None:
            continue
        for change in compare({name: old}, {name: new}):
            if change.nature in _TELLING and change.trend is not Trend.SAME:
                yield change.trend, found.start(), found.end()


def _kind(words: list[str]) -> str:
    """A known measure that counts the same: who is connected, or how many try again."""
    if set(words) & _SERVED:
        return "success_rate"
    return "errors" if set(words) & _TROUBLE else ""


def _is_latency(words: list[str]) -> bool:
    return bool(
        {"latency", "p50", "p90", "p95", "p99", "response", "duration", "time", "ping", "rtt"}
        & set(words)
    )


def _value(found: re.Match[str], which: str, is_time: bool) -> float | None:
    digits = found[which].rstrip(".,").replace(",", "")
    unit = found[f"{which}_unit"] or (found["new_unit"] if which == "old" else "") or ""
    if not re.fullmatch(r"\d+(?:\.\d+)?", digits) or len(digits) > 15:
        return None
    return float(digits) * (_FACTORS.get(unit, 1.0) if is_time or unit in ("k", "m") else 1.0)
