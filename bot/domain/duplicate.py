"""Entries that say the same thing in nearly the same words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from rapidfuzz import fuzz

from bot.domain.entry import Entry

SAME_WORD = 85.0
"""rapidfuzz ratio from which two plain words count as one, misspelt."""

_WORD = re.compile(r"[\w./*-]+")
_PLAIN = re.compile(r"[^\W\d_]{4,}")
_EMPTY_WORDS = frozenset("a an the of on in for to at by with please just now".split())


def near_duplicate(entry: Entry, others: Iterable[Entry], now: datetime) -> Entry | None:
    """The entry, live at `now`, with the same scope, windows and, but for spelling, the same words.

    Names, numbers and options must be equal to the letter: `users_idx` is not `orders_idx`, and
    merging two different entries would lose protection.
    """
    words = _words(entry.action)
    for other in others:
        if (
            other.id != entry.id
            and other.is_live(now)
            and _scope(other) == _scope(entry)
            and _same_words(_words(other.action), words)
        ):
            return other
    return None


def older_twins(entries: Iterable[Entry], now: datetime) -> dict[str, Entry]:
    """By the id of each entry that repeats an older one of them: the first such, as above."""
    alike: dict[tuple[object, ...], list[tuple[Entry, list[str]]]] = {}
    found = {}
    for entry in sorted(entries, key=lambda one: (one.created, one.id)):
        words = _words(entry.action)
        older = alike.setdefault((*_scope(entry), len(words)), [])
        twin = next((one for one, said in older if _same_words(said, words)), None)
        if twin is not None:
            found[entry.id] = twin
        if entry.is_live(now):
            older.append((entry, words))
    return found


def _scope(entry: Entry) -> tuple[object, ...]:
    scope = entry.scope
    return (
        frozenset(name.lower() for name in scope.services),
        frozenset(scope.environments),
        scope.windows,
    )


def _words(text: str) -> list[str]:
    return sorted({word for word in _WORD.findall(text.lower()) if word not in _EMPTY_WORDS})


def _same_words(first: list[str], second: list[str]) -> bool:
    left = [word for word in first if word not in second]
    right = [word for word in second if word not in first]
    if len(left) != len(right):
        return False
    return all(
        _PLAIN.fullmatch(one) and _PLAIN.fullmatch(two) and fuzz.ratio(one, two) >= SAME_WORD
        for one, two in zip(left, right, strict=True)
    )
