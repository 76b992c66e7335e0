"""From the lexicon's tables to look-ups: every word becomes a key of a dictionary, once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from bot.domain.errors import BadInput
from bot.domain.reading.lexicon.inflection import Form, forms_of, stem
from bot.domain.reading.lexicon.lexicon_types import (
    Environments,
    Idiom,
    Kind,
    Language,
    Phrasal,
    Sense,
    Things,
)

_KIND_KEYS = frozenset(
    {"verbs", "nouns", "phrasal", "idioms", "opposite", "related", "whole", "light", "read_only",
     "office"}
)  # fmt: skip


def build_kinds(table: Mapping[str, Any]) -> dict[str, Kind]:
    """The kinds of `actions.toml`; an unknown key is an error that names it."""
    kinds: dict[str, Kind] = {}
    for name, row in table.items():
        if not isinstance(row, Mapping) or (unknown := sorted(set(row) - _KIND_KEYS)):
            wrong = f"has unknown keys: {', '.join(unknown)}" if isinstance(row, Mapping) else ""
            raise BadInput(
                f"actions.{name} {wrong or 'must be a table'}.",
                f"The keys are {', '.join(sorted(_KIND_KEYS))}; see docs/lexicon.md.",
            )
        kinds[name] = Kind(
            name,
            frozenset(row.get("opposite", ())),
            {str(k): float(v) for k, v in row.get("related", {}).items()},
            *(bool(row.get(key, False)) for key in ("whole", "light", "read_only", "office")),
        )
    return kinds


def _add(words: dict[str, list[Sense]], token: str, sense: Sense) -> None:
    if sense not in words[token]:
        words[token].append(sense)


def build_words(
    table: Mapping[str, Any], irregular: Mapping[str, Any]
) -> dict[str, tuple[Sense, ...]]:
    """Token -> senses, from the verbs and nouns of every kind."""
    words: dict[str, list[Sense]] = defaultdict(list)
    for kind, row in table.items():
        for verb in row.get("verbs", ()):
            for token, form in forms_of(verb, irregular):
                _add(words, token, Sense(kind, form))
        for noun in row.get("nouns", ()):
            _add(words, noun, Sense(kind, Form.NOUN))
            _add(words, noun + "s", Sense(kind, Form.NOUN))
    return {token: tuple(senses) for token, senses in words.items()}


def build_idioms(table: Mapping[str, Any]) -> dict[str, tuple[Idiom, ...]]:
    """First token -> idioms, longest first."""
    return idioms_of((kind, text) for kind, row in table.items() for text in row.get("idioms", ()))


def idioms_of(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[Idiom, ...]]:
    """First token -> idioms, longest first, from pairs of kind and text."""
    found: dict[str, list[Idiom]] = defaultdict(list)
    for kind, text in pairs:
        tokens = tuple(text.lower().split())
        found[tokens[0]].append(Idiom(tokens, kind))
    return {first: tuple(sorted(i, key=lambda x: -len(x.tokens))) for first, i in found.items()}


def build_phrasals(
    table: Mapping[str, Any], irregular: Mapping[str, Any]
) -> dict[str, tuple[Phrasal, ...]]:
    """Token of the verb -> phrasal actions, longest particle first."""
    found: dict[str, list[Phrasal]] = defaultdict(list)
    for kind, row in table.items():
        for text in row.get("phrasal", ()):
            verb, _, particle = text.partition("+")
            for token, form in forms_of(verb, irregular):
                found[token].append(Phrasal(tuple(particle.split()), kind, form))
    return {token: tuple(sorted(p, key=lambda x: -len(x.particle))) for token, p in found.items()}


def build_things(table: Mapping[str, Any]) -> Things:
    """Concepts of `things.toml`, by token and by stem."""
    concepts: dict[str, str] = {}
    for part in ("common", "specific", "places"):
        for concept, words in table[part].items():
            for word in words:
                concepts.setdefault(word, concept)
                concepts.setdefault(stem(word), concept)
    return Things(
        concepts,
        frozenset(table["common"]),
        frozenset(table["specific"]),
        frozenset(table["technologies"]["words"]),
        frozenset(table["places"]),
        _roles(table["roles"]),
    )


def _roles(table: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Stem of a technology -> stems of the words for what runs on it."""
    found: dict[str, set[str]] = defaultdict(set)
    for said, technologies in table.items():
        for technology in technologies.split():
            found[stem(technology)].update(map(stem, said.split()))
    return {technology: frozenset(said) for technology, said in found.items()}


def build_environments(table: Mapping[str, Any]) -> Environments:
    """The names and neighbours of environments."""
    names = {word.lower(): name for name, words in table["names"].items() for word in words}
    names["live"] = table["live"]["means"]
    return Environments(
        names,
        frozenset(table["weak"]["words"]),
        frozenset(table["nouns"]["words"]),
        frozenset(table["nouns"]["strict"]),
        frozenset(table["keys"]["words"]),
    )


def build_language(table: Mapping[str, Any]) -> Language:
    """Single words as sets, phrases of several words apart."""
    sets, phrases = {}, {}
    for name, value in {**table, **table["generic_suffix"]}.items():
        if isinstance(value, list):
            sets[name] = frozenset(word for word in value if " " not in word)
            phrases[name] = tuple(word for word in value if " " in word)
    contrary = {word: tuple(phrases) for word, phrases in table["contrary"].items()}
    return Language(sets, phrases, table["number_words"], contrary, table["opposed"])
