"""What a short word means is worked out once: messages say the same words over and over."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, TypeVarTuple

_More = TypeVarTuple("_More")
_Meaning = TypeVar("_Meaning")
_MOST = 16_384
_LONGEST = 80


def remembered(
    function: Callable[[str, *_More], _Meaning],
) -> Callable[[str, *_More], _Meaning]:
    """A function of a word that remembers its answers, which nobody may change.

    Longer words are not remembered: a text full of them would fill the memory.
    """
    kept = lru_cache(maxsize=_MOST)(function)

    @wraps(function)
    def meaning(word: str, *more: *_More) -> _Meaning:
        return kept(word, *more) if len(word) <= _LONGEST else function(word, *more)

    return meaning


__all__ = ["remembered"]
