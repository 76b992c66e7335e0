"""Compounds: "server timeout" is another thing than "connect timeout", though both are timeouts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.reading import Frame, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Form, Lexicon

_TOKEN = re.compile(r"[^\W_]+|[^\w\s]")
_MARKS = frozenset("-*_`'\"")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def another_compound(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> str:
    """The other compound that the frame names with the entry's own noun, or "".

    "connect timeout" for an entry about the server timeout: the noun is shared, the word before
    it is another one, and the entry's word stands nowhere in the text.
    """
    if frame.source is not Source.PROSE:
        return ""
    mine = [
        (modifier, noun)
        for modifier, noun in _compounds(entry.entry.action, lexicon)
        if modifier in entry.terms and noun in entry.terms
    ]
    if not mine:
        return ""
    theirs = list(_compounds(frame.planned.text[:1000], lexicon))
    known = set(entry.terms) | entry.own | entry.support
    for modifier, noun in mine:
        if modifier in reading.terms - reading.ruled_out:
            continue
        said = [m for m, n in theirs if n == noun]
        others = [m for m in said if m not in known and not m.startswith(modifier[:3])]
        if said and len(others) == len(said):
            return f"{others[0]} {noun}"
    return ""


def _compounds(text: str, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """(concept of the word before, concept of a classifying noun) for every such pair."""
    things, nouns = lexicon.things, lexicon.language["classifiers"]
    plain = _CAMEL.sub(" ", text).replace("_", " ")
    before = ""
    for word in _TOKEN.findall(plain):
        low = word.lower()
        if word in _MARKS:
            continue
        concept = things.concept(low)
        if before and (low in nouns or concept in nouns) and _modifies(before, lexicon):
            yield things.concept(before), concept
        before = low if low[0].isalpha() else ""


def _modifies(word: str, lexicon: Lexicon) -> bool:
    """Whether a word says which one is meant: no determiner, no verb, no mere manner."""
    language = lexicon.language
    if len(word) < 3 or word in language["stop"] or word in language["manner"]:
        return False
    if word in language["extent_all"] or word in language["extent_one"]:
        return False
    return (
        lexicon.things.concept(word) not in {"everything", "production", "number", "manual"}
        and all(sense.form is Form.BASE for sense in lexicon.words.get(word, ()))
        and word not in lexicon.environments.names
        and not lexicon.tools.knows(word)
    )


__all__ = ["another_compound"]
