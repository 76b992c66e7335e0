"""A small cache with a life for each value; what is older does not exist."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Fresh(Generic[K, V]):
    """Values not older than `seconds`, at most `size` of them.

    Args:
        seconds: Life of a value.
        monotonic: A clock in seconds that never goes back.
        size: The value unused for longest goes first.
    """

    def __init__(self, seconds: float, monotonic: Callable[[], float], size: int = 2000) -> None:
        self._seconds, self._clock, self._size = seconds, monotonic, size
        self._kept: OrderedDict[K, tuple[float, V]] = OrderedDict()
        self._lock = Lock()
        self._forgets = 0

    def get(self, key: K, look_up: Callable[[], V]) -> V:
        """The value under `key`; looked up if there is none. What raises is not kept.

        A value is as old as the beginning of its look-up, and one that was looked up while
        something was forgotten is handed out but not kept: it may be what was to be forgotten.
        """
        with self._lock:
            asked_at, forgets = self._clock(), self._forgets
            found = self._kept.get(key)
            if found is not None and asked_at - found[0] < self._seconds:
                self._kept.move_to_end(key)
                return found[1]
        value = look_up()
        with self._lock:
            if forgets == self._forgets:
                self._kept[key] = (asked_at, value)
                while len(self._kept) > self._size:
                    self._kept.popitem(last=False)
        return value

    def forget(self, *keys: K) -> None:
        """Drop these values; without keys, all of them."""
        with self._lock:
            self._forgets += 1
            if not keys:
                self._kept.clear()
            for key in keys:
                self._kept.pop(key, None)
