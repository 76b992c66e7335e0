"""Entries laid beside one announcement: each comes out as a match or a near miss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.domain.action import Mode, Situation
from bot.domain.match import WhyNot
from bot.domain.matching.compare import another_action, compare, is_near, said_otherwise, says_less
from bot.domain.matching.evidence import Compared, Evidence, Evidences
from bot.domain.matching.explain import agreed, other_action
from bot.domain.matching.gates import Gate, environment_gate, time_gate
from bot.domain.matching.hit import Hit, Why
from bot.domain.matching.names import How
from bot.domain.matching.parts import Parts
from bot.domain.matching.ruling_out import Against
from bot.domain.matching.said import Said, as_planned, said_in
from bot.domain.matching.score import score
from bot.domain.reading import Named, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.wording import written_in


class _Best(NamedTuple):
    """The action that repeats an entry, or else the one that comes nearest.

    `otherwise` is what another action of the text says against a match; `against`, what
    one says against it, match or not.
    """

    repeats: bool
    compared: Compared
    otherwise: Against | None = None
    against: Against | None = None


class Judge:
    """Judges entries by one announcement.

    Args:
        reading: The announcement.
        environments: The environments that it or its thread names.
        situation: What is known around it.
        lexicon: The words.
    """

    def __init__(
        self,
        reading: Reading,
        environments: Sequence[Named],
        situation: Situation,
        lexicon: Lexicon,
    ) -> None:
        self._reading, self._lexicon = reading, lexicon
        self._environments, self._situation = environments, situation
        self._said = said_in(reading, lexicon)
        self._evidences = Evidences(reading, lexicon)
        self._gates: dict[object, Gate] = {}

    def hit(self, entry: EntryReading, how: How) -> Hit:
        """What the announcement is to an entry whose service it names in this way."""
        compared = self._compared(entry)
        best = self._best(entry, compared)
        if best is None:
            return Hit(
                entry.entry, 0.0, False, None, how is How.SIMILAR,
                lambda: Why(WhyNot.OTHER_ACTION, "no action is announced"),
            )  # fmt: skip
        gate, time = self._environment_gate(entry), time_gate(entry, self._situation)
        here = how is not How.SIMILAR and gate.open and time.open
        return Hit(
            entry.entry, best.compared.score, here and best.repeats,
            best.compared.said.frame.planned, how is How.SIMILAR,
            lambda: self._why(entry, how, gate, time, best),
            len(best.compared.parts.shared),
            self._evidence(entry, how, compared, best) if here else None,
            lambda parts: self._agreed(entry, how, gate, parts),
        )  # fmt: skip

    def _evidence(
        self, entry: EntryReading, how: How, compared: Sequence[Compared], best: _Best
    ) -> Evidence | None:
        """What may be weighed: the nearest planned action.

        A command or a call that does the opposite, or it to another thing, is not weighed, nor one
        that only looks, and otherwise than an entry of a look does.
        """
        planned = [one for one in compared if one.said.frame.mode is Mode.PLANNED]
        nearest = max(planned, key=lambda one: one.score, default=None)
        if (
            entry.looks
            and not best.repeats
            and nearest
            and nearest.said.frame.source is not Source.PROSE
        ):
            return None
        if nearest is None:
            return None
        another = self._is_another(entry, nearest.said, nearest.parts)
        if another and another.is_certain and nearest.said.frame.source is not Source.PROSE:
            return None
        return self._evidences.of(entry, nearest, compared, how, another, best.against)

    def _environment_gate(self, entry: EntryReading) -> Gate:
        """The gate of an entry's environments; a service's entries mostly share it."""
        key = (entry.environments, entry.elsewhere, entry.keys, entry.aliases)
        gate = self._gates.get(key)
        if gate is None:
            gate = environment_gate(
                entry, self._environments, self._situation, self._lexicon, self._reading.text
            )
            self._gates[key] = gate
        return gate

    def _compared(self, entry: EntryReading) -> list[Compared]:
        said = map(as_planned, self._said) if entry.looks else self._said
        parts = ((s, compare(entry, s, self._reading, self._lexicon)) for s in said)
        return [Compared(said, part, score(part)) for said, part in parts]

    def _best(self, entry: EntryReading, compared: Sequence[Compared]) -> _Best | None:
        best: _Best | None = None
        otherwise: Against | None = None
        for one in compared:
            near = is_near(one.score, one.parts)
            another = self._is_another(entry, one.said, one.parts) if near else None
            otherwise = otherwise or said_otherwise(one.said.frame, one.parts, another)
            repeats = one.score >= 1 and another is None
            if best is None or (repeats, one.score) > (best.repeats, best.compared.score):
                best = _Best(repeats, one)
        if best is None or not otherwise:
            return best
        best = best._replace(against=otherwise)
        less = says_less(best.compared.said.frame, best.compared.parts)
        return best._replace(repeats=False, otherwise=otherwise) if best.repeats and less else best

    def _is_another(self, entry: EntryReading, said: Said, parts: Parts) -> Against | None:
        return another_action(entry, said, parts, self._reading, self._lexicon)

    def _why(self, entry: EntryReading, how: How, gate: Gate, time: Gate, best: _Best) -> Why:
        """The reasons for what `hit` says, the hard gates first."""
        if how is How.SIMILAR:
            return Why(WhyNot.OTHER_SERVICE, "another service is named")
        for closed in (gate, time):
            if not closed.open:
                return Why(closed.why_not, closed.text)
        score, parts = best.compared.score, best.compared.parts
        if another := best.otherwise or self._is_another(entry, best.compared.said, parts):
            return Why(another.why_not, another.text)
        if score < 1:
            return Why(WhyNot.OTHER_ACTION, other_action(parts))
        return Why(None, agreed=self._agreed(entry, how, gate, parts))

    def _agreed(self, entry: EntryReading, how: How, gate: Gate, parts: Parts) -> tuple[str, ...]:
        own, said = entry.entry.action, self._reading.text  # people know the entry's own words
        written = next(
            filter(None, (written_in(parts.shared, t, self._lexicon) for t in (own, said))), ()
        )
        whence = self._situation.whence("service")
        return agreed(entry, parts, how, gate.text, written, whence=whence)


__all__ = ["Judge"]
