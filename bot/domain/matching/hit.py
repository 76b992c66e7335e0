"""What a search yields for one entry; its reasons are worked out only where they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from bot.domain.action import PlannedAction
from bot.domain.entry import Entry
from bot.domain.match import WhyNot
from bot.domain.matching.evidence import Evidence
from bot.domain.matching.parts import Parts


class Why(NamedTuple):
    """The reasons for a match or against it, for a person.

    Attributes:
        why_not: None for a match.
        text: Why not, in a line.
        agreed: What agrees, in lines; empty unless it is a match.
    """

    why_not: WhyNot | None
    text: str = ""
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hit:
    """An entry with the comparison that decides about it.

    Attributes:
        entry: The entry.
        score: 1 and more is enough for a match; of a near miss, how near it came.
        matches: Whether the announcement repeats the entry.
        planned: The action that was compared; None where none is announced.
        elsewhere: The text names another service than the entry's.
        explain: Works the reasons out.
        names: How many of the entry's own objects the announcement names.
        evidence: What may be weighed; None behind a closed gate, where nothing is planned, and
            where a command or a call certainly does something else.
        agreed: What of some parts agrees, in lines.
    """

    entry: Entry
    score: float
    matches: bool
    planned: PlannedAction | None
    elsewhere: bool
    explain: Callable[[], Why] = field(repr=False, compare=False)
    names: int = 0
    evidence: Evidence | None = field(default=None, repr=False, compare=False)
    agreed: Callable[[Parts], tuple[str, ...]] = field(
        default=lambda _: (), repr=False, compare=False
    )

    @cached_property
    def why(self) -> Why:
        """The reasons, worked out once."""
        return self.explain()


__all__ = ["Hit", "Why"]
