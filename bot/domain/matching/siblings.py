"""Siblings: payments-web is no payments-api, however much of the name they share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.domain.matching.described import hyphenated, is_prefix
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.verbatim import stems_of
from bot.domain.reading.lexicon import Lexicon, stem

_LONGEST = 400
_SHORT = 2
_JOINING = frozenset({"-", "_"})
# What a part of a system is called beside its other parts.
_PARTS = frozenset(
    "web worker workers api service gateway gw db database cache consumer consumers producer "
    "admin batch scheduler frontend backend ui cron proxy queue svc server client bot portal app "
    "mobile edge router relay sync exporter importer indexer search store auth webhook webhooks "
    "events stream ingest processor runner agent collector reports reporting bff graphql grpc "
    "rest cms sidekiq celery listener publisher subscriber dispatcher notifier mailer "
    "pg postgres mysql redis mongo kafka rabbit rabbitmq es elastic".split()
)
# After a blank, these name the service itself or what it consists of.
_SPACED = _PARTS - frozenset(
    "svc service app server client agent bot events stream sync search store proxy reports auth "
    "edge".split()
)

_STORES = frozenset({"db", "database", "store", "cache", "queue", "search", "stream", "events"})

Words = Sequence[tuple[str, str]]


def names_a_sibling(words: Words, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether a text names a part of the same system that is another service than the entry's.

    It begins as the service's name does and has another last piece, beyond environments, places
    and numbers: `cart-web` beside `cart-api`, "the cart worker". A piece that the entry speaks of
    is none. Where the service itself stands in the text too, nothing is said.

    Args:
        words: The pieces of the text's names.
        entry: The entry.
        lexicon: The words for environments, places and kinds of things.
    """
    words = words[:_LONGEST]
    found, spoken = False, stems_of(entry.entry.action)
    for key in entry.keys:
        if len(key) < 2:
            continue
        for piece, joined in _after(key[:-1], words, lexicon):
            if _is_own(piece, key, entry, lexicon):
                return False
            found |= _is_a_part(piece, joined, key) and stem(piece) not in spoken
    return found


def is_another_of_the_family(target: str, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether what is acted on begins as the service's name does and goes on with a new word.

    In the channel of `cart-api`, "restarting cart-ledger" is about another one.
    """
    pieces = tuple(re.findall(r"[^\W_]+", target.lower()))
    for key in entry.keys:
        if len(key) < 2 or pieces[: len(key) - 1] != key[:-1]:
            continue
        rest = [p for p in pieces[len(key) - 1 :] if p.isalpha() and len(p) > _SHORT]
        rest = [p for p in rest if p not in lexicon.environments.names]
        known = entry.known | lexicon.things.places
        if rest and not any(lexicon.things.concept(p) in known for p in rest):
            return True
    return False


def bears_its_last_name(words: Words, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether a hyphenated name ends as the service's does and begins as none of its names does.

    "office-alerts" is another one than grid-alerts, whatever product both run on.
    """
    last = {key[-1] for key in entry.keys if len(key) > 1}
    last -= lexicon.language["classifiers"]
    known = entry.known | lexicon.things.places
    for name in hyphenated(words[:_LONGEST]):
        first = name[0]
        told = first.isalpha() and len(first) > _SHORT and first not in lexicon.words
        told = told and first not in lexicon.environments.names and not is_prefix(first)
        if len(name) == 2 and name[-1] in last and told:
            return lexicon.things.concept(first) not in known
    return False


def _after(begins: tuple[str, ...], words: Words, lexicon: Lexicon) -> Iterator[tuple[str, bool]]:
    """(the piece that follows the beginning of a name, whether it is joined to it)."""
    for at in range(len(words) - len(begins)):
        if tuple(word for word, _ in words[at : at + len(begins)]) != begins:
            continue
        if at and words[at][1] in _JOINING:
            continue
        here = at + len(begins)
        while here + 1 < len(words) and _says_where(words, here, lexicon):
            here += 1
        piece, joint = words[here]
        if joint in _JOINING or joint == " ":
            yield piece, joint in _JOINING


def _says_where(words: Words, at: int, lexicon: Lexicon) -> bool:
    """Whether a joined piece is an environment, a place or a number: payments-prod-web."""
    piece, joint = words[at]
    where = piece in lexicon.environments.names or piece.isdigit()
    where = where or lexicon.things.concept(piece) in lexicon.things.places
    return joint in _JOINING and words[at + 1][1] in _JOINING and where


def _is_a_part(piece: str, joined: bool, key: tuple[str, ...]) -> bool:
    """Whether it names another part; "the EPG db" may be epg-couch, but no epg-api."""
    if key[-1] in _PARTS or (joined and piece not in _STORES):
        return piece in (_PARTS if joined else _SPACED)
    return False


def _is_own(piece: str, key: tuple[str, ...], entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether it is the last piece of the service's own name, in another word for the same."""
    concept = lexicon.things.concept
    same = piece == key[-1] or concept(piece) == concept(key[-1])
    return same or (*key[:-1], piece) in entry.aliases


__all__ = ["bears_its_last_name", "is_another_of_the_family", "names_a_sibling"]
