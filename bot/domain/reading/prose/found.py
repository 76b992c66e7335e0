"""A word of action in a clause, as it was found."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.reading.lexicon import Form


@dataclass(frozen=True, slots=True)
class Found:
    """A word of action.

    Attributes:
        index: Position of its first token in the clause.
        end: Position after its last token.
        kinds: What it can mean.
        form: The form in which it stands.
        gap: Position of the particle of a phrasal verb, or -1.
        gap_size: How many tokens the particle has.
    """

    index: int
    end: int
    kinds: tuple[str, ...]
    form: Form
    gap: int = -1
    gap_size: int = 0


__all__ = ["Found"]
