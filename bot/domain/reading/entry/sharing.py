"""Equal parts of many entries, kept once: most are empty, or the same for a service's entries."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def shared(value: T) -> T:
    """A value equal to the given one that others hold too, if it is among those seen lately."""
    return _kept(value)  # type: ignore[return-value]  # an equal value of the same type


@lru_cache(maxsize=16_384, typed=True)
def _kept(value: Hashable) -> Hashable:
    return value


__all__ = ["shared"]
