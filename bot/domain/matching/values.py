"""Values: limits that an entry names, the value that it warns of, and others."""

from __future__ import annotations

import re

from bot.domain.match import WhyNot
from bot.domain.reading import Frame, Reading, Source
from bot.domain.reading.change import UNITS, number_of, version_of
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.terms import pieces_of

Verdict = tuple[WhyNot, str] | None

_VALUED = (("set",), ("switch",), ("change",), ("pin",))
_VALUE_LIKE = re.compile(r"[A-Za-z][\w-]*\Z")
_STATES = frozenset({"true", "false", "on", "off", "yes", "no", "none", "null"})
_SETS = (("switch",), ("change",), ("set",), ("scale",), ())
_RELEASING = frozenset(
    {
        "deploy",
        "upgrade",
        "rollback",
        "downgrade",
        "pin",
        "install",
        "set",
        "switch",
        "run",
        "apply",
    }
)
_ASSIGNED = re.compile(r"([\w.-]{2,60})=([\w.%-]{1,40})")
_SETTING = frozenset(
    {
        "deploy",
        "upgrade",
        "set",
        "scale",
        "resize",
        "change",
        "apply",
        "install",
        "switch",
        "pin",
        "run",
        "add",
        "raise",
        "lower",
        "scale_up",
        "scale_down",
    }
)
_LINE = re.compile(r"(?<![\w.])v?(\d{1,3})\.x\b", re.I)
_OLD = r'"(?:from|old|before|previous|was|old_value)"\s*:\s*'
_PLAIN_VERSION = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")
_VERSION = re.compile(r"(?<![\w.])v?\d+(?:\.(?:\d+|x))+\b|\bv\d+\b", re.I)


def _values(
    entry: EntryReading, frame: Frame, reading: Reading, after: str, limit: str, lexicon: Lexicon
) -> list[str]:
    """The values that the limit is about: versions anywhere in the text, or the new number.

    Of a call's parameters it is the one whose name is about the entry's object.
    """
    if not _is_version(limit):
        if frame.source is not Source.PROSE and (told := _told(entry, frame, lexicon)):
            return told
        return [after] if number_of(after) is not None else []
    if _VERSION.fullmatch(after):
        return [after]
    return _VERSION.findall(reading.text)


def _told(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> list[str]:
    """The numbers of a call that belong to the entry's object: `retention.ms=86400000`."""
    found = []
    given = list(frame.planned.parameters.items())
    given += [pair for _, value in given for pair in _ASSIGNED.findall(value[:400])]
    for key, value in given:
        pieces = pieces_of(key)
        if number_of(value) is None or not any(
            _alike(p, t) or lexicon.things.concept(p) == t for p in pieces for t in entry.terms
        ):
            continue
        unit = pieces[-1] if pieces and pieces[-1] in UNITS else ""
        found.append(f"{value}{unit}" if value.strip().isdigit() and unit else value)
    return found


def _alike(piece: str, term: str) -> bool:
    """Whether two words share their stem: "admit" and "admission"."""
    return piece == term or (min(len(piece), len(term)) >= 4 and piece[:4] == term[:4])


def _is_version(text: str) -> bool:
    return text.startswith("v") or "." in text


def _inside(value: str, limit: str, below: bool, lexicon: Lexicon) -> bool:
    if _is_version(limit):
        one, other = version_of(value) or (0,), version_of(limit) or (0,)
        return one[: len(other)] < other if below else one[: len(other)] > other
    number, bound = number_of(value, lexicon.language.numbers) or 0.0, number_of(limit) or 0.0
    unit = limit.partition(" ")[2].lower()
    if unit and value.strip().replace(".", "").isdigit():
        number *= UNITS.get(unit, 1.0)
    return number < bound if below else number > bound


def reaches_limit(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> bool:
    """Whether it deploys or scales to a value beyond the entry's limit, whatever the verb."""
    limit = entry.below or entry.above
    if not limit or not set(frame.kinds) & _SETTING:
        return False
    after = frame.change.after if frame.change else ""
    if _is_version(limit):
        if not set(frame.kinds) & _RELEASING:
            return False
        values = _values(entry, frame, reading, after, limit, lexicon)
    elif frame.kinds[0].startswith("scale") or not frame.head:
        values = [after] if number_of(after) is not None else []
    elif frame.source is Source.PROSE:
        values = [after] if entry.head & frame.terms and number_of(after) is not None else []
    else:
        values = _told(entry, frame, lexicon)
    return any(_inside(v, limit, bool(entry.below), lexicon) for v in values)


def same_value(entry: EntryReading, frame: Frame) -> bool:
    """Whether the change ends at the value that the entry names."""
    if entry.change is None or frame.change is None or not entry.change.after:
        return False
    wanted, got = entry.change.after.lower(), frame.change.after.lower().strip("'\"")
    return wanted == got or (wanted == "zero" and got == "0")


def has_value(entry: EntryReading, frame: Frame) -> bool:
    """Whether a parameter of a call has the very value that the entry names."""
    if frame.source is Source.PROSE or entry.change is None or not entry.change.after:
        return False
    after = entry.change.after.lower()
    if stem(after) in entry.own:
        return False  # "upload it to the bank": the service, no value
    if (
        len(after) > 3
        and after.isalpha()
        and re.search(rf"\b{after}\b", frame.planned.text.lower())
    ):
        return True
    given = list(frame.planned.parameters.values())
    given += [value for one in given for _, value in _ASSIGNED.findall(one[:400])]
    return after in {v.lower() for v in given}


def wrong_value(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> Verdict:
    """Why the new value makes it another action: beyond the limit, the other way, another one."""
    change = frame.change
    after = change.after if change else ""
    if entry.below or entry.above:
        return _beyond_threshold(entry, frame, reading, after, lexicon)
    if entry.change is None:
        return None
    if found := _another_value(entry, frame, reading, after):
        return found
    if not after or change is None:
        return None
    wanted, old = entry.change.after.lower(), entry.change.before.lower()
    got = after.lower()
    words = lexicon.language.numbers
    numbers = number_of(wanted, words), number_of(got, words)
    before = number_of(change.before, words) if change.before else None
    if change.before and (change.before.lower() == wanted or _leaves(before, numbers)):
        return WhyNot.OPPOSITE_ACTION, f"it goes away from {change.before}"
    if old and (got == old or (change.before and wanted and change.before.lower() == wanted)):
        return WhyNot.OPPOSITE_ACTION, f"it goes to {after}, not to {entry.change.after}"
    free = set(frame.kinds[:1]) & {"scale", "raise", "lower", "scale_up", "scale_down"}
    free = set() if numbers[0] == 0 else free  # nothing is no number among others
    if None not in numbers and numbers[0] != numbers[1] and not free:
        return WhyNot.OTHER_ACTION, f"the value is {after}, not {entry.change.after}"
    return None


def _leaves(before: float | None, numbers: tuple[float | None, float | None]) -> bool:
    """Whether the old value is the one that the entry goes to, or nearer to it than the new one.

    "Back from 0s to 6h", and "down from 20 to 10" where the entry sets 100.
    """
    wanted, got = numbers
    if before is None or wanted is None or got is None or got == wanted:
        return False
    return before == wanted or (wanted - before) * (got - before) < 0


def _another_value(entry: EntryReading, frame: Frame, reading: Reading, after: str) -> Verdict:
    """It sets the same thing to another value: `allkeys-lru`, not `noeviction`."""
    wanted = entry.change.after.lower() if entry.change else ""
    if wanted and re.search(
        rf'{_OLD}"?{re.escape(wanted)}"',
        reading.text.lower(),
    ):
        return WhyNot.OPPOSITE_ACTION, f"it goes away from {wanted}"
    if not wanted or number_of(wanted) is not None or entry.kinds[:1] not in _VALUED:
        return None
    if wanted in reading.text.lower() or number_of(after) is not None:
        return None
    if frame.source is Source.PROSE:
        values = [after] if after and _VALUE_LIKE.match(after) else []
    else:
        values = [v for v in (after, *frame.planned.parameters.values()) if _VALUE_LIKE.match(v)]
    old = entry.change.before.lower() if entry.change else ""
    if old and re.search(rf'{_OLD}"?{re.escape(old)}"', reading.text.lower()):
        return None  # it leaves what the entry leaves
    known = _STATES | entry.terms.keys() | {n.text.lower() for n in reading.environments}
    known |= {"-".join(key) for key in entry.keys}
    others = [v for v in values if v.lower() not in known and not _alike(v.lower(), wanted)]
    if others and frame.kinds[:1] in _SETS:
        return (
            WhyNot.OTHER_ACTION,
            f"the value is {others[0]}, not {entry.change.after if entry.change else ''}",
        )
    return None


def _beyond_threshold(
    entry: EntryReading, frame: Frame, reading: Reading, after: str, lexicon: Lexicon
) -> Verdict:
    limit = entry.below or entry.above
    values = _values(entry, frame, reading, after, limit, lexicon)
    inside = [v for v in values if _inside(v, limit, bool(entry.below), lexicon)]
    if values and not inside:
        side = "below" if entry.below else "above"
        return WhyNot.SAFE_VARIANT, f"{values[0]} is not {side} {limit}"
    return None


def another_version(entry: EntryReading, frame: Frame) -> Verdict:
    """It is done to another version: TLS 1.0 and 1.1 where the entry says TLS 1.2, 5.3 for 4.x."""
    if line := _LINE.search(entry.entry.action):
        found = [v.lstrip("vV") for v in _VERSION.findall(frame.planned.text[:2000])]
        if found and not any(v.partition(".")[0] == line[1] for v in found):
            return WhyNot.OTHER_ACTION, f"{found[0]} is not {line[0]}"
    said = set(_PLAIN_VERSION.findall(frame.planned.text))
    if entry.below or entry.above or not entry.numbers or not said or said & entry.numbers:
        return None
    return WhyNot.OTHER_ACTION, f"{sorted(said)[0]} is not {sorted(entry.numbers)[0]}"


def another_parameter(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> Verdict:
    """A call gives the entry's own parameter another value: `ddl-strategy=online`, not "direct"."""
    if frame.source is Source.PROSE:
        return None
    common = lexicon.things.common
    action = entry.entry.action.lower()
    for key, value in frame.planned.parameters.items():
        about = {lexicon.things.concept(p) for p in pieces_of(key)} - common
        words = set(re.findall(r"[a-z]{3,}", value.lower())) | set(pieces_of(value))
        if len(about) < 2 or not about <= set(entry.terms) or not words or words & _STATES:
            continue
        if not any(w in action for w in words) and _VALUE_LIKE.match(value.split(" ")[0]):
            return WhyNot.OTHER_ACTION, f"{key} is {value}"
    return None


__all__ = [
    "another_parameter",
    "another_version",
    "has_value",
    "reaches_limit",
    "same_value",
    "wrong_value",
]
