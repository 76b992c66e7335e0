"""One action of an announcement, made ready to be laid beside many entries.

What does not depend on the entry is worked out here, once for a search.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.domain.action import Mode
from bot.domain.matching.kinds import frame_kinds
from bot.domain.reading import Frame, Reading, Source
from bot.domain.reading.entry.verbatim import Heard, heard_in, stems_of
from bot.domain.reading.lexicon import Lexicon

_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Said:
    """A frame as it is compared.

    Attributes:
        frame: The frame.
        kinds: Its kinds, with those that the direction of its change gives.
        head: Its direct object, without the parts that every service has.
        things: The things of its clause that the lexicon knows as such.
        safe: Its words for a copy, a mock, a canary.
        office: Its words for tickets, calendars, dashboards.
        stems: The stems of its words.
        heard: Its words, for an entry's own words of action.
        slips: Words looked for with a slip of the finger in them -> whether the clause has one.
    """

    frame: Frame
    kinds: tuple[str, ...]
    head: frozenset[str]
    things: frozenset[str]
    safe: frozenset[str]
    office: frozenset[str]
    stems: frozenset[str]
    heard: Heard
    slips: dict[str, bool] = field(default_factory=dict)


def said_in(reading: Reading, lexicon: Lexicon) -> tuple[Said, ...]:
    """What a text says, for comparison: beside a command, its nominals only point at that."""
    commanded = any(f.source is Source.COMMAND for f in reading.frames)
    return tuple(_said(f, lexicon) for f in reading.frames if not (commanded and f.nominal))


def as_planned(said: Said) -> Said:
    """The same with a look as something that is done: for an entry that warns of looking."""
    frame = said.frame
    if frame.mode is not Mode.READ_ONLY:
        return said
    return replace(said, frame=replace(frame, planned=replace(frame.planned, mode=Mode.PLANNED)))


def _heard(frame: Frame, lexicon: Lexicon) -> Heard:
    """Its words of action; without a known one, those that the lexicon does not know."""
    text = frame.planned.text[:_LONGEST]
    if not frame.kinds:  # "force_reset rmq2": what the lexicon knows would have been read
        words = text.split() if frame.announced else text.split()[:1]
        text = " ".join(w for w in words if w.strip("().,;:").lower() not in lexicon.words)
    return heard_in(text)


def _safe(frame: Frame, lexicon: Lexicon) -> frozenset[str]:
    """Its words for a copy; in a call, forks are the hosts that are done at a time."""
    found = (frame.terms | frame.names) & lexicon.language["safe_words"]
    return found if frame.source is Source.PROSE else found - {"fork", "forks"}


def _said(frame: Frame, lexicon: Lexicon) -> Said:
    language = lexicon.language
    return Said(
        frame,
        frame_kinds(frame, lexicon),
        frame.head - lexicon.things.common,
        frame.terms & lexicon.things.specific,
        _safe(frame, lexicon),
        (frame.head if frame.kinds else frame.terms) & language["office_things"],
        stems_of(frame.planned.text[:_LONGEST]),
        _heard(frame, lexicon),
    )


__all__ = ["Said", "as_planned", "said_in"]
