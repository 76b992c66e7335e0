"""What a stretch of text is about: concepts and identifiers, without function words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.remembering import remembered
from bot.domain.reading.text import Token

_PIECE = re.compile(r"[a-z\u00df-\u024f]{2,}|\d+", re.I)
_PARTS = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_JOINED = re.compile(r"[_./:@*+-]")
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_NUMERIC = re.compile(r"[~v#x]?\d[\d.,:%]*[a-z%]{0,4}$", re.I)


def is_name(token: Token) -> bool:
    """Whether a token is an identifier rather than a word: joined, camelled or with digits."""
    return is_identifier(token.raw)


@lru_cache(maxsize=8192)
def is_identifier(written: str) -> bool:
    """The same for a token as it is written."""
    raw = written.strip("-")
    if _NUMERIC.match(raw):
        return False
    return bool(
        _JOINED.search(raw)
        or _CAMEL.search(raw)
        or (len(raw) > 2 and any(c.isdigit() for c in raw))
    )


def pieces_of(raw: str) -> list[str]:
    """The lower-case words inside an identifier; numbers are left out."""
    return [p.lower() for p in _PIECE.findall(_CAMEL.sub(" ", raw)) if not p.isdigit()]


def concepts_of(
    tokens: Iterable[Token], lexicon: Lexicon, more_stop: frozenset[str] = frozenset()
) -> tuple[frozenset[str], frozenset[str]]:
    """The concepts and the identifiers of some tokens.

    An identifier counts as itself and as the concepts of its pieces. `more_stop` are further
    words to leave out: those of another language.
    """
    concepts = lexicon.things.concepts
    terms: set[str] = set()
    names: set[str] = set()
    before = ""
    for text, raw, _, _ in tokens:
        pair, before = f"{before} {text}", text
        if pair in concepts:
            terms.add(concepts[pair])
        word, own_terms, identifies = _said_by(text, raw, lexicon)
        if word and word not in more_stop:
            terms.update(own_terms)
            if identifies:
                names.add(word)
    return frozenset(terms), frozenset(names)


@remembered
def _said_by(text: str, raw: str, lexicon: Lexicon) -> tuple[str, tuple[str, ...], bool]:
    """A token's word, or "" if it does not count, its concepts, and whether it is an identifier."""
    things, stop = lexicon.things, lexicon.language["stop"]
    word = text.lstrip("-").removesuffix("'s")
    if not word or word in stop or _CJK.search(word):
        return "", (), False
    if not (word[0].isalnum() or word[0] in "/_") or _NUMERIC.match(word):
        return "", (), False
    if is_identifier(raw):
        if word in things.concepts:
            return word, (things.concepts[word],), True
        inside = {things.concept(p) for p in pieces_of(raw) if p not in stop}
        return word, tuple(inside | places_in(word, lexicon)), True
    return word, ((things.concept(word),) if _means_a_thing(word, lexicon) else ()), False


def places_in(name: str, lexicon: Lexicon) -> set[str]:
    """The places whose cloud regions a name holds: "ledger-pg-ew4", "gke_shop_us-east-1_main"."""
    concepts, found = lexicon.things.concepts, set()
    parts = _PARTS.findall(name.lower())
    for size in (1, 2, 3):
        for at in range(len(parts) - size + 1):
            said = "-".join(parts[at : at + size])
            if any(c.isdigit() for c in said) or size == 1:
                found.add(concepts.get(said, ""))
    return found & lexicon.things.places


def _means_a_thing(word: str, lexicon: Lexicon) -> bool:
    """Whether a plain word names a thing: words that only name an action do not."""
    if len(word) < 2 or word in lexicon.language["negators"]:
        return False
    things = lexicon.things.concepts
    if word in things or stem(word) in things:
        return True
    if word.endswith("ing") and len(word) > 5:
        return False
    if word in lexicon.environments.names and word not in lexicon.environments.weak:
        return False
    return word not in lexicon.words or not lexicon.words[word]


__all__ = ["concepts_of", "is_identifier", "is_name", "pieces_of", "places_in"]
