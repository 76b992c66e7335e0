"""One JSON object of a payload, with its path, and the checks that every limit is made of."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Surface = Literal["message", "modal", "home"]


def units(text: str) -> int:
    """Count as Slack does: UTF-16 code units, so that an emoji outside the BMP counts two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(slots=True)
class Tally:
    """What is counted over a whole payload, and the violations found so far."""

    surface: Surface
    lines: list[str] = field(default_factory=list)
    block_ids: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)

    def refuse(self, path: str, message: str) -> None:
        """Note one violation, as `path: message`."""
        self.lines.append(f"{path}: {message}")


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON object under check. Its methods note violations in the tally and never raise."""

    value: Mapping[str, Any]
    path: str
    tally: Tally

    @property
    def kind(self) -> str:
        """The object's `type`; empty where it has none or where it is no string."""
        kind = self.value.get("type")
        return kind if isinstance(kind, str) else ""

    def has(self, key: str) -> bool:
        """Say whether the key is there with a value; null counts as absent, as in Slack."""
        return self.value.get(key) is not None

    def at(self, key: str) -> str:
        """Name the path of a key; the payload itself has the empty path."""
        return f"{self.path}.{key}" if self.path else key

    def refuse(self, message: str, key: str = "") -> None:
        """Note a violation at this object or at one of its keys."""
        self.tally.refuse(self.at(key) if key else self.path or "(root)", message)

    def only(self, keys: Iterable[str]) -> None:
        """Refuse every key but these and `type`."""
        for key in sorted(self.value.keys() - set(keys) - {"type"}):
            self.refuse("unknown property", key)

    def string(
        self,
        key: str,
        at_most: int | None = None,
        *,
        at_least: int = 1,
        required: bool = False,
        pattern: str | None = None,
    ) -> str | None:
        """Check a string and its length in UTF-16 units; give it back where it is one."""
        value = self.value.get(key)
        if value is None:
            if required:
                self.refuse("required", key)
            return None
        if not isinstance(value, str):
            self.refuse("must be a string", key)
            return None
        length = units(value)
        if length < at_least:
            self.refuse(f"must be at least {at_least} character(s)", key)
        if at_most is not None and length > at_most:
            self.refuse(f"{length} characters, maximum {at_most}", key)
        if pattern is not None and not re.fullmatch(pattern, value):
            self.refuse(f"does not match {pattern}", key)
        return value

    def integer(self, key: str, low: int, high: int | None = None) -> int | None:
        """Check an optional whole number between two bounds, both allowed."""
        value = self.value.get(key)
        if value is None:
            return None
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or value < low or (high is not None and value > high):
            self.refuse(f"must be an integer from {low} to {high or 'any'}", key)
            return None
        return int(value)

    def boolean(self, key: str, *, required: bool = False) -> None:
        """Check a true or false."""
        if not self.has(key):
            if required:
                self.refuse("required", key)
        elif not isinstance(self.value[key], bool):
            self.refuse("must be true or false", key)

    def choice(self, key: str, allowed: Iterable[str], *, required: bool = False) -> None:
        """Check a word of a closed set."""
        if not self.has(key):
            if required:
                self.refuse("required", key)
        elif self.value[key] not in (words := sorted(allowed)):
            self.refuse(f"must be one of {', '.join(words)}", key)

    def exactly_one(self, *keys: str) -> None:
        """Refuse none of the keys and more than one of them."""
        if sum(self.has(key) for key in keys) != 1:
            self.refuse(f"exactly one of {', '.join(keys)} is required")

    def child(self, key: str, *, required: bool = False) -> "Node | None":
        """Give the object under a key; anything but an object is refused."""
        value = self.value.get(key)
        if value is None:
            if required:
                self.refuse("required", key)
            return None
        if not isinstance(value, Mapping):
            self.refuse("must be an object", key)
            return None
        return Node(value, self.at(key), self.tally)

    def array(
        self, key: str, low: int, high: int | None, *, required: bool = True
    ) -> list[tuple[str, Any]]:
        """Give a list's items with their paths, after a check of how many there are."""
        value = self.value.get(key)
        if value is None:
            if required:
                self.refuse("required", key)
            return []
        if not isinstance(value, list):
            self.refuse("must be an array", key)
            return []
        if len(value) < low or (high is not None and len(value) > high):
            self.refuse(f"{len(value)} items, allowed {low} to {high or 'any'}", key)
        return [(f"{self.at(key)}[{index}]", item) for index, item in enumerate(value)]

    def children(
        self, key: str, low: int, high: int | None, *, required: bool = True
    ) -> Iterator["Node"]:
        """Give the objects of a list; an item that is no object is refused."""
        for path, item in self.array(key, low, high, required=required):
            if isinstance(item, Mapping):
                yield Node(item, path, self.tally)
            else:
                self.tally.refuse(path, "must be an object")
