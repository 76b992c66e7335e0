"""One entry and one frame: which of their parts agree, and what makes them different actions."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.domain.action import Mode
from bot.domain.match import WhyNot
from bot.domain.matching.kinds import compare_kinds
from bot.domain.matching.objects import (
    foreign_object,
    names_a_part,
    other_name,
    shared_objects,
    support_of,
)
from bot.domain.matching.operations import calls_its_operation
from bot.domain.matching.parts import Parts
from bot.domain.matching.ruling_out import Against, Case, ruled_out
from bot.domain.matching.said import Said
from bot.domain.matching.single import counts_a_part, narrows_to_itself
from bot.domain.matching.values import has_value, reaches_limit, same_value
from bot.domain.matching.ways import way_of
from bot.domain.reading import Extent, Frame, Reading, Source
from bot.domain.reading.change import number_of
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.verbatim import heard_in, says_it_too
from bot.domain.reading.lexicon import Lexicon

_MODES = {
    Mode.PAST: (WhyNot.PAST, "it reports the past"),
    Mode.NEGATED: (WhyNot.NEGATED, "it says that this is not done"),
    Mode.QUESTION: (WhyNot.QUESTION, "it asks"),
    Mode.HYPOTHETICAL: (WhyNot.HYPOTHETICAL, "it is not announced, only imagined"),
    Mode.READ_ONLY: (WhyNot.READ_ONLY, "it only looks"),
}
_UNDONE = frozenset({Mode.NEGATED, Mode.PAST, Mode.QUESTION, Mode.HYPOTHETICAL})
_SURE, _LIKELY, _MOST, _HALF = 0.9, 0.85, 0.6, 0.5
# "I rebuild its machines by evacuate"
_BY = re.compile(r"\b(?:by|via|through|using)\s+(?:an? |the )?([a-z-]{3,30}(?: [a-z-]{3,30})?)")
_NAMED_KEY = frozenset(":")
_ENDING = frozenset(
    {"cancel", "stop", "kill", "pause", "skip", "disable", "delete", "drop", "rollback", "restore",
     "revoke", "detach", "resume", "inspect", "office"}
)  # fmt: skip


def compare(entry: EntryReading, said: Said, reading: Reading, lexicon: Lexicon) -> Parts:
    """The parts of one comparison; nothing is decided here."""
    said = _with_deeds(entry, said)
    frame = said.frame
    grade, pair = compare_kinds(entry, frame, said.kinds, lexicon)
    reaches = reaches_limit(entry, frame, reading, lexicon) or way_of(entry, frame, lexicon) > 0
    if reaches and grade is not None and grade < _SURE:
        grade = _SURE
    valued = has_value(entry, frame)
    if grade == 0 and valued:
        grade = 0.5
    if (grade is None or 0 <= grade < _SURE) and _is_verbatim(entry, said, lexicon):
        grade = _SURE
    objects, shared = shared_objects(entry, said, reading)
    named = frame.names & entry.names
    calls = (grade is None or grade >= 0) and calls_its_operation(entry, frame, lexicon)
    if calls or (grade is not None and grade >= _SURE and _NAMED_KEY & set("".join(named))):
        grade, objects = max(grade or 0.0, _SURE), max(objects, _HALF)
    if grade is None and not (frame.announced or frame.change or named):
        return Parts(0.0, pair, objects, shared)  # nothing is said to happen
    if grade is not None and not frame.kinds and not objects and _is_switched(frame):
        grade, pair = None, ("", "")  # a direction alone is no action on the entry's object
    if frame.mode is not Mode.PLANNED:
        return Parts(grade, pair, objects, shared)
    kind = lexicon.kinds.get(pair[1])
    if grade == 0 and not (kind and kind.light):
        return Parts(grade, pair, objects, shared)
    return Parts(
        grade,
        pair,
        objects,
        shared,
        foreign=0.0 if calls else foreign_object(entry, said, lexicon),
        other_name=other_name(entry, frame, reading, lexicon),
        value=valued or same_value(entry, frame) or (reaches and frame.source is not Source.PROSE),
        support=support_of(entry, reading),
        announced=frame.announced,
        no_value=bool(entry.below or entry.above) and not (frame.change and frame.change.after),
        both_all=frame.extent is Extent.ALL and entry.extent is Extent.ALL,
        narrowed=(counts_a_part(frame) or frame.extent is Extent.STEPS)
        and not narrows_to_itself(entry, frame, lexicon),
        safe=bool(said.safe) and not said.safe <= entry.terms.keys(),
        office=_is_office(entry, said, grade),
        light=bool(kind and kind.light),
        whole=bool(kind and kind.whole) and not names_a_part(entry, lexicon),
        changed=frame.change is not None
        and bool(frame.change.before or frame.change.direction or number_of(frame.change.after)),
    )


def _is_office(entry: EntryReading, said: Said, grade: float | None) -> bool:
    """Whether it is about tickets, calendars, dashboards.

    A call that does the entry's very deed ("cancel POST_DOCS") is about what it does it to.
    """
    if said.frame.source is not Source.PROSE and grade is not None and grade >= _SURE:
        return False
    return bool(said.office) and not said.office <= entry.terms.keys() | entry.own


def _with_deeds(entry: EntryReading, said: Said) -> Said:
    """With the actions that are things to the entry: "cutting the drain" is about the drain."""
    if not entry.deeds and not entry.joined:
        return said
    shared = entry.deeds & said.stems
    for word in entry.joined.keys() & said.stems:
        shared |= entry.joined[word]
    if not shared:
        return said
    frame = replace(said.frame, terms=said.frame.terms | shared)
    return replace(said, frame=frame)


def _is_verbatim(entry: EntryReading, said: Said, lexicon: Lexicon) -> bool:
    """Whether the entry's own word of action stands in the frame, governed by no other verb."""
    frame = said.frame
    if frame.mode is not Mode.PLANNED or not entry.acting:
        return False
    if any(says_it_too(entry.acting, heard_in(word)) for word in _BY.findall(said.heard.low)):
        return True
    if (entry.manner - entry.acting) & said.stems and says_it_too(entry.acting, said.heard):
        return True  # "a sync with prune": prune is how
    if frame.source is Source.PROSE and frame.kinds:
        own = max(lexicon.relation(a, b) for a in entry.kinds or ("run",) for b in frame.kinds)
        kind = lexicon.kinds[frame.kinds[0]]
        if own <= 0 and not kind.light and not kind.office:
            return False
    if frame.kinds and frame.kinds[0] in _ENDING and frame.kinds[0] not in entry.kinds:
        return False
    return says_it_too(entry.acting, said.heard)


def _is_switched(frame: Frame) -> bool:
    return frame.change is not None and frame.change.direction in {"on", "off"}


def another_action(
    entry: EntryReading, said: Said, parts: Parts, reading: Reading, lexicon: Lexicon
) -> Against | None:
    """What speaks for the frame being another action, with a line for a person; or None."""
    frame = said.frame
    if frame.mode is not Mode.PLANNED:
        return Against(*_MODES[frame.mode])
    if parts.kind == 0 and not parts.light:
        return None
    return ruled_out(Case(entry, frame, reading, lexicon, parts.kind, parts.kinds))


def said_otherwise(frame: Frame, parts: Parts, another: Against | None) -> Against | None:
    """Why a frame that speaks of the entry's very action does not do it, or does it otherwise.

    What else its text says of the object without such a verb does not do it then: "we leave the
    failed events, no replay", "sending it to one region only, spread over an hour". Nor does a word
    beside the opposite: "switching the blocking off", "adding a node, bootstrap starts now".
    """
    if parts.kind is not None and parts.kind < 0 and parts.objects >= _HALF:
        own, other = (kind.replace("_", " ") for kind in parts.kinds)
        opposes = frame.mode is Mode.PLANNED and frame.source is Source.PROSE
        if not opposes:
            return None
        return Against(WhyNot.OPPOSITE_ACTION, f"{other} is the opposite of {own}", "opposite")
    if parts.kind is None or parts.kind < _SURE or parts.kinds[1] not in frame.kinds:
        return None
    if frame.mode in _UNDONE:
        return Against(*_MODES[frame.mode])
    return another if parts.objects >= _MOST else None


def is_near(value: float, parts: Parts) -> bool:
    """Whether a frame may repeat the entry by its score, or speaks of its very action."""
    return value >= 1 or (parts.kind is not None and parts.kind >= _SURE and parts.objects >= _MOST)


def says_less(frame: Frame, parts: Parts) -> bool:
    """Whether a match rests on its object or on a value rather than on what is done."""
    bare = not frame.kinds and not parts.objects
    return parts.kind is None or parts.kind < _LIKELY or bare


__all__ = ["another_action", "compare", "is_near", "said_otherwise", "says_less"]
