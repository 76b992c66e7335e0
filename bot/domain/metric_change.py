"""Whether a metric got clearly worse or better, judged by what its name says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.lesson_words import load_words


class Trend(StrEnum):
    """What a change means."""

    WORSE = "worse"
    SAME = "same"
    BETTER = "better"


class Nature(StrEnum):
    """What kind of thing a metric measures; the groups of `metrics.toml`."""

    INTEGRITY = "integrity"
    ERROR = "error"
    BACKLOG = "backlog"
    DELAY = "delay"
    LATENCY = "latency"
    SUCCESS = "success"
    HEALTH = "health"
    QUALITY = "quality"
    PRESSURE = "pressure"
    NEUTRAL = "neutral"
    COST = "cost"
    FLOW = "flow"
    STOCK = "stock"
    STATE = "state"


_ORDER = (
    Nature.INTEGRITY,
    Nature.ERROR,
    Nature.BACKLOG,
    Nature.DELAY,
    Nature.LATENCY,
    Nature.SUCCESS,
    Nature.HEALTH,
    Nature.QUALITY,
    Nature.PRESSURE,
    Nature.NEUTRAL,
    Nature.COST,
    Nature.FLOW,
)


@dataclass(frozen=True, slots=True)
class Change:
    """One metric before and after.

    Attributes:
        name: The metric's name.
        before: Its value before, as reported.
        after: Its value after.
        nature: What it measures.
        trend: Clearly worse, clearly better, or neither.
        size: How far it moved, for ordering: 0 is not at all, 1 and more is a lot.
    """

    name: str
    before: object
    after: object
    nature: Nature
    trend: Trend
    size: float

    def in_words(self) -> str:
        """The change for a person: "hit ratio from 99 to 7 %"."""
        label, unit, factor = _label_of(self.name, self.before, self.after)
        return f"{label} from {_number(self.before, factor)} to {_number(self.after, factor)}{unit}"


def compare(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[Change, ...]:
    """Every metric that stands on both sides, in the order of `before`.

    Values that are neither numbers, truth values nor words with a known order are skipped.
    """
    changes = (_change_of(name, before[name], after[name]) for name in before if name in after)
    return tuple(change for change in changes if change is not None)


def nature_of(name: str) -> Nature:
    """What the metric `name` measures, by the words in it; `STOCK` where nothing is known."""
    words = _words_of(name)
    joined = f" {' '.join(words)} "
    table = load_words("metrics")
    for nature, pairs in table["pairs"].items():
        if any(f" {pair} " in joined for pair in pairs):
            return Nature(nature)
    if any(re.fullmatch(r"[45]\d\d", word) for word in words):
        return Nature.ERROR  # a status of HTTP
    if _shares(words, _LACKS):
        return Nature.ERROR  # "no_route_pct", "without_owner": what should be there and is not
    for nature in _ORDER:
        if _shares(words, table[nature.value]["words"]):
            return nature
    if _shares(words, table["forms"]["millisecond"]):
        return Nature.LATENCY
    if _shares(words, table["forms"]["second"]) and "per" not in words:
        return Nature.LATENCY  # "query_s": how long something takes
    if any(word.startswith("un") and word.endswith("ed") for word in words):
        return Nature.ERROR  # "unbilled", "unassigned": what should have been done and was not
    return Nature.STOCK


_LACKS = frozenset({"no", "not", "non", "without", "lacking"})


def _words_of(name: str) -> dict[str, None]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return dict.fromkeys(re.findall(r"[a-z0-9]+", spaced.lower()))


def _shares(words: Iterable[str], group: Collection[str]) -> bool:
    return any(word in group for word in words)


def _change_of(name: str, before: object, after: object) -> Change | None:
    old, new = _value_of(before), _value_of(after)
    if old is None or new is None:
        return _state_change(name, before, after)
    nature = nature_of(name)
    if nature is Nature.NEUTRAL:
        return Change(name, before, after, nature, Trend.SAME, 0.0)
    old, new = _in_base_unit(name, old, new)
    worse, better = _is_worse(name, nature, old, new), _is_worse(name, nature, new, old)
    trend = Trend.WORSE if worse else Trend.BETTER if better else Trend.SAME
    size = abs(new - old) / max(abs(old), abs(new), 1e-9)
    return Change(name, before, after, nature, trend, size)


def _value_of(value: object) -> float | None:
    """A number, or None; truth values and words have an order of their own."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, str):
        found = re.fullmatch(r"\s*(-?\d{1,18}(?:\.\d{1,9})?)\s*(%|ms|s)?\s*", value)
        return float(found[1]) if found else None
    return None


def _state_change(name: str, before: object, after: object) -> Change | None:
    order: list[list[str]] = load_words("metrics")["states"]["order"]
    ranks = {word: rank for rank, group in enumerate(order) for word in group}
    old, new = (
        ranks.get(str(value).strip().lower().replace(" ", "_")) for value in (before, after)
    )
    if old is None or new is None or old == new:
        return None
    if nature_of(name) in {Nature.ERROR, Nature.INTEGRITY}:
        old, new = new, old  # "sealed: true" is the bad one
    trend = Trend.WORSE if new > old else Trend.BETTER
    return Change(name, before, after, Nature.STATE, trend, abs(new - old) / 2)


def _in_base_unit(name: str, old: float, new: float) -> tuple[float, float]:
    """Shares as percent, latencies in ms, delays in s, everything else as it is."""
    words, forms = _words_of(name), load_words("metrics")["forms"]
    is_share = _shares(words, forms["share"])
    if is_share and max(abs(old), abs(new)) <= 1.0 and not _shares(words, {"pct", "percent"}):
        return old * 100, new * 100
    in_seconds = _shares(words, forms["second"]) and "per" not in words
    if nature_of(name) is Nature.LATENCY and in_seconds:
        return old * 1000, new * 1000
    if nature_of(name) is Nature.DELAY and "per" not in words:
        factor = next((_SECONDS[word] for word in words if word in _SECONDS), 1.0)
        return old * factor, new * factor
    return old, new


_SECONDS = {"ms": 0.001, "min": 60.0, "minutes": 60.0, "h": 3600.0, "hours": 3600.0}


def _is_share(name: str, old: float, new: float) -> bool:
    words = _words_of(name)
    if _shares(words, {"pct", "percent"}):
        return True
    share = load_words("metrics")["forms"]["share"]
    return _shares(words, share) and min(old, new) >= 0 and max(old, new) <= 100


def _is_worse(name: str, nature: Nature, old: float, new: float) -> bool:
    """Whether the step from `old` to `new` is clearly one for the worse."""
    limit: Mapping[str, float] = load_words("metrics")["thresholds"]
    if nature is Nature.SUCCESS and _is_share(name, old, new):
        return _errors_rose(100 - old, 100 - new, limit)
    if nature in _RISES:
        return new > old and _rose(name, nature, old, new, limit)
    if nature is Nature.PRESSURE:
        return _filled_up(name, old, new, limit)
    if nature is Nature.COST:
        return old > 0 and new >= old * limit["cost_factor"]
    fall = limit[_FALLS.get(nature, "flow_fall")]
    return old > 0 and (old - new) / old >= fall and old - new >= (0 if fall < 0.3 else 1)


_RISES = frozenset(
    {Nature.INTEGRITY, Nature.ERROR, Nature.BACKLOG, Nature.DELAY, Nature.LATENCY},
)
_FALLS = {
    Nature.QUALITY: "quality_fall",
    Nature.HEALTH: "health_fall",
    Nature.STOCK: "stock_fall",
}


def _rose(name: str, nature: Nature, old: float, new: float, limit: Mapping[str, float]) -> bool:
    rise, factor = new - old, new / old if old > 0 else float("inf")
    if nature is Nature.LATENCY:
        return (rise >= limit["latency_ms"] and factor >= limit["latency_factor"]) or (
            rise >= limit["latency_ms_long"] and factor >= limit["latency_factor_long"]
        )
    if nature is Nature.DELAY:
        return rise >= limit["delay_s"] and factor >= limit["delay_factor"]
    if _is_share(name, old, new):
        return _errors_rose(old, new, limit)
    if nature is Nature.INTEGRITY:
        return rise >= 1
    least = limit["backlog_count"] if nature is Nature.BACKLOG else limit["error_count"]
    return rise >= least and factor >= limit["count_factor"]


def _errors_rose(old: float, new: float, limit: Mapping[str, float]) -> bool:
    rise, factor = new - old, new / old if old > 0 else float("inf")
    return (rise >= limit["error_points"] and factor >= limit["error_factor"]) or (
        rise >= limit["error_points_sharp"] and factor >= limit["error_factor_sharp"]
    )


def _filled_up(name: str, old: float, new: float, limit: Mapping[str, float]) -> bool:
    if _is_share(name, old, new):
        return old < limit["relaxed_pct"] and new >= limit["full_pct"]
    words = _words_of(name)
    if "load" in words:
        return new - old >= limit["load_rise"] and new >= old * limit["load_factor"]
    if not _shares(words, {"conns", "conn", "connections"}):
        return False
    return new - old >= limit["conns_count"] and new >= old * limit["conns_factor"]


def _label_of(name: str, before: object, after: object) -> tuple[str, str, float]:
    """The metric's name in words, its unit with a space, and a factor for its values."""
    words = list(_words_of(name))
    old, new = _value_of(before), _value_of(after)
    if old is None or new is None:
        return " ".join(words), "", 1.0
    factor, unit = 1.0, ""
    forms = load_words("metrics")["forms"]
    if words[-1:] and words[-1] in {"pct", "percent"}:
        words, unit = words[:-1], " %"
    elif _shares(words, forms["share"]) and max(abs(old), abs(new)) <= 1.0:
        factor, unit = 100.0, " %"
    elif words[-1:] and words[-1] in forms["millisecond"]:
        words, unit = words[:-1], " ms"
    elif words[-1:] and words[-1] in forms["second"] and not _shares(words, _AMOUNTS):
        words, unit = words[:-1], " s"
    return " ".join(words).replace(" per min", " a minute"), unit, factor


_AMOUNTS = frozenset({"per", "kb", "mb", "gb", "b", "bytes", "ops", "req", "rows", "msgs"})
"""Before "s" these make it "a second"."""


def _number(value: object, factor: float) -> str:
    number = _value_of(value)
    if number is None:
        return str(value)
    number *= factor
    return f"{number:,.0f}" if abs(number) >= 100 or number == int(number) else f"{number:.3g}"
