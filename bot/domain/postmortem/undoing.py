"""Which deed another one puts back: by the things that both name, and by their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_VALUE = re.compile(r"(?<![\w.-])\d[\d.,]*\d|(?<![\w.-])\d(?![\w-])")
_FROM = re.compile(r"\b(?:from|von|de|instead of|statt)\s(?:\w+\s)?(\d[\d.,]*)")
_OLD, _NEW = 2.0, -1.0
"""What it adds that a deed left the value that is back, or set it."""
_ENOUGH, _HALF = 1.0, 2
_MOST = 2
"""Deeds that one other puts back at most."""


def undone(
    things: Sequence[frozenset[str]], actions: Sequence[str], remedial: Sequence[bool]
) -> Iterator[tuple[int, int]]:
    """Pairs of a deed and the one that puts it back.

    Args:
        things: The stems that each action names, in the order of the story.
        actions: Their words.
        remedial: Whether each puts something back.

    Yields:
        The number of the deed that is meant most likely, the nearest of equals, and of the other.
    """
    for back, is_back in enumerate(remedial):
        left = things[back] if is_back else frozenset()
        for _ in range(_MOST):
            values = {
                number: _shared(things[number], left) + _by_value(actions[number], actions[back])
                for number in range(back)
                if not remedial[number] and things[number] & left
            }
            found = max(values, key=lambda number: (values[number], number), default=-1)
            if found < 0 or values[found] < _ENOUGH:
                break
            yield found, back
            left -= things[found]  # "check on, codec back to AAC" puts two deeds back


def _shared(one: frozenset[str], two: frozenset[str]) -> float:
    """How much two actions name together; one thing of many is no proof."""
    shared, fewer = len(one & two), min(len(one), len(two))
    return shared if _HALF * shared >= fewer else 0.0


def _by_value(action: str, back: str) -> float:
    """Whether a deed left the value that is put back, or only set it."""
    old = {found.strip(".,") for found in _FROM.findall(action)}
    values = set(_VALUE.findall(back))
    if old & values:
        return _OLD
    return _NEW if values & set(_VALUE.findall(action)) else 0.0
