"""One entry and one frame: which of their parts agree, and what makes them different actions."""

from __future__ import annotations

from bot.domain.action import Mode
from bot.domain.match import WhyNot
from bot.domain.matching.kinds import compare_kinds
from bot.domain.matching.objects import (
    covers_head,
    foreign_object,
    names_a_part,
    other_name,
    shared_objects,
    support_of,
)
from bot.domain.matching.parts import Parts
from bot.domain.matching.ruling_out import Case, ruled_out
from bot.domain.matching.values import has_value, reaches_limit, same_value
from bot.domain.reading import Extent, Frame, Reading, Source
from bot.domain.reading.change import number_of
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon

_MODES = {
    Mode.PAST: (WhyNot.PAST, "it reports the past"),
    Mode.NEGATED: (WhyNot.NEGATED, "it says that this is not done"),
    Mode.QUESTION: (WhyNot.QUESTION, "it asks"),
    Mode.HYPOTHETICAL: (WhyNot.HYPOTHETICAL, "it is not announced, only imagined"),
    Mode.READ_ONLY: (WhyNot.READ_ONLY, "it only looks"),
}
_SURE = 0.9


def compare(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> Parts:
    """The parts of one comparison. Nothing is decided here but what rules a match out."""
    grade, pair = compare_kinds(entry, frame, lexicon)
    if grade is not None and grade < _SURE and reaches_limit(entry, frame, reading, lexicon):
        grade = _SURE
    if grade == 0 and has_value(entry, frame):
        grade = 0.5
    objects, shared = shared_objects(entry, frame, reading)
    switched = frame.change is not None and frame.change.direction in {"on", "off"}
    if grade is not None and not frame.kinds and switched and not objects:
        grade, pair = None, ("", "")  # a direction alone is no action on the entry's object
    if frame.mode is not Mode.PLANNED:
        why, text = _MODES[frame.mode]
        return Parts(grade, pair, objects, shared, why_not=why, text=text)
    kind = lexicon.kinds.get(pair[1])
    if grade == 0 and not (kind and kind.light):
        return Parts(grade, pair, objects, shared)
    ruled = ruled_out(Case(entry, frame, reading, lexicon, grade, pair))
    return Parts(
        grade,
        pair,
        objects,
        shared,
        foreign=foreign_object(entry, frame, lexicon),
        other_name=other_name(entry, frame, reading, lexicon),
        value=same_value(entry, frame)
        or has_value(entry, frame)
        or (frame.source is not Source.PROSE and reaches_limit(entry, frame, reading, lexicon)),
        support=support_of(entry, reading),
        why_not=ruled[0] if ruled else None,
        text=ruled[1] if ruled else "",
        announced=frame.announced,
        head=covers_head(entry, frame, lexicon),
        no_value=bool(entry.below or entry.above) and not (frame.change and frame.change.after),
        both_all=frame.extent is Extent.ALL and entry.extent is Extent.ALL,
        narrowed=frame.extent in {Extent.ONE, Extent.STEPS},
        safe=bool((frame.terms | frame.names) & lexicon.language["safe_words"] - set(entry.terms)),
        office=bool(
            (frame.head if frame.kinds else frame.terms)
            & lexicon.language["office_things"] - set(entry.terms) - entry.own
        ),
        light=bool(kind and kind.light),
        whole=bool(kind and kind.whole) and not names_a_part(entry, lexicon),
        changed=frame.change is not None
        and bool(frame.change.before or frame.change.direction or number_of(frame.change.after)),
    )


__all__ = ["compare"]
