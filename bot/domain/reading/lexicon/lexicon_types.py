"""What the lexicon's look-ups give: kinds of action, senses of words, things, languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.reading.lexicon.inflection import Form, stem


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of action.

    Attributes:
        opposite: Kinds that undo it.
        related: Kinds that mean nearly the same -> a grade from 0 to 1.
        whole: The service itself is its object: "restart" needs no other.
        light: The object says more than the verb: "run", "set", "move".
        read_only: It only looks.
        office: It is work, but not on a system.
    """

    name: str
    opposite: frozenset[str] = frozenset()
    related: Mapping[str, float] = field(default_factory=dict)
    whole: bool = False
    light: bool = False
    read_only: bool = False
    office: bool = False


@dataclass(frozen=True, slots=True)
class Sense:
    """An action that a token can name, and in which form."""

    kind: str
    form: Form


@dataclass(frozen=True, slots=True)
class Idiom:
    """A fixed run of tokens that names an action."""

    tokens: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Phrasal:
    """A verb whose particle, up to eight words later, makes it another action."""

    particle: tuple[str, ...]
    kind: str
    form: Form


@dataclass(frozen=True, slots=True)
class Things:
    """Words for the same thing.

    Attributes:
        concepts: Token or stem -> concept.
        common: Concepts that every service has: they carry little weight.
        specific: The other concepts of the table.
        technologies: Products that many services run on: no name of any of them.
        places: Concepts that are places; a cloud region is the place where it is.
        roles: Technology -> words for what runs on it: "cdn" of fastly.
    """

    concepts: Mapping[str, str]
    common: frozenset[str]
    specific: frozenset[str]
    technologies: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    roles: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def concept(self, token: str) -> str:
        """The concept of a lower-case token; its stem if it has none."""
        return self.concepts.get(token) or self.concepts.get(stem(token)) or stem(token)


@dataclass(frozen=True, slots=True)
class Environments:
    """Names of environments.

    Attributes:
        names: Token -> canonical name.
        weak: Tokens that are environments only beside a preposition, a noun or a flag.
        nouns: Words that follow an environment's name: "the lab rack".
        strict_nouns: Those before which any unknown word is an environment's name.
        keys: Keys and flags whose value names one.
    """

    names: Mapping[str, str]
    weak: frozenset[str]
    nouns: frozenset[str]
    strict_nouns: frozenset[str]
    keys: frozenset[str]

    def canonical(self, name: str) -> str:
        """The canonical name of an environment; the name itself in lower case if unknown."""
        lowered = name.strip().lower()
        return self.names.get(lowered, lowered)


@dataclass(frozen=True, slots=True)
class Language:
    """English function words; the keys are those of `language.toml`."""

    sets: Mapping[str, frozenset[str]]
    phrases: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, int]
    contrary: Mapping[str, tuple[str, ...]]
    opposed: Mapping[str, str]

    def __getitem__(self, name: str) -> frozenset[str]:
        """The set of single words under a key."""
        return self.sets[name]


@dataclass(frozen=True, slots=True, eq=False)  # by identity: what a word means is remembered by it
class ForeignLanguage:
    """The words of another language.

    Attributes:
        substring: Written without spaces: its words are looked for anywhere in the text.
        joints: Words that open a subordinate clause; `so`: words that end one.
        going: Words with which a participle is planned: "wird", "será".
        conditions: Words that open a condition.
        extent_all, extent_one, one_by_one: Words and phrases for how far an action goes.
        kinds: Form -> kinds; `phrasals`: verb -> (particle, kind); `idioms`: fixed runs.
        stems: Stem of a form -> kinds; `phrasal_stems`: stem of a verb -> phrasals.
        strong: German participle -> the stem of its verb.
    """

    code: str
    substring: bool
    markers: frozenset[str]
    negators: frozenset[str]
    past: frozenset[str]
    hypothetical: frozenset[str]
    questions: frozenset[str]
    stop: frozenset[str]
    joints: frozenset[str]
    so: frozenset[str]
    going: frozenset[str]
    conditions: frozenset[str]
    extent_all: frozenset[str]
    extent_one: frozenset[str]
    one_by_one: frozenset[str]
    kinds: Mapping[str, tuple[str, ...]]
    phrasals: Mapping[str, tuple[Phrasal, ...]]
    idioms: Mapping[str, tuple[Idiom, ...]]
    things: Mapping[str, str]
    past_pattern: re.Pattern[str] | None = None
    stems: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    phrasal_stems: Mapping[str, tuple[Phrasal, ...]] = field(default_factory=dict)
    strong: Mapping[str, str] = field(default_factory=dict)
