"""Candidates: the entries whose service an announcement names, found by look-ups alone.

Names lead to services and services to entries, so that another name of a service, given with
one entry, finds all entries of that service.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from bot.domain.matching.names import How, is_same, mention_at
from bot.domain.matching.slips import one_slip
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.names import is_product, name_pieces
from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.terms import pieces_of

Key = tuple[str, ...]
K = TypeVar("K")
V = TypeVar("V")
_MOST_SPELT = 4_096
_BEST_FIRST = (How.NAMED, How.ALIAS, How.SIMILAR, How.PRODUCT)


class Index:
    """Entries by the names of their services; a change touches only an entry's own keys.

    Args:
        roles: Stem of a technology -> stems of the words for what runs on it.
    """

    def __init__(self, roles: Mapping[str, frozenset[str]]) -> None:
        self._roles = roles
        self._entries: dict[Key, dict[str, None]] = {}
        self._services: dict[Key, Counter[Key]] = {}
        self._sizes: dict[str, Counter[int]] = {}
        self._pieces: dict[str, dict[Key, Counter[bool]]] = {}
        self._anywhere: dict[str, None] = {}
        self._spelt: dict[str, str] = {}

    def add(self, entry_id: str, reading: EntryReading) -> None:
        """Makes an entry findable."""
        self._spelt.clear()
        for service in reading.keys:
            self._entries.setdefault(service, {})[entry_id] = None
            for piece, own in _pieces(service, reading, self._roles):
                self._pieces.setdefault(piece, {}).setdefault(service, Counter())[own] += 1
            for name in _names(service, reading):
                self._services.setdefault(name, Counter())[service] += 1
                self._sizes.setdefault(name[0], Counter())[len(name)] += 1
        if not reading.keys:
            self._anywhere[entry_id] = None

    def discard(self, entry_id: str, reading: EntryReading) -> None:
        """Forgets an entry; `reading` is the one it was added with."""
        self._spelt.clear()
        for service in reading.keys:
            self._entries[service].pop(entry_id, None)
            if not self._entries[service]:
                del self._entries[service]
            for piece, own in _pieces(service, reading, self._roles):
                _less(self._pieces[piece], service, own)
                if not self._pieces[piece]:
                    del self._pieces[piece]
            for name in _names(service, reading):
                _less(self._services, name, service)
                _less(self._sizes, name[0], len(name))
        self._anywhere.pop(entry_id, None)

    def named(self, words: Sequence[tuple[str, str]]) -> Iterator[tuple[Key, int, list[Key]]]:
        """(name, where it begins, the services it names) for every name in the text."""
        for at, (word, _) in enumerate(words):
            for size in self._sizes.get(word, ()):
                name = tuple(w for w, _ in words[at : at + size])
                if len(name) == size and (services := self._services.get(name)):
                    yield name, at, list(services)

    def with_piece(self, piece: str) -> Mapping[Key, bool]:
        """The services that a stem stands for: True where it is in their own name.

        False means in another name, or in an identifier of one of their entries.
        """
        found = self._pieces.get(piece)
        return {service: True in how for service, how in found.items()} if found else {}

    def spelt(self, word: str) -> str:
        """The piece of a service's own name that a word is with one slip in it, or the word.

        The same words come again and again: what was found is kept until an entry changes.
        """
        if (known := self._spelt.get(word)) is not None:
            return known
        if len(self._spelt) >= _MOST_SPELT:
            self._spelt.clear()
        self._spelt[word] = found = self._without_slip(word)
        return found

    def _without_slip(self, word: str) -> str:
        pieces = self._pieces  # few of the many slips are in any name
        found = [
            other
            for other in one_slip(word)
            if (piece := stem(other)) in pieces and self._is_own(piece)
        ]
        if len(set(map(stem, found))) != 1:
            return word
        return next((other for other in found if other in self._sizes), found[0])

    def knows(self, word: str) -> bool:
        """Whether a word stands in the name of a service, or in what describes it."""
        return word in self._sizes or stem(word) in self._pieces

    def _is_own(self, piece: str) -> bool:
        return any(True in how for how in self._pieces.get(piece, {}).values())

    def services_of(self, name: str) -> list[Key]:
        """The services that a name given with a channel or a call stands for."""
        return list(self._services.get(tuple(re.findall(r"[^\W_]+", name.lower())), ()))

    def entries_of(self, service: Key) -> Iterator[str]:
        """The entries of a service."""
        yield from self._entries.get(service, ())

    def anywhere(self) -> Iterator[str]:
        """The entries that hold for every service."""
        yield from self._anywhere


def _names(service: Key, reading: EntryReading) -> list[Key]:
    flags = (tuple(pieces) for name in reading.names if len(pieces := name_pieces(name)) > 2)
    others = (a for a in (*reading.aliases, *reading.hosts) if a)
    return list(dict.fromkeys([service, *others, *flags]))


def _pieces(
    service: Key, reading: EntryReading, roles: Mapping[str, frozenset[str]]
) -> Iterator[tuple[str, bool]]:
    """Stems of the words that stand for a service, and whether its own name has them."""
    others = {p for name in reading.aliases for p in name}
    others |= {p for name in reading.names for p in pieces_of(name)}
    own = set(map(stem, service))
    yield from ((piece, True) for piece in own)
    told = {*map(stem, others), *reading.description}
    played = {role for piece in own | told if piece in roles for role in roles[piece]}
    yield from ((piece, False) for piece in (told | played) - own)


def _less(counters: dict[K, Counter[V]], key: K, of: V) -> None:
    counter = counters[key]
    counter[of] -= 1
    if not counter[of]:
        del counter[of]
    if not counter:
        del counters[key]


def _is_flag(
    name: Key, services: Sequence[Key], readings: Mapping[str, EntryReading], index: Index
) -> bool:
    """Whether a name is only an identifier in the action of an entry: of a flag, of a table."""
    return not any(
        name == service or any(name in readings[i].aliases for i in index.entries_of(service))
        for service in services
    )


def candidates(
    index: Index,
    readings: Mapping[str, EntryReading],
    words: Sequence[tuple[str, str]],
    given: str | None,
    lexicon: Lexicon,
) -> dict[str, How]:
    """Entry id -> how the text names its service.

    Args:
        index: Where to look.
        readings: The entries, by id.
        words: The pieces of the text's names.
        given: The service of the channel or the call; it counts where the text names none.
        lexicon: What may extend a name.
    """
    found = _in_text(index, readings, words, lexicon)
    if given:
        for service in index.services_of(given):
            for entry_id in index.entries_of(service):
                if found.get(entry_id, How.PRODUCT) is How.PRODUCT:
                    found[entry_id] = How.GIVEN
    for entry_id in index.anywhere():
        found.setdefault(entry_id, How.ANY)
    return found


def _in_text(
    index: Index,
    readings: Mapping[str, EntryReading],
    words: Sequence[tuple[str, str]],
    lexicon: Lexicon,
) -> dict[str, How]:
    """How the text itself names services; a longer name says more than a product."""
    ways: dict[str, set[How]] = {}
    for name, at, services in index.named(words):
        mention = mention_at(words, at, len(name))
        if mention is None:
            continue
        product = is_product(name, lexicon) or _is_flag(name, services, readings, index)
        for service in services:
            alias = name != service
            how = (How.PRODUCT if product else How.ALIAS) if alias else How.NAMED
            for entry_id in index.entries_of(service):
                same = is_same(mention, readings[entry_id], alias and len(name) == 1, lexicon)
                ways.setdefault(entry_id, set()).add(how if same else How.SIMILAR)
    return {
        entry_id: next(how for how in _BEST_FIRST if how in said) for entry_id, said in ways.items()
    }


__all__ = ["Index", "candidates"]
