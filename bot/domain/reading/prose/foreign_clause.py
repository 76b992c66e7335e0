"""What a clause in another language says."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.action import Mode
from bot.domain.reading.prose.verbs_in import Found


@dataclass(frozen=True, slots=True)
class ForeignClause:
    """What a clause in another language says.

    Attributes:
        found: Its words of action.
        modes: The mode of each of them.
        mode: The mode of the clause: planned if one of them is.
        terms: Concepts its words stand for.
        stop: Its function words.
        without: What it says is left out: "ohne Sperre", "sem concurrently", "CONCURRENTLYなしで".
    """

    found: tuple[Found, ...]
    modes: tuple[Mode, ...]
    mode: Mode
    terms: frozenset[str]
    stop: frozenset[str]
    without: tuple[str, ...] = ()


__all__ = ["ForeignClause"]
