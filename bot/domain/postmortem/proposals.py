"""Ideas that nobody carried out: "Idea: empty the table. Rejected by Lena"."""

from __future__ import annotations

import re
from functools import cache

from bot.domain.lesson_words import load_words


def is_only_proposed(text: str, after: str) -> bool:
    """Whether a sentence that opens as a proposal was not carried out, as far as is told.

    Args:
        text: The sentence.
        after: The one after it in its piece.
    """
    return (
        _pattern("idea").match(text) is not None
        and _pattern("carried_on").search(f"{text} {after}") is None
    )


def is_turned_down(after: str) -> bool:
    """Whether the sentence after an order or a proposal begins with a refusal."""
    return _pattern("turned_down").match(after) is not None


@cache
def _pattern(group: str) -> re.Pattern[str]:
    return re.compile("|".join(load_words("postmortem")["proposals"][group]), re.IGNORECASE)
