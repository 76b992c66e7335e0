"""Everything that speaks for or against a match, as numbers, for whatever weighs it.

What rules out for certain is no evidence: an entry behind a closed gate or ruled out is not
weighed at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.action import Mode
from bot.domain.entry import Entry
from bot.domain.matching.names import How
from bot.domain.matching.parts import Parts
from bot.domain.matching.said import Said
from bot.domain.reading import Frame, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.verbatim import stems_of
from bot.domain.reading.lexicon import Lexicon

_NO_KIND = -2.0
_LONGEST = 2000
_SHORT, _HEAD, _CONTEXT = 300, 40, 100
_OTHER_MODES = (Mode.PAST, Mode.NEGATED, Mode.QUESTION, Mode.HYPOTHETICAL, Mode.READ_ONLY)

SIGNS = (
    "score", "kind", "no kind", "objects", "foreign", "other name", "value", "support", "announced",
    "no value", "both all", "narrowed", "safe", "office", "light", "whole", "changed",
    "in prose", "in a command", "subordinate", "nominal", "planned", "not planned",
    "score of what is not planned", *(mode.value for mode in _OTHER_MODES),
    "named", "alias", "given", "said otherwise", "words of the action", "words of the context",
    "length of the action", "length of the text", "a question mark",
    "matches", "score of the best other", "others",
)  # fmt: skip
"""What each number of `Evidence.numbers` is, in its order; the last three come from `beside`."""
_WORDS = SIGNS.index("words of the action")


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
        numbers: In the order of `SIGNS`.
        texts: The entry and the announcement as texts, to be asked about.
        compared: The planned action that they are about.
    """

    numbers: tuple[float, ...]
    texts: tuple[str, str]
    compared: Compared

    @property
    def in_own_words(self) -> bool:
        """Whether the announcement says every word of the entry's action."""
        return self.numbers[_WORDS] == 1.0

    def beside(self, *, matches: bool, others: Sequence[float]) -> tuple[float, ...]:
        """The numbers, with what the rules say and the scores of the other entries."""
        return (*self.numbers, float(matches), max(others, default=_NO_KIND), float(len(others)))


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
        *,
        otherwise: bool,
    ) -> Evidence:
        """The evidence for an entry whose gates are open.

        Args:
            entry: The entry.
            best: The planned action that comes nearest and is not ruled out.
            compared: Every action of the announcement beside the entry.
            how: How its service is named.
            otherwise: Whether another action says of the entry's own that it is not done.
        """
        frame, parts = best.said.frame, best.parts
        modes = {one.said.frame.mode for one in compared}
        aside = [one.score for one in compared if one.said.frame.mode is not Mode.PLANNED]
        aside_from = entry.own | self._lexicon.language["stop"]
        action = _stems(entry.entry.action) - aside_from
        context = _stems(entry.entry.context) - aside_from
        numbers = (
            best.score,
            _NO_KIND if parts.kind is None else parts.kind,
            parts.kind is None,
            parts.objects, parts.foreign, parts.other_name, parts.value, parts.support,
            parts.announced, parts.no_value, parts.both_all, parts.narrowed, parts.safe,
            parts.office, parts.light, parts.whole, parts.changed,
            frame.source is Source.PROSE, frame.source is Source.COMMAND,
            frame.subordinate, frame.nominal,
            len(compared) - len(aside), len(aside), max(aside, default=_NO_KIND),
            *(mode in modes for mode in _OTHER_MODES),
            how is How.NAMED, how is How.ALIAS, how is How.GIVEN,
            otherwise,
            len(action & self._stems) / max(1, len(action)), len(context & self._stems),
            len(action), len(self._text), "?" in self._text,
        )  # fmt: skip
        texts = (told(entry.entry), around(frame, self._text))
        return Evidence(tuple(map(float, numbers)), texts, best)


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


__all__ = ["SIGNS", "Compared", "Evidence", "Evidences", "around", "told"]
