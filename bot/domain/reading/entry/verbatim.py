"""The words of action that an entry uses itself: whoever says them again does the same."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import takewhile
from typing import NamedTuple

from bot.domain.reading.lexicon import Form, Lexicon, stem
from bot.domain.reading.terms import pieces_of

_ENDS = re.compile(
    r"\b(?:while|before|after|during|without|instead|because|so|until|unless)\b", re.I
)
_WORD = re.compile(r"[A-Za-z][\w-]*")
_HYPHENATED = re.compile(r"(?<![\w-])[a-z]{2,}(?:-[a-z]{2,})+(?![\w-])")
_PART = re.compile(r"[A-Za-z]+")
_NAME = re.compile(r"[^\W\d_](?:[\w-]*\w)?")
_UNDOING = ("de", "un", "dis")
_NEGATING = ("no", "un", "dis")
_SHORTEST, _ALIKE, _JOINED, _INITIALS = 4, 5, 6, 4
_PREPOSITIONS = frozenset({"of", "on", "in", "at", "to", "with", "for", "by", "from", "against"})
_LIGHT = frozenset(
    "run start set change put add apply turn switch take give send make let move use do issue "
    "perform execute trigger force raise lower reduce increase enable disable delete remove drop "
    "create deploy stop restart update edit bring go get keep pull point throw roll kick cut "
    "shorten lengthen lift write publish push open close allow switch scale call rerun re".split()
)


def acting_words(action: str, lexicon: Lexicon) -> frozenset[str]:
    """Stems of the words that name the action itself: its verb, or the nominal of a light verb.

    Left out are verbs that any action may be told with ("set", "remove"). An identifier that
    holds a verb ("force_reset") counts as a whole.
    """
    words = _WORD.findall(_ENDS.split(action)[0])[:8]
    first = words[0].lower() if words else ""
    if len(first) >= _SHORTEST and first not in _LIGHT and "_" not in first:
        return frozenset(stem(piece) for piece in pieces_of(first) if len(piece) >= _SHORTEST)
    found = set()
    for word in words[1:]:
        low = word.lower()
        if low in _PREPOSITIONS:
            break
        if "_" in word and any(_names_an_action(p, lexicon) for p in pieces_of(word)):
            found.add(low)
        elif (_is_plain(word) or _is_shouted(word)) and _names_an_action(low, lexicon):
            found.add(stem(low))
    return frozenset(found)


def deeds_in(action: str, kinds: tuple[str, ...], lexicon: Lexicon) -> frozenset[str]:
    """Stems of names of actions that are what is acted on: the drain in "shorten the drain"."""
    words = list(takewhile(lambda w: w.lower() not in _PREPOSITIONS, _WORD.findall(action)[1:10]))
    return frozenset(
        stem(word)
        for word in words
        if _is_plain(word)
        and _names_an_action(word, lexicon)
        and word not in lexicon.language["classifiers"]
        and not {s.kind for s in lexicon.words[word]} & set(kinds)
    )


def joined_words(
    action: str, terms: Collection[str], lexicon: Lexicon
) -> dict[str, frozenset[str]]:
    """Stems of words of an action that are written as one, or as their initials -> their concepts.

    "Switch the rule pack" is about a `rulepack` too, "the append-only file" about the AOF.
    """
    found = {}
    for name in _HYPHENATED.findall(action.lower()):
        if about := frozenset(map(lexicon.things.concept, name.split("-"))) & set(terms):
            found[stem(name.replace("-", ""))] = about
    words = [w.lower() for w in _PART.findall(action)]
    concepts = [lexicon.things.concept(w) for w in words]
    for at in range(len(words)):
        for size in range(2, _INITIALS + 1):
            few = words[at : at + size]
            about = frozenset(concepts[at : at + size]) & set(terms)
            if len(few) < size or not {concepts[at], concepts[at + size - 1]} <= about:
                continue
            if size == 2 and sum(map(len, few)) >= _JOINED:
                found[stem("".join(few))] = about
            initials = "".join(w[0] for w in few)
            if not _means_something(initials, lexicon):
                found.setdefault(stem(initials), about)
    return found


def stems_of(text: str) -> frozenset[str]:
    """The stems of the words in a text, of those in its names too."""
    return frozenset(map(stem, pieces_of(text)))


def _means_something(word: str, lexicon: Lexicon) -> bool:
    return (
        word in lexicon.words
        or lexicon.things.concept(word) in lexicon.things.common
        or word in lexicon.language["stop"]
    )


def _is_plain(word: str) -> bool:
    return word.isalpha() and word.islower() and word not in _LIGHT and len(word) >= _SHORTEST


def _is_shouted(word: str) -> bool:
    """Whether it is the verb of a statement: "Run a plain ALTER"."""
    return word.isalpha() and word.isupper() and _is_plain(word.lower())


def _names_an_action(piece: str, lexicon: Lexicon) -> bool:
    senses = lexicon.words.get(piece, ())
    known = piece in lexicon.things.concepts
    return any(
        s.form in {Form.BASE, Form.NOUN}
        and not (lexicon.kinds[s.kind].read_only or lexicon.kinds[s.kind].light)
        for s in senses
        if not known and not lexicon.kinds[s.kind].office
    )


class Heard(NamedTuple):
    """A stretch of text as it is searched for words of action: in lower case, and its stems."""

    low: str
    stems: frozenset[str]


def heard_in(text: str) -> Heard:
    """What a text says, whole and inside names; what stands behind "un-" or "no_" is not said."""
    stems: set[str] = set()
    for word in _NAME.findall(text):
        pieces = pieces_of(word)
        if not any(p.startswith(_NEGATING) and len(p) > _SHORTEST for p in pieces[:-1]):
            stems.update(map(stem, pieces))
    return Heard(text.lower(), frozenset(stems))


def says_it_too(acting: frozenset[str], heard: Heard) -> bool:
    """Whether a stretch of text holds one of the words, in any form or inside a name.

    "defrag" says "defragment", `force_reset` says "reset"; "decompress" does not say "compress".
    """
    return any(
        own in heard.stems
        or ("_" in own and own in heard.low)
        or (len(own) >= _ALIKE and any(_is_alike(root, own) for root in heard.stems))
        for own in acting
    )


def says_the_contrary(acting: frozenset[str], text: str) -> bool:
    """Whether a text says one of the words without what undoes it: compress, not decompress."""
    undone = {
        own: own[len(prefix) :]
        for own in acting
        for prefix in _UNDOING
        if own.startswith(prefix) and len(own) > len(prefix) + _SHORTEST
    }
    if not undone:
        return False
    said = stems_of(text)
    return any(plain in said and own not in said for own, plain in undone.items())


def _is_alike(root: str, own: str) -> bool:
    return len(root) >= _ALIKE and (own.startswith(root) or root.startswith(own))


__all__ = [
    "Heard", "acting_words", "deeds_in", "heard_in", "joined_words", "says_it_too",
    "says_the_contrary", "stems_of",
]  # fmt: skip
