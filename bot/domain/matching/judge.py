"""Entries laid beside one announcement: each comes out as a match or a near miss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.domain.action import Situation
from bot.domain.match import WhyNot
from bot.domain.matching.compare import another_action, compare, is_near, said_otherwise, says_less
from bot.domain.matching.explain import agreed, other_action
from bot.domain.matching.gates import Gate, environment_gate, time_gate
from bot.domain.matching.hit import Hit, Why
from bot.domain.matching.names import How
from bot.domain.matching.parts import Parts
from bot.domain.matching.ruling_out import Verdict
from bot.domain.matching.said import Said, said_in
from bot.domain.matching.score import score
from bot.domain.reading import Named, Reading
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.wording import written_in


class _Best(NamedTuple):
    """The action that repeats an entry, or else the one that comes nearest.

    `otherwise` is what another action of the text says against it.
    """

    repeats: bool
    score: float
    said: Said
    parts: Parts
    otherwise: Verdict = None


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
        self._gates: dict[object, Gate] = {}

    def hit(self, entry: EntryReading, how: How) -> Hit:
        """What the announcement is to an entry whose service it names in this way."""
        best = self._best(entry)
        if best is None:
            return Hit(
                entry.entry, 0.0, False, None, how is How.SIMILAR,
                lambda: Why(WhyNot.OTHER_ACTION, "no action is announced"),
            )  # fmt: skip
        gate, time = self._environment_gate(entry), time_gate(entry, self._situation)
        here = how is not How.SIMILAR and gate.open and time.open
        return Hit(
            entry.entry, best.score, here and best.repeats, best.said.frame.planned,
            how is How.SIMILAR, lambda: self._why(entry, how, gate, time, best),
            len(best.parts.shared),
        )  # fmt: skip

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

    def _best(self, entry: EntryReading) -> _Best | None:
        best: _Best | None = None
        otherwise: Verdict = None
        for said in self._said:
            parts = compare(entry, said, self._reading, self._lexicon)
            value = score(parts)
            another = self._is_another(entry, said, parts) if is_near(value, parts) else None
            otherwise = otherwise or said_otherwise(said.frame, parts, another)
            repeats = value >= 1 and another is None
            if best is None or (repeats, value) > (best.repeats, best.score):
                best = _Best(repeats, value, said, parts)
        if otherwise and best and best.repeats and says_less(best.said.frame, best.parts):
            return best._replace(repeats=False, otherwise=otherwise)
        return best

    def _is_another(
        self, entry: EntryReading, said: Said, parts: Parts
    ) -> tuple[WhyNot, str] | None:
        return another_action(entry, said, parts, self._reading, self._lexicon)

    def _why(self, entry: EntryReading, how: How, gate: Gate, time: Gate, best: _Best) -> Why:
        """The reasons for what `hit` says, the hard gates first."""
        if how is How.SIMILAR:
            return Why(WhyNot.OTHER_SERVICE, "another service is named")
        for closed in (gate, time):
            if not closed.open:
                return Why(closed.why_not, closed.text)
        if another := best.otherwise or self._is_another(entry, best.said, best.parts):
            return Why(*another)
        if best.score < 1:
            return Why(WhyNot.OTHER_ACTION, other_action(best.parts))
        written = written_in(best.parts.shared, self._reading.text, self._lexicon)
        return Why(None, agreed=agreed(entry, best.parts, how, gate.text, written))


__all__ = ["Judge"]
