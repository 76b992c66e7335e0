"""One entry and one frame: which of their parts agree, and what makes them different actions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rapidfuzz import fuzz

from bot.domain.action import Mode
from bot.domain.match import WhyNot
from bot.domain.reading import Extent, Frame, Reading, Source
from bot.domain.reading.change import UNITS, number_of, version_of
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

_MODES = {
    Mode.PAST: (WhyNot.PAST, "it reports the past"),
    Mode.NEGATED: (WhyNot.NEGATED, "it says that this is not done"),
    Mode.QUESTION: (WhyNot.QUESTION, "it asks"),
    Mode.HYPOTHETICAL: (WhyNot.HYPOTHETICAL, "it is not announced, only imagined"),
    Mode.READ_ONLY: (WhyNot.READ_ONLY, "it only looks"),
}
_DERIVED = {"up": ("raise", "scale_up"), "down": ("lower", "scale_down"),
            "on": ("enable",), "off": ("disable",)}  # fmt: skip
_RESTORING = frozenset({"rollback", "restore", "downgrade", "failback", "scale", "replay"})
_STOPPING = frozenset({"cancel", "stop", "kill", "pause", "skip", "disable"})
_VALUED = (("set",), ("switch",), ("change",), ("pin",))
_VALUE_LIKE = re.compile(r"[A-Za-z][\w-]*\Z")
_STATES = frozenset({"true", "false", "on", "off", "yes", "no", "none", "null"})
_SETS = (("switch",), ("change",), ("set",), ("scale",), ())
_SURE = 0.9
_WEAK = 0.3
_HALF = 0.35
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
    }
)
_CARRYING = frozenset({"run", "start", "retry"})
_SAYS_LITTLE = frozenset(
    {"apply", "set", "run", "alter", "migrate", "sync", "import", "upgrade", "change"}
)
_PLAIN_VERSION = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")
_SINGLE = frozenset({"drain", "cordon", "evict", "kill", "uncordon"})
_FORCED = re.compile(r"\s-[a-z]*f\b|\s\+\w|--yes|--assume-yes")
_PARTIAL = frozenset({Extent.ONE, Extent.STEPS, Extent.UNIT})
_VERSION = re.compile(r"(?<![\w.])v?\d+(?:\.(?:\d+|x))+\b|\bv\d+\b", re.I)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a comparison found.

    Attributes:
        kind: How alike the kinds of action are, from -1 to 1; None where the frame names none.
        kinds: The pair of kinds that was compared.
        objects: Share of the entry's objects that the clause or the text names, from 0 to 1.
        shared: The concepts and names in common.
        foreign: How surely the frame's object is another one.
        other_name: How surely it names another identifier where the entry names one.
        value: It is set to the very value that the entry names.
        support: Share of the entry's circumstances that the text names.
        why_not: What makes it another action for certain, with a line for a person.
        text: That line.
        announced: Something is announced, whatever the verb.
        head: The clause names every thing that the entry's action is done to.
        no_value: The entry names a limit, and no value is said.
        both_all: Both take everything.
        narrowed: It takes only one, or one after the other.
        safe: It is done to a copy, a mock, a canary.
        office: It is about tickets, calendars, dashboards.
        light: The kind says little: "run", "set", "change".
    """

    kind: float | None
    kinds: tuple[str, str]
    objects: float = 0.0
    shared: tuple[str, ...] = ()
    foreign: float = 0.0
    other_name: float = 0.0
    value: bool = False
    support: float = 0.0
    why_not: WhyNot | None = None
    text: str = ""
    announced: bool = False
    head: bool = False
    no_value: bool = False
    both_all: bool = False
    narrowed: bool = False
    safe: bool = False
    office: bool = False
    light: bool = False
    whole: bool = False
    changed: bool = False


def compare(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> Parts:
    """The parts of one comparison. Nothing is decided here but what rules a match out."""
    grade, pair = _kinds(entry, frame, lexicon)
    if grade is not None and grade < _SURE and _reaches_limit(entry, frame, reading, lexicon):
        grade = _SURE
    objects, shared = _objects(entry, frame, reading)
    if frame.mode is not Mode.PLANNED:
        why, text = _MODES[frame.mode]
        return Parts(grade, pair, objects, shared, why_not=why, text=text)
    ruled = _rules_out(entry, frame, reading, grade, pair, lexicon)
    kind = lexicon.kinds.get(pair[1])
    return Parts(
        grade,
        pair,
        objects,
        shared,
        foreign=_foreign(entry, frame, lexicon),
        other_name=_other_name(entry, frame, reading, lexicon),
        value=_same_value(entry, frame)
        or _has_value(entry, frame)
        or (frame.source is not Source.PROSE and _reaches_limit(entry, frame, reading, lexicon)),
        support=_support(entry, reading),
        why_not=ruled[0] if ruled else None,
        text=ruled[1] if ruled else "",
        announced=frame.announced,
        head=_covers_head(entry, frame, lexicon),
        no_value=bool(entry.below or entry.above) and not (frame.change and frame.change.after),
        both_all=frame.extent is Extent.ALL and entry.extent is Extent.ALL,
        narrowed=frame.extent in {Extent.ONE, Extent.STEPS},
        safe=bool((frame.terms | frame.names) & lexicon.language["safe_words"] - set(entry.terms)),
        office=bool(frame.terms & lexicon.language["office_things"] - set(entry.terms)),
        light=bool(kind and kind.light),
        whole=bool(kind and kind.whole) and not _names_a_part(entry, lexicon),
        changed=bool(frame.change and (frame.change.before or frame.change.direction)),
    )


def _reaches_limit(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> bool:
    """Whether it deploys or scales to a value beyond the entry's limit, whatever the verb."""
    limit = entry.below or entry.above
    if not limit or not set(frame.kinds) & _SETTING:
        return False
    after = frame.change.after if frame.change else ""
    if _is_version(limit):
        values = _values(entry, frame, reading, after, limit)
    elif frame.kinds[0].startswith("scale"):
        values = [after] if number_of(after) is not None else []
    elif frame.source is Source.PROSE:
        values = [after] if entry.head & frame.terms and number_of(after) is not None else []
    else:
        values = _told(entry, frame)
    return any(_inside(v, limit, bool(entry.below), lexicon) for v in values)


def frame_kinds(frame: Frame, lexicon: Lexicon) -> tuple[str, ...]:
    """The kinds of a frame, with those that the direction of its change gives."""
    direction = frame.change.direction if frame.change else ""
    if frame.kinds[:1] == ("drop",) and direction == "down":
        return ("lower",)
    derived = _DERIVED.get(direction, ())
    weak = (
        not frame.kinds
        or frame.kinds[0] in {"scale", "resize", "upgrade", "apply", "deploy"}
        or (lexicon.kinds[frame.kinds[0]].light if frame.kinds[0] in lexicon.kinds else True)
    )
    if (
        not frame.kinds
        and not derived
        and frame.change
        and version_of(frame.change.after)
        and "." in (frame.change.after)
    ):
        return ("rollback", "downgrade") if frame.change.back else ("upgrade", "deploy")
    return (*derived, *frame.kinds) if weak else frame.kinds


def _kinds(
    entry: EntryReading, frame: Frame, lexicon: Lexicon
) -> tuple[float | None, tuple[str, str]]:
    kinds = frame_kinds(frame, lexicon)
    if not kinds:
        return None, ("", "")
    if not entry.kinds:
        return 0.4, ("", kinds[0])
    best, pair = -2.0, ("", "")
    for own in entry.kinds:
        for other in kinds:
            grade = lexicon.relation(own, other)
            if grade > best:
                best, pair = grade, (own, other)
    if len(entry.kinds) > 1 and pair[0] in _CARRYING and pair[0] != entry.kinds[0]:
        best *= 0.7
    about = not entry.head - lexicon.things.common or bool(
        entry.head & frame.terms - lexicon.things.common
    )
    if (
        frame.source is not Source.PROSE
        and best < _SURE
        and frame.kinds[0] in _SAYS_LITTLE
        and about
    ):
        inner = [
            (0.85 * lexicon.relation(own, k), (own, k)) for own in entry.kinds for k in frame.about
        ]
        best, pair = max([(best, pair), *inner], key=lambda x: x[0])
        if best >= 0 and frame.kinds[0] != "run":
            best = max(best, _WEAK)
    if set(entry.kinds) <= _CARRYING and 0 <= best < _HALF:
        best = _HALF
    lowest = min(lexicon.relation(entry.kinds[0], other) for other in kinds[:1])
    if lowest < 0 and best < 0.9:
        return -1.0, (entry.kinds[0], kinds[0])
    return best, pair


def _objects(entry: EntryReading, frame: Frame, reading: Reading) -> tuple[float, tuple[str, ...]]:
    total = sum(entry.terms.values())
    if not total:
        return 0.0, ()
    got, shared = 0.0, []
    for term, weight in entry.terms.items():
        if term in frame.terms:
            got += weight
            shared.append(term)
        elif (frame.kinds and term in reading.terms and term not in reading.ruled_out) or (frame.kinds and _misspelt(term, frame.terms)):
            got += 0.75 * weight
            shared.append(term)
    return got / total, tuple(shared)


def _names_a_part(entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether the entry is about a part of the service: "Restart ModemManager"."""
    return bool(entry.head - lexicon.things.common - lexicon.language["manner"])


def _covers_head(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    wanted = entry.head - lexicon.things.common
    return bool(wanted) and wanted <= frame.terms


def _misspelt(term: str, others: frozenset[str]) -> bool:
    """Whether one of the other words is this one with a slip of the finger."""
    if len(term) < 6 or not term.isalpha():
        return False
    return any(
        (len(other) >= 5 and term.startswith(other))
        or (abs(len(other) - len(term)) <= 2
        and fuzz.ratio(term, other) >= 84)
        for other in others
    )


def _foreign(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> float:
    """How surely the frame's object is none of the entry's: "log level" where that says "timeout".

    A thing that the lexicon knows counts fully, any other word half.
    """
    things = lexicon.things
    own = {t for t in frame.head if t not in things.common} - entry.own - lexicon.language["manner"]
    known = set(entry.terms) | entry.support | entry.own
    manner = lexicon.language["manner"]
    if not frame.kinds:
        extra = (
            (frame.terms & things.specific) - set(entry.terms) - entry.support - entry.own - manner
        )
        return 0.5 if extra else 0.0
    wanted = {t for t in entry.head if t not in things.common} - manner
    if not own or own & (set(entry.terms) - manner) or wanted & frame.terms:
        return 0.0
    others = {t for t in own - known if not lexicon.tools.knows(t)}
    surely = any(t in things.specific for t in others)
    others = {t for t in others if t.isalpha()}
    if frame.source is Source.PROSE:
        return 1.0 if surely else 0.5 if others else 0.0
    others -= lexicon.language["plumbing"]
    if (
        entry.brands
        and frame.head
        and not any(b in frame.planned.text.lower() for b in entry.brands)
    ):
        return 0.8 if frame.kinds[0] == entry.kinds[0] and others else 0.0
    if not wanted:
        return 0.0
    whole = bool(
        frame.kinds and frame.kinds[0] in lexicon.kinds and lexicon.kinds[frame.kinds[0]].whole
    )
    return 0.8 if others & things.specific or (others and whole) else 0.0


def _other_name(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> float:
    """How surely it names another column, flag or file than the entry's."""
    if not entry.names or any(n in reading.text.lower() for n in entry.names):
        return 0.0
    pieces = {p for n in entry.names for p in pieces_of(n)}
    if all(things_of(n, lexicon) <= reading.terms for n in entry.names):
        return 0.0
    acted = set() if frame.source is Source.PROSE else {
        n.lower() for n in (*frame.planned.objects, frame.planned.target or "")
    }  # fmt: skip
    names = frame.names
    if frame.source is not Source.PROSE:
        names = {n for n in names if n in acted or set(pieces_of(n)) & pieces}
    best = 0.15 if frame.source is Source.PROSE else 0.0
    for name in names - entry.names:
        own = set(pieces_of(name))
        if things_of(name, lexicon) <= entry.own or not own or lexicon.tools.knows(name):
            continue
        acted_on = name in acted
        best = max(best, 1.0 if own & pieces or acted_on else 0.6)
    return best


def things_of(name: str, lexicon: Lexicon) -> set[str]:
    """The concepts of an identifier's pieces."""
    return {lexicon.things.concept(p) for p in pieces_of(name)}


def _support(entry: EntryReading, reading: Reading) -> float:
    if not entry.support:
        return 0.0
    return len(entry.support & reading.terms) / min(len(entry.support), 8)


def _rules_out(
    entry: EntryReading,
    frame: Frame,
    reading: Reading,
    grade: float | None,
    pair: tuple[str, str],
    lexicon: Lexicon,
) -> tuple[WhyNot, str] | None:
    if grade is not None and grade < 0:
        return WhyNot.OPPOSITE_ACTION, f"{pair[1]} is the opposite of {pair[0]}"
    if (
        frame.kinds
        and frame.kinds[0] in _STOPPING
        and set(entry.kinds) & set(frame.about)
        and not (set(entry.kinds) & set(frame.kinds))
    ):
        return WhyNot.OPPOSITE_ACTION, f"it ends a {entry.kinds[0]}"
    if _restores(entry, frame):
        return WhyNot.OPPOSITE_ACTION, "it puts an earlier state back"
    if found := _wrong_value(entry, frame, reading, lexicon):
        return found
    if found := _narrower(entry, frame, reading):
        return found
    if found := _without_modifier(entry, frame):
        return found
    if _other_name(entry, frame, reading, lexicon) >= 1.0:
        return WhyNot.OTHER_ACTION, f"it names another than {', '.join(sorted(entry.names))}"
    if found := _another_version(entry, frame) or _another_parameter(entry, frame, lexicon):
        return found
    if found := _contrary(entry, reading, lexicon):
        return found
    for terms in entry.without:
        present = reading.terms - reading.ruled_out
        if terms <= present:
            return WhyNot.SAFE_VARIANT, f"with {', '.join(sorted(terms))} it is another action"
    wanted = {t for t in entry.terms if t not in lexicon.things.common}
    if (
        wanted
        and wanted <= reading.ruled_out
        and frame.source is Source.PROSE
        and frame.kinds[:1] != ("disable",)
    ):
        return WhyNot.RULED_OUT, f"it rules out {', '.join(sorted(wanted))}"
    return None


def _same_value(entry: EntryReading, frame: Frame) -> bool:
    if entry.change is None or frame.change is None or not entry.change.after:
        return False
    return entry.change.after.lower() == frame.change.after.lower().strip("'\"")


def _has_value(entry: EntryReading, frame: Frame) -> bool:
    """Whether a parameter of a call has the very value that the entry names."""
    after = entry.change.after.lower() if entry.change else ""
    return bool(after) and frame.source is not Source.PROSE and after in {
        v.lower() for v in frame.planned.parameters.values()
    }  # fmt: skip


def _restores(entry: EntryReading, frame: Frame) -> bool:
    change = frame.change
    if change is None or not change.back or set(entry.kinds) & _RESTORING:
        return False
    wanted = entry.change.after.lower() if entry.change else ""
    return not wanted or change.after.lower() != wanted


def _wrong_value(
    entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon
) -> tuple[WhyNot, str] | None:
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
    if old and (got == old or (change.before and wanted and change.before.lower() == wanted)):
        return WhyNot.OPPOSITE_ACTION, f"it goes to {after}, not to {entry.change.after}"
    numbers = number_of(wanted), number_of(got)
    if None not in numbers and numbers[0] != numbers[1] and frame.kinds[:1] in _SETS:
        return WhyNot.OTHER_ACTION, f"the value is {after}, not {entry.change.after}"
    return None


def _another_value(
    entry: EntryReading, frame: Frame, reading: Reading, after: str
) -> tuple[WhyNot, str] | None:
    """It sets the same thing to a value that is not the entry's: `allkeys-lru`, not `noeviction`."""
    wanted = entry.change.after.lower() if entry.change else ""
    if wanted and re.search(
        rf'"(?:from|old|before|previous|was|old_value)"\s*:\s*"?{re.escape(wanted)}"',
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
    others = [v for v in values if v.lower() not in entry.terms and v.lower() not in _STATES]
    if others and frame.kinds[:1] in _SETS:
        return (
            WhyNot.OTHER_ACTION,
            f"the value is {others[0]}, not {entry.change.after if entry.change else ''}",
        )
    return None


def _beyond_threshold(
    entry: EntryReading, frame: Frame, reading: Reading, after: str, lexicon: Lexicon
) -> tuple[WhyNot, str] | None:
    limit = entry.below or entry.above
    values = _values(entry, frame, reading, after, limit)
    inside = [v for v in values if _inside(v, limit, bool(entry.below), lexicon)]
    if values and not inside:
        side = "below" if entry.below else "above"
        return WhyNot.SAFE_VARIANT, f"{values[0]} is not {side} {limit}"
    return None


def _values(
    entry: EntryReading, frame: Frame, reading: Reading, after: str, limit: str
) -> list[str]:
    """The values that the limit is about: versions anywhere in the text, or the new number.

    Of a call's parameters it is the one whose name is about the entry's object.
    """
    if not _is_version(limit):
        if frame.source is not Source.PROSE and (told := _told(entry, frame)):
            return told
        return [after] if number_of(after) is not None else []
    if _VERSION.fullmatch(after):
        return [after]
    return _VERSION.findall(reading.text)


def _told(entry: EntryReading, frame: Frame) -> list[str]:
    """The numbers of a call that belong to the entry's object: `retention.ms=86400000`."""
    found = []
    for key, value in frame.planned.parameters.items():
        pieces = pieces_of(key)
        if number_of(value) is None or not any(_alike(p, t) for p in pieces for t in entry.terms):
            continue
        unit = next((p for p in reversed(pieces) if p in UNITS), "")
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


def _without_modifier(entry: EntryReading, frame: Frame) -> tuple[WhyNot, str] | None:
    """A command says all that it does: one without FULL or --force is another."""
    if frame.source is not Source.COMMAND:
        return None
    text = frame.planned.text.lower() + " " + " ".join(frame.planned.parameters)
    for word in entry.flags:
        if word not in text and not (word == "force" and _FORCED.search(text)):
            return WhyNot.SAFE_VARIANT, f"without {word} it is another action"
    return None


def _another_version(entry: EntryReading, frame: Frame) -> tuple[WhyNot, str] | None:
    """ "TLS 1.0 and 1.1" where the entry says "TLS 1.2"."""
    said = set(_PLAIN_VERSION.findall(frame.planned.text))
    if entry.below or entry.above or not entry.numbers or not said or said & entry.numbers:
        return None
    return WhyNot.OTHER_ACTION, f"{sorted(said)[0]} is not {sorted(entry.numbers)[0]}"


def _another_parameter(
    entry: EntryReading, frame: Frame, lexicon: Lexicon
) -> tuple[WhyNot, str] | None:
    """A call gives the entry's own parameter another value: `ddl-strategy=online`, not "direct"."""
    if frame.source is Source.PROSE:
        return None
    common = lexicon.things.common
    action = entry.entry.action.lower()
    for key, value in frame.planned.parameters.items():
        about = {lexicon.things.concept(p) for p in pieces_of(key)} - common
        words = set(re.findall(r"[a-z]{3,}", value.lower()))
        if len(about) < 2 or not about <= set(entry.terms) or not words or words & _STATES:
            continue
        if not any(w in action for w in words) and _VALUE_LIKE.match(value.split(" ")[0]):
            return WhyNot.OTHER_ACTION, f"{key} is {value}"
    return None


def _contrary(entry: EntryReading, reading: Reading, lexicon: Lexicon) -> tuple[WhyNot, str] | None:
    action, text = entry.entry.action.lower(), reading.text.lower()
    for word, phrases in lexicon.language.contrary.items():
        if word in action and word not in text:
            if said := next((p for p in phrases if p in text), ""):
                return WhyNot.RULED_OUT, f"{said} rules out {word}"
    return None


def _takes_one(entry: EntryReading, frame: Frame) -> bool:
    """A command of the kind that takes one unit, with one: `drain node-7`, `KILL QUERY 4711`."""
    target = frame.planned.target or ""
    if frame.source is Source.PROSE or frame.kinds[0] not in _SINGLE or frame.extent is Extent.ALL:
        return False
    plain = bool(re.fullmatch(r"[\w.-]+", target)) and any(c.isdigit() for c in target)
    return plain and not set(pieces_of(target)) & entry.own


def _about_units(entry: EntryReading) -> bool:
    """Whether the entry is about nodes, pods or hosts themselves."""
    return bool({"instance", "partition", "cluster"} & (entry.head | entry.own))


def _narrower(entry: EntryReading, frame: Frame, reading: Reading) -> tuple[WhyNot, str] | None:
    if frame.extent is Extent.UNIT and not _about_units(entry):
        return None
    said = frame.extent in _PARTIAL or (
        frame.source is not Source.PROSE
        and any(
            f.source is Source.PROSE and f.extent in {Extent.ONE, Extent.STEPS}
            for f in reading.frames
        )
    )
    said = said or _takes_one(entry, frame)
    if said and entry.extent is Extent.ALL:
        return WhyNot.SAFE_VARIANT, "it takes only a part, or one after the other"
    return None


__all__ = ["Parts", "compare", "frame_kinds"]
