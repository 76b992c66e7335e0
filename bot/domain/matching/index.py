"""Candidates: the entries whose service an announcement names, found by look-ups alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.domain.matching.names import How, is_same, mention_at
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon

Key = tuple[str, ...]
_RANK = {How.NAMED: 0, How.ALIAS: 1, How.GIVEN: 2, How.ANY: 3, How.SIMILAR: 4}


class Index:
    """Entries by the names of their services. Adding and removing touch only an entry's own keys."""

    def __init__(self) -> None:
        self._names: dict[Key, dict[str, bool]] = {}
        self._first: dict[str, dict[int, int]] = {}
        self._anywhere: dict[str, None] = {}

    def add(self, entry_id: str, reading: EntryReading) -> None:
        """Makes an entry findable."""
        for key, alias in _keys(reading):
            self._names.setdefault(key, {})[entry_id] = alias
            sizes = self._first.setdefault(key[0], {})
            sizes[len(key)] = sizes.get(len(key), 0) + 1
        if not reading.keys:
            self._anywhere[entry_id] = None

    def discard(self, entry_id: str, reading: EntryReading) -> None:
        """Forgets an entry; `reading` is the one it was added with."""
        for key, _ in _keys(reading):
            ids = self._names.get(key)
            if ids is None or entry_id not in ids:
                continue
            del ids[entry_id]
            if not ids:
                del self._names[key]
            sizes = self._first[key[0]]
            sizes[len(key)] -= 1
            if not sizes[len(key)]:
                del sizes[len(key)]
        self._anywhere.pop(entry_id, None)

    def named(self, words: Sequence[tuple[str, str]]) -> Iterator[tuple[Key, int, dict[str, bool]]]:
        """(name, where, entry ids -> whether it is an alias) for every name in the text."""
        for at, (word, _) in enumerate(words):
            for size in self._first.get(word, ()):
                key = tuple(w for w, _ in words[at : at + size])
                if len(key) == size and (ids := self._names.get(key)):
                    yield key, at, ids

    def of_service(self, service: str) -> dict[str, bool]:
        """The entries of a service given by name."""
        return self._names.get(tuple(re.findall(r"[^\W_]+", service.lower())), {})

    def anywhere(self) -> Iterator[str]:
        """The entries that hold for every service."""
        yield from self._anywhere


def _keys(reading: EntryReading) -> Iterator[tuple[Key, bool]]:
    for key in reading.keys:
        yield key, False
    for key in reading.aliases:
        if key and key not in reading.keys:
            yield key, True


def candidates(
    index: Index,
    readings: dict[str, EntryReading],
    words: Sequence[tuple[str, str]],
    given: str | None,
    lexicon: Lexicon,
) -> dict[str, How]:
    """Entry id -> how the text names its service.

    Args:
        words: The pieces of the text's names.
        given: The service of the channel or the call; it counts where the text names none.
    """
    found: dict[str, How] = {}

    def note(entry_id: str, how: How) -> None:
        if entry_id not in found or _RANK[how] < _RANK[found[entry_id]]:
            found[entry_id] = how

    for key, at, ids in index.named(words):
        mention = mention_at(words, at, len(key))
        if mention is None:
            continue
        for entry_id, alias in ids.items():
            same = is_same(mention, readings[entry_id], alias and len(key) == 1, lexicon)
            note(entry_id, (How.ALIAS if alias else How.NAMED) if same else How.SIMILAR)
    if given:
        for entry_id in index.of_service(given):
            if entry_id not in found:
                note(entry_id, How.GIVEN)
    for entry_id in index.anywhere():
        note(entry_id, How.ANY)
    return found


__all__ = ["Index", "candidates"]
