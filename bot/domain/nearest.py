"""The nearest names to a misspelt one, for errors that help."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

_CLOSE = 70.0
"""Least rapidfuzz ratio: "retsart" to "restart" has 86, "list" to "edit" 50."""
_SHORT = 4
"""Names up to this length are close with one slip: a changed, added, missing or swapped letter."""


def nearest(word: str, choices: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The choices that the word may have meant, nearest first.

    Args:
        word: What was written.
        choices: What there is.
        limit: At most so many.

    Returns:
        Choices that are close enough, or that the word begins; empty where none is.
    """
    wanted = word.strip().lower()
    names = {choice.lower(): choice for choice in choices}
    if not wanted or not names:
        return ()
    scored: dict[str, float] = {}
    for name, score, _ in process.extract(wanted, names.keys(), scorer=fuzz.ratio, limit=None):
        if score >= _CLOSE or (min(len(name), len(wanted)) <= _SHORT and _one_slip(name, wanted)):
            scored[name] = score
        elif len(wanted) > 1 and name.startswith(wanted):
            scored[name] = _CLOSE
    best = sorted(scored, key=lambda name: (OSA.distance(name, wanted), -scored[name], name))
    return tuple(names[name] for name in best[:limit])


def _one_slip(name: str, wanted: str) -> bool:
    return len(wanted) > 1 and OSA.distance(name, wanted, score_cutoff=1) <= 1
