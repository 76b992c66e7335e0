"""Services that a text only hints at: "billing DB", "the mongo cluster with the profiles".

One word of a service's name, of its description or for what it runs on says which service may be
meant. That it is meant, its action says: it must repeat an entry of one of them, and of one alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.domain.matching.described import Words, hyphenated, is_prefix
from bot.domain.matching.hit import Hit
from bot.domain.matching.index import Index, Key
from bot.domain.reading import Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.names import name_pieces
from bot.domain.reading.lexicon import Lexicon, stem

_HEADING = re.compile(r"\s*([^\W_][\w ./-]{1,40}):\s")
_FEW = 3
_MOST = 8
_LONGEST = 200
_SAYS_NOTHING = frozenset({"main", "core", "api", "app", "web", "data", "live"})


def hinted(
    index: Index, readings: Mapping[str, EntryReading], reading: Reading, lexicon: Lexicon
) -> tuple[Key, ...]:
    """The services that a text in prose may mean, where it names none.

    A word that the names of two services share, or more than a few are described by, hints at none
    of them; one that another word
    goes with ("the guest wifi resolver") only where the service's entry knows that word too. A text
    that names another resource hints at nothing.

    Args:
        index: Where to look.
        readings: The entries, by id.
        reading: The text.
        lexicon: Which words mean something by themselves.
    """
    if reading.other_names or any(f.source is not Source.PROSE for f in reading.frames):
        return ()
    heading = _HEADING.match(reading.text)
    words = reading.words[:_LONGEST]
    if heading and (found := _hinted_by(_pieces(heading[1], words), index, readings, lexicon)):
        return found
    return _hinted_by(words, index, readings, lexicon)


def _pieces(heading: str, words: Words) -> Words:
    """The words of a text that are its heading: "CDN" in "CDN: denying all crawlers"."""
    return words[: len(re.findall(r"[^\W_]+", heading))]


def _hinted_by(
    words: Words, index: Index, readings: Mapping[str, EntryReading], lexicon: Lexicon
) -> tuple[Key, ...]:
    names = list(hyphenated(words))
    found: dict[Key, None] = {}
    for at, (word, _) in enumerate(words):
        if word in _SAYS_NOTHING or word in lexicon.language["stop"]:
            continue
        services = index.with_piece(stem(word))
        if len(services) > _FEW or sum(services.values()) > 1:
            continue
        for service in services:
            entry = readings[next(index.entries_of(service))]
            if _goes_with(words, at, entry, lexicon) and not any(
                _is_strange(name, entry, lexicon) for name in names
            ):
                found[service] = None
    return tuple(found)[:_MOST]


def _goes_with(words: Words, at: int, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether the word before, if it belongs to this one, is one that the entry knows."""
    before = words[at - 1][0] if at and words[at][1] in {" ", "-", "_"} else ""
    return (
        not before
        or before in lexicon.language["stop"]
        or before in lexicon.words
        or before in lexicon.environments.names
        or _knows(before, entry, lexicon)
    )


def _knows(word: str, entry: EntryReading, lexicon: Lexicon) -> bool:
    return lexicon.things.concept(word) in entry.known or stem(word) in entry.description


def _is_strange(name: Sequence[str], entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether a hyphenated name may be that of another service: "alumni-sql", not "on-prem"."""
    if is_prefix(name[0]) or "-".join(name) in lexicon.words:
        return False
    return not all(_knows(piece, entry, lexicon) for piece in name)


def of_one_service(hits: Sequence[Hit]) -> list[Hit]:
    """The matches, if they are all of one service."""
    matches = [hit for hit in hits if hit.matches]
    services = {frozenset(map(name_pieces, hit.entry.scope.services)) for hit in matches}
    return matches if len(services) == 1 else []


__all__ = ["hinted", "of_one_service"]
