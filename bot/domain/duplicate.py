"""Entries that say the same thing in nearly the same words."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, utils

from bot.domain.entry import Entry

SAME_WORDS = 90.0
"""rapidfuzz ratio from which two actions within one scope count as the same."""


def near_duplicate(entry: Entry, others: Iterable[Entry]) -> Entry | None:
    """The older live entry that says the same: same scope, same windows, nearly the same words."""
    for other in others:
        same_scope = (
            {name.lower() for name in other.scope.services}
            == {name.lower() for name in entry.scope.services}
            and set(other.scope.environments) == set(entry.scope.environments)
            and other.scope.windows == entry.scope.windows
        )
        if same_scope and other.id != entry.id and other.is_live(entry.created):
            alike = fuzz.token_sort_ratio(
                other.action, entry.action, processor=utils.default_process
            )
            if alike >= SAME_WORDS and _numbers(other.action) == _numbers(entry.action):
                return other
    return None


def _numbers(text: str) -> list[str]:
    return sorted(word for word in text.split() if any(char.isdigit() for char in word))
