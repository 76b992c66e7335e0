"""What speaks for another action: the opposite, a safe variant, another value, one of all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from bot.domain.action import Mode
from bot.domain.match import WhyNot
from bot.domain.matching.circumstances import keeps_out_of_hours
from bot.domain.matching.compounds import another_compound
from bot.domain.matching.contraries import (
    contrary_to,
    goes_the_other_way,
    keeps_what_is_destroyed,
)
from bot.domain.matching.going_away import leaves_what_is_meant, takes_value_away
from bot.domain.matching.left_alone import kept_at, left_alone, left_out
from bot.domain.matching.objects import extended_name, other_name
from bot.domain.matching.places import another_place, leaves_the_place, takes_a_share
from bot.domain.matching.restored import restores
from bot.domain.matching.side_things import bygone_thing, side_thing
from bot.domain.matching.single import (
    counts_a_part,
    names_one_address,
    narrows_to_itself,
    numbers_one,
    speaks_of_one,
    takes_one,
    takes_one_row,
)
from bot.domain.matching.some import takes_some, targets_another
from bot.domain.matching.values import (
    another_parameter,
    another_version,
    wrong_value,
)
from bot.domain.matching.variants import done_with, done_without, switched_off
from bot.domain.matching.ways import gives_what_is_taken, way_of
from bot.domain.reading import Extent, Frame, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.verbatim import says_the_contrary
from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.terms import pieces_of
from bot.domain.reading.wording import written_in

Verdict = tuple[WhyNot, str] | None

_STOPPING = frozenset({"cancel", "stop", "kill", "pause", "skip", "disable"})
_BETWEEN = frozenset({"failover", "promote", "demote", "reroute", "switch", "move", "migrate"})
_ONLY = re.compile(r"\s--(?:[a-z-]+-only|only-[a-z-]+|failed|failures)(?=\s|$)")
_BECOMES = re.compile(r"\bas (?:an? |its |the )?(?:new )?([a-z]{3,})")
_PARTIAL = frozenset({Extent.ONE, Extent.STEPS, Extent.UNIT})


class Case(NamedTuple):
    """One entry and one frame, with what their kinds came to."""

    entry: EntryReading
    frame: Frame
    reading: Reading
    lexicon: Lexicon
    grade: float | None
    kinds: tuple[str, str]


class Against(NamedTuple):
    """What speaks for another action.

    Attributes:
        why_not: Why it is no match.
        text: The same for a person.
        family: Which kind of check says so, one of `FAMILIES`; empty for a mode.
    """

    why_not: WhyNot
    text: str
    family: str = ""

    @property
    def is_certain(self) -> bool:
        """Whether it leaves no doubt where it is read out of a command or a call."""
        return self.why_not is WhyNot.OPPOSITE_ACTION or self.family == "compound"


def ruled_out(case: Case) -> Against | None:
    """The first reason why the frame looks like another action, or None."""
    for check, family in _CHECKS.items():
        if found := check(case):
            return Against(*found, family)
    return None


def _opposite(case: Case) -> Verdict:
    entry, frame = case.entry, case.frame
    if case.grade is not None and case.grade < 0:
        own, other = (kind.replace("_", " ") for kind in case.kinds)
        return WhyNot.OPPOSITE_ACTION, f"{other} is the opposite of {own}"
    about = {k for k in frame.about if not case.lexicon.kinds[k].light}
    ends = frame.kinds[:1] and frame.kinds[0] in _STOPPING and set(entry.kinds) & about
    if ends and case.grade is not None and case.grade < 0.5:
        return WhyNot.OPPOSITE_ACTION, f"it ends a {entry.kinds[0]}"
    if says_the_contrary(entry.acting, frame.planned.text[:2000]):
        return WhyNot.OPPOSITE_ACTION, "it does what the entry undoes"
    if leaves_what_is_meant(entry, frame, case.lexicon):
        return WhyNot.OPPOSITE_ACTION, "it goes away from what the entry goes to"
    if takes_value_away(entry, frame):
        return WhyNot.OPPOSITE_ACTION, "it takes the value away"
    if restores(entry, frame):
        return WhyNot.OPPOSITE_ACTION, "it puts an earlier state back"
    return None


def _value(case: Case) -> Verdict:
    entry, frame = case.entry, case.frame
    if way_of(entry, frame, case.lexicon) < 0:
        return WhyNot.OPPOSITE_ACTION, "the value goes the other way"
    if frame.source is not Source.PROSE and gives_what_is_taken(entry, frame, case.lexicon):
        return WhyNot.OPPOSITE_ACTION, "it sets what the entry takes away"
    return (
        wrong_value(case.entry, case.frame, case.reading, case.lexicon)
        or another_version(case.entry, case.frame)
        or another_parameter(case.entry, case.frame, case.lexicon)
    )


def _name(case: Case) -> Verdict:
    if other_name(case.entry, case.frame, case.reading, case.lexicon) >= 1.0:
        return (
            WhyNot.OTHER_ACTION,
            f"it names something else than {', '.join(sorted(case.entry.names))}",
        )
    return None


def _not_live(case: Case) -> Verdict:
    """An index of a year, or an archived one, where the entry is about the live one."""
    if said := bygone_thing(case.entry, case.frame):
        return WhyNot.OTHER_ACTION, f"{said} is not the live one"
    return None


def _extended(case: Case) -> Verdict:
    if longer := extended_name(case.entry, case.reading, case.lexicon):
        return WhyNot.OTHER_ACTION, f"{longer} is another name"
    return None


def _beside(case: Case) -> Verdict:
    """A scratch table, a smoke test's queue, the heartbeat's connector."""
    if said := side_thing(case.entry, case.frame, case.lexicon):
        return WhyNot.OTHER_ACTION, f"{said} is another name"
    return None


def _ends_another(case: Case) -> Verdict:
    """`nodetool stop COMPACTION` ends a compaction, whatever else stopping may be like."""
    entry, frame = case.entry, case.frame
    if frame.source is Source.PROSE or frame.kinds[:1] not in (("stop",), ("cancel",), ("kill",)):
        return None
    own = set(pieces_of(entry.entry.action))  # "abort a billing run"
    words = (w.lower() for w in frame.planned.objects if w.lower() not in own)
    ended = {s.kind for w in words for s in case.lexicon.words.get(w, ()) if s.form is Form.NOUN}
    if ended and all(case.lexicon.relation(own, k) < 0.3 for own in entry.kinds for k in ended):
        return WhyNot.OTHER_ACTION, f"it ends a {min(ended)}"
    return None


def _compound(case: Case) -> Verdict:
    if other := another_compound(case.entry, case.frame, case.reading, case.lexicon):
        return WhyNot.OTHER_ACTION, f"it is about the {other}"
    return None


def _with_what_makes_it_safe(case: Case) -> Verdict:
    said = done_with(case.entry, case.reading, case.lexicon)
    return (WhyNot.SAFE_VARIANT, said) if said else None


def _without_modifier(case: Case) -> Verdict:
    """A command says all that it does: one without FULL or --force is another."""
    said = done_without(case.entry, case.frame, case.lexicon)
    return (WhyNot.SAFE_VARIANT, f"without {said} it is another action") if said else None


def _left_out(case: Case) -> Verdict:
    """A switch of the command turns off what makes up the entry: `--cascade=false`."""
    action = case.entry.entry.action.lower()
    verb = set(pieces_of(action)[:1]) if case.grade == 1 else set[str]()
    for term in sorted(case.frame.negated & set(case.entry.terms) - verb):
        if not re.search(
            rf"\b(?:without|no|not|skip\w*)\s+(?:the\s+|a\s+)?{re.escape(term)}", action
        ):
            return WhyNot.SAFE_VARIANT, f"it leaves out {term}"
    return None


def _left_alone(case: Case) -> Verdict:
    """The text says that the entry's object is not touched: "attempts unchanged", "no FULL"."""
    entry, frame = case.entry, case.frame
    if word := left_out(entry, case.reading):
        return WhyNot.RULED_OUT, f"it leaves out {word}"
    if frame.source is Source.PROSE and (said := kept_at(entry, frame, case.lexicon)):
        return WhyNot.RULED_OUT, f"it keeps {said}"
    out = left_alone(entry, case.reading, case.lexicon) - frame.head
    if out and frame.kinds[:1] != ("disable",):
        said = ", ".join(written_in(out, case.reading.text, case.lexicon) or sorted(out))
        return WhyNot.RULED_OUT, f"it rules out {said}"
    return None


def _does_another_thing(case: Case) -> Verdict:
    """A rule that moves objects, where the entry has a rule that deletes them."""
    entry = case.entry
    others = [k for f in case.reading.frames if f.subordinate for k in f.kinds[:1]]
    relation = case.lexicon.relation
    said = [k for f in case.reading.frames if f.mode is not Mode.NEGATED for k in f.kinds]
    if any(relation(own, k) >= 0.6 for own in entry.secondary for k in said):
        return None
    alike = [relation(own, o) for own in entry.secondary for o in others]
    if alike and max(alike) < 0.4:
        return WhyNot.OTHER_ACTION, f"it {others[0]}s, the entry {entry.secondary[0]}s"
    return None


def _contrary(case: Case) -> Verdict:
    """How or under which condition the entry is done does not hold: "the normal way"."""
    entry, reading = case.entry, case.reading
    if said := contrary_to(entry, reading, case.lexicon):
        return WhyNot.RULED_OUT, said
    if said := keeps_out_of_hours(entry, case.frame, case.lexicon):
        return WhyNot.RULED_OUT, f'it says "{said}"'
    if said := goes_the_other_way(entry, reading.text, case.lexicon):
        return WhyNot.OPPOSITE_ACTION, f"it goes the other way, as to {said}"
    if said := keeps_what_is_destroyed(entry, reading):
        return WhyNot.RULED_OUT, f'it says "{said}"'
    return None


def _narrower(case: Case) -> Verdict:
    """It takes one where the entry takes all."""
    entry, frame = case.entry, case.frame
    if targets_another(entry, frame, case.lexicon):
        return WhyNot.SAFE_VARIANT, "it takes only a part"
    if entry.extent is not Extent.ALL:
        return None
    if some := takes_some(entry, frame, case.reading, case.lexicon):
        return WhyNot.SAFE_VARIANT, f'it takes only a part: "{some}"'
    if narrows_to_itself(entry, frame, case.lexicon):
        return None
    if numbers_one(entry, frame) or (
        frame.source is Source.COMMAND and _ONLY.search(frame.planned.text[:2000])
    ):
        return WhyNot.SAFE_VARIANT, "it takes only a part, or one after the other"
    if frame.extent is Extent.UNIT and not _about_units(entry):
        if names_one_address(entry, frame) or takes_one_row(frame):
            return WhyNot.SAFE_VARIANT, "it takes only one"
        return None
    coded = frame.source is Source.COMMAND  # a call's note ("only reads") narrows no call
    beside = (f.extent for f in case.reading.frames if f.source is Source.PROSE)
    partial = frame.extent in _PARTIAL and (frame.extent is not Extent.ONE or counts_a_part(frame))
    said = partial or (coded and any(e in {Extent.ONE, Extent.STEPS} for e in beside))
    if said or takes_one(entry, frame) or speaks_of_one(entry, frame, case.lexicon):
        return WhyNot.SAFE_VARIANT, "it takes only a part, or one after the other"
    return None


def _about_units(entry: EntryReading) -> bool:
    """Whether the entry is about nodes, pods or hosts themselves."""
    return bool({"instance", "partition", "cluster"} & (entry.head | entry.own))


def _place(case: Case) -> Verdict:
    """The Tokyo replica where the entry is about the Dublin one; half of the traffic, not all."""
    if other := another_place(case.entry, case.frame, case.reading, case.lexicon):
        return WhyNot.OTHER_ACTION, f"it is about {other}"
    if takes_a_share(case.entry, case.frame, case.reading):
        return WhyNot.SAFE_VARIANT, "it takes only a part"
    if leaves_the_place(case.entry, case.frame, case.reading, case.lexicon):
        return WhyNot.OPPOSITE_ACTION, "it goes away from what the entry goes to"
    return None


def _opposed(case: Case) -> Verdict:
    """It is done to the other of two: a replica where the entry is about the primary."""
    entry, terms = case.entry, case.reading.terms
    if case.frame.source is not Source.PROSE:
        prose = (f.terms for f in case.reading.frames if f.source is Source.PROSE)
        terms = case.frame.terms.union(*prose)
    if set(entry.kinds) & _BETWEEN:
        return None
    concept = case.lexicon.things.concept
    becomes = _BECOMES.findall(case.reading.text[:4000].lower())
    terms = terms - switched_off(case.reading, case.lexicon) - {concept(word) for word in becomes}
    for this, that in case.lexicon.language.opposed.items():
        one, other = concept(this), concept(that)
        if one in entry.terms and other not in entry.terms and other in terms and one not in terms:
            return WhyNot.OTHER_ACTION, f"it is about the {other}, not the {one}"
    return None


_CHECKS: Mapping[Callable[[Case], Verdict], str] = {
    _opposite: "opposite", _value: "value", _narrower: "narrower",
    _without_modifier: "without", _name: "name", _not_live: "name", _compound: "compound",
    _extended: "name", _beside: "name", _ends_another: "deed", _contrary: "contrary",
    _with_what_makes_it_safe: "with", _left_alone: "left out", _left_out: "left out",
    _place: "place", _opposed: "compound", _does_another_thing: "deed",
}  # fmt: skip
FAMILIES = tuple(dict.fromkeys(_CHECKS.values()))

__all__ = ["FAMILIES", "Against", "Case", "Verdict", "ruled_out"]
