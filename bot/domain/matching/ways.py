"""Which way a value goes that is only set: what an entry's context tells of it decides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.matching.kinds import switched
from bot.domain.reading import Frame, Source
from bot.domain.reading.change import UNITS, number_of
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.present import Present, cores_in
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

_UP = frozenset({"raise", "scale_up", "extend"})
_DOWN = frozenset({"lower", "scale_down", "downgrade"})
_SETS = frozenset(
    {"set", "change", "alter", "scale", "resize", "apply", "upgrade", "run", "switch", "pin", "add"}
)
_GIVEN = re.compile(
    r"([A-Za-z_][\w.-]{1,60})[\"'\\]*\s{0,2}[=:( ]\s{0,2}[\"'\\]*(\d[\d.,]*[a-z%]{0,7})"
)
_OLD = frozenset({"previous", "was", "before", "old", "current", "prev"})
_TAKES_AWAY = frozenset({"delete", "drop", "disable", "purge", "truncate", "clear", "revoke"})


def way_of(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> int:
    """1 where a value that is only set goes the entry's way, -1 the other way, 0 unknown.

    The entry lowers or raises something whose present value its context tells.
    """
    kinds = set(entry.kinds[:1])
    wanted = 1 if kinds & _UP else -1 if kinds & _DOWN else 0
    limited = entry.below or entry.above
    if not wanted or limited or not frame.kinds or not set(frame.kinds[:1]) <= _SETS:
        return 0
    if frame.change and frame.change.direction in {"up", "down"}:
        return 0
    if wanted > 0 and not entry.present and _is_least(entry, frame, lexicon):
        return -1
    ways = {_way(new, now) for now, new in _pairs(entry, frame, lexicon)}
    if len(ways) != 1 or 0 in ways:
        return 0
    return 1 if ways.pop() == wanted else -1


def _is_least(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    """Whether a call sets what the entry raises to one, or to none: `"concurrency": 1`."""
    if frame.source is Source.PROSE or (entry.change and entry.change.after):
        return False
    values = {
        number
        for pieces, number, unit in _given(frame)
        if not unit and {lexicon.things.concept(p) for p in pieces} & entry.head
    }
    return bool(values) and values <= {0.0, 1.0}


def gives_what_is_taken(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    """Whether a call sets a number for what the entry takes away."""
    if not entry.kinds or not set(entry.kinds) <= _TAKES_AWAY:
        return False
    if not set(frame.kinds[:1]) & _SETS or set(frame.about) & _TAKES_AWAY:
        return False
    if switched(frame) is True and "disable" in entry.kinds:
        return True
    after = number_of(frame.change.after) if frame.change else None
    values = [after or 0.0, *(number for _, number, _ in _given(frame))]
    told = [pieces for pieces, *_ in _given(frame)]
    about = any({lexicon.things.concept(p) for p in pieces} & entry.terms.keys() for pieces in told)
    return any(value > 0 for value in values) and (about or bool(after))


def _way(new: float, now: float) -> int:
    return (new > now) - (new < now)


def _pairs(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> Iterator[tuple[float, float]]:
    """(present, new) values that are of the same thing."""
    sizes = cores_in(frame.planned.text[:2000])
    for now in (*_old_values(frame), *entry.present):
        if now.of == "cores":
            yield from ((now.number, new) for new in sizes)
            continue
        for pieces, number, unit in _given(frame):
            concepts = {lexicon.things.concept(p) for p in pieces}
            if now.of in concepts if now.of else concepts & entry.terms.keys():
                yield now.number, _in_units(number, unit, pieces, now)


def _old_values(frame: Frame) -> Iterator[Present]:
    """What a call says of the value before: `"previous": 20000`."""
    for pieces, number, unit in _given(frame):
        if pieces and pieces[-1] in _OLD:
            yield Present(number, unit)


def _in_units(number: float, unit: str, pieces: list[str], now: Present) -> float:
    """A new value in base units; one without a unit has the one of its name, or the present one."""
    if unit:
        return number
    named = next((p for p in reversed(pieces) if p in UNITS and len(p) > 1), "")
    return number * UNITS.get(named or now.unit, 1.0)


def _given(frame: Frame) -> Iterator[tuple[list[str], float, str]]:
    """(pieces of the name, number, its unit) for every number that is given a name."""
    given = frame.planned.parameters
    pairs = [(k, v) for k, v in given.items() if k not in {"to", "from"}]
    pairs.append((given.get("key", ""), given.get("to", "")))
    for name, value in [*pairs, *_GIVEN.findall(frame.planned.text[:2000])]:
        number = number_of(value.strip())
        if number is not None and value.strip()[:1].isdigit():
            yield pieces_of(name), number, value.strip().lstrip("0123456789.,")


__all__ = ["gives_what_is_taken", "way_of"]
