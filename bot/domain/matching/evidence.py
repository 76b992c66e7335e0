"""Everything that speaks for or against a match, as numbers, for whatever weighs it.

An entry behind a closed gate has none and is not weighed: one that is dead, elsewhere or out of
its hours, for which nothing is planned, or whose opposite, or the like of another thing, a command
or a call does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.domain.action import Mode
from bot.domain.entry import Entry
from bot.domain.match import WhyNot
from bot.domain.matching.names import How
from bot.domain.matching.parts import Parts
from bot.domain.matching.ruling_out import FAMILIES, Against
from bot.domain.matching.said import Said
from bot.domain.reading import Frame, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.verbatim import stems_of
from bot.domain.reading.lexicon import Lexicon

_NO_KIND = -2.0
_LONGEST = 2000
_SHORT, _HEAD, _CONTEXT = 300, 40, 100
_CODE = "⟦"
_OTHER_MODES = (Mode.PAST, Mode.NEGATED, Mode.QUESTION, Mode.HYPOTHETICAL, Mode.READ_ONLY)
_HOW = (How.NAMED, How.ALIAS, How.GIVEN)
_PARTS = (
    "objects", "foreign", "other_name", "value", "support", "announced", "no_value", "both_all",
    "narrowed", "safe", "office", "light", "whole", "changed",
)  # fmt: skip
_ALONE = {
    "planned": 1.0, "not planned": 0.0, "score of what is not planned": _NO_KIND,
    "said otherwise": 0.0, "said the opposite": 0.0, **{mode.value: 0.0 for mode in _OTHER_MODES},
}  # fmt: skip
"""What the rest of an announcement says, where there is no rest."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One action of the announcement beside the entry: its parts and their score."""

    said: Said
    parts: Parts
    score: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for or against one entry.

    Attributes:
        signs: What speaks for or against it, by name, as numbers.
        texts: The entry and the announcement as texts, to be asked about.
        compared: The planned action that they are about.
        in_own_words: Whether the announcement says every word of the entry's action.
    """

    signs: Mapping[str, float]
    texts: tuple[str, str]
    compared: Compared
    in_own_words: bool

    @property
    def clause(self) -> str:
        """What the announcement says of this action by itself, without what stands around it."""
        own = self.compared.said.frame.planned.text[:_SHORT]
        return own if own and _CODE not in own else self.texts[1]

    @property
    def is_command(self) -> bool:
        """Whether the action is a command."""
        return self.compared.said.frame.source is Source.COMMAND

    @property
    def by_itself(self) -> Evidence:
        """The evidence of this action alone, without what else the announcement says."""
        clause = self.clause
        signs = {**self.signs, **_ALONE, "a question mark": float("?" in clause)}
        signs["length of the text"] = float(len(clause))
        return replace(self, signs=signs, texts=(self.texts[0], clause))


class Evidences:
    """Gathers the evidence of one announcement; what does not depend on the entry, once.

    Args:
        reading: The announcement.
        lexicon: The words.
    """

    def __init__(self, reading: Reading, lexicon: Lexicon) -> None:
        self._text, self._lexicon = reading.text, lexicon
        self._stems = stems_of(reading.text[:_LONGEST])

    def of(
        self,
        entry: EntryReading,
        best: Compared,
        compared: Sequence[Compared],
        how: How,
        another: Against | None,
        against: Against | None,
    ) -> Evidence:
        """The evidence for an entry whose gates are open.

        Args:
            entry: The entry.
            best: The planned action that comes nearest.
            compared: Every action of the announcement beside the entry.
            how: How its service is named.
            another: What speaks for this action being another one.
            against: What another action says against a match.
        """
        frame, parts = best.said.frame, best.parts
        family = another.family if another else ""
        modes = {one.said.frame.mode for one in compared}
        aside = [one.score for one in compared if one.said.frame.mode is not Mode.PLANNED]
        aside_from = entry.own | self._lexicon.language["stop"]
        action = _stems(entry.entry.action) - aside_from
        context = _stems(entry.entry.context) - aside_from
        said = action & (self._stems | best.said.stems)
        signs = {
            "score": best.score,
            "kind": _NO_KIND if parts.kind is None else parts.kind,
            "no kind": parts.kind is None,
            **{name: getattr(parts, name) for name in _PARTS},
            "in prose": frame.source is Source.PROSE,
            "in a command": frame.source is Source.COMMAND,
            "subordinate": frame.subordinate,
            "nominal": frame.nominal,
            "planned": len(compared) - len(aside),
            "not planned": len(aside),
            "score of what is not planned": max(aside, default=_NO_KIND),
            **{mode.value: mode in modes for mode in _OTHER_MODES},
            **{f"service {one.value}": how is one for one in _HOW},
            "said otherwise": against is not None,
            "said the opposite": against is not None
            and against.why_not is WhyNot.OPPOSITE_ACTION,
            **{f"other by {name}": family == name for name in FAMILIES},
            "words of the action": len(said) / max(1, len(action)),
            "words of the context": len(context & self._stems),
            "length of the action": len(action),
            "length of the text": len(self._text),
            "a question mark": "?" in self._text,
        }  # fmt: skip
        texts = (told(entry.entry), around(frame, self._text))
        numbers = {name: float(value) for name, value in signs.items()}
        return Evidence(numbers, texts, best, bool(action) and said == action)


def told(entry: Entry) -> str:
    """An entry as a text: what is done, and where."""
    return f"{entry.action}. {entry.context[:_CONTEXT]}"


def around(frame: Frame, text: str) -> str:
    """An announcement's text, or of a long one an action with what stands around it."""
    if len(text) <= _SHORT:
        return text
    start = max(0, text.find(frame.planned.text[:_HEAD]) - _SHORT // 3)
    return text[start : start + _SHORT]


@lru_cache(maxsize=8192)
def _stems(text: str) -> frozenset[str]:
    return stems_of(text[:_LONGEST])


__all__ = ["Compared", "Evidence", "Evidences", "around", "told"]
