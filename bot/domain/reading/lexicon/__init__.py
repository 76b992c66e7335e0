"""The lexicon: words, kinds of action, environments and languages as data.

Built from the TOML files beside this module and from a team's own additions; the form of both is
described in `docs/lexicon.md`. A frozen value: a reader gets it handed in and never changes it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from bot.domain.errors import BadInput
from bot.domain.reading.lexicon.build import (
    build_environments,
    build_idioms,
    build_kinds,
    build_language,
    build_phrasals,
    build_things,
    build_words,
)
from bot.domain.reading.lexicon.build_foreign import build_foreign
from bot.domain.reading.lexicon.inflection import Form, stem
from bot.domain.reading.lexicon.lexicon_types import (
    Environments,
    ForeignLanguage,
    Idiom,
    Kind,
    Language,
    Phrasal,
    Sense,
    Things,
)
from bot.domain.reading.tools.tool_grammar import Tools, load_tools

_FILES = ("actions", "forms", "things", "environments", "language", "languages", "states")
_EXTRA_TABLES = frozenset({"actions", "things", "environments", "languages", "tools"})


@dataclass(frozen=True, slots=True, eq=False)  # by identity: what a word means is remembered by it
class Lexicon:
    """Everything the readers know about words.

    Attributes:
        kinds: Kind of action by name.
        words: Lower-case token -> the actions it can name, with its form.
        idioms: First token -> fixed runs of words that name an action.
        phrasals: Token of the verb -> particles that make another action of it.
        things: Words for the same thing, as concepts.
        environments: Names of environments and how sure a word is one.
        language: English function words.
        foreign: The other languages.
        states: Word -> "on" or "off".
        tools: Grammars of command-line tools.
        long_verbs: Words of action that are long enough to be known with a slip in them.
    """

    kinds: Mapping[str, Kind]
    words: Mapping[str, tuple[Sense, ...]]
    idioms: Mapping[str, tuple[Idiom, ...]]
    phrasals: Mapping[str, tuple[Phrasal, ...]]
    things: Things
    environments: Environments
    language: Language
    foreign: tuple[ForeignLanguage, ...]
    states: Mapping[str, str]
    tools: Tools
    long_verbs: tuple[str, ...] = ()

    def relation(self, first: str, second: str) -> float:
        """How alike two kinds are: 1 the same, 0 unrelated, -1 opposites."""
        if first == second:
            return 1.0
        one, other = self.kinds.get(first), self.kinds.get(second)
        if one is None or other is None:
            return 0.0
        if second in one.opposite or first in other.opposite:
            return -1.0
        return max(one.related.get(second, 0.0), other.related.get(first, 0.0))


def load_lexicon(extra: Mapping[str, Any] | None = None) -> Lexicon:
    """The built-in lexicon, with a team's own words added to it.

    Args:
        extra: Tables in the form of the built-in files, by name: `actions`, `things`,
            `environments`, `languages`, `tools` (as in `negmem.toml`).

    Raises:
        BadInput: A table does not have the documented form; the text names the key and why.
    """
    if not extra:
        return _built_in()
    if unknown := sorted(set(extra) - _EXTRA_TABLES):
        raise BadInput(
            f"negmem.toml: {', '.join(unknown)} is no table of the lexicon.",
            f"The tables are {', '.join(sorted(_EXTRA_TABLES))}; see docs/lexicon.md.",
        )
    data = _read_files()
    for name in _EXTRA_TABLES - {"tools"}:
        data[name] = _merged(data[name], extra.get(name, {}), name)
    return _assemble(data, extra.get("tools"))


@lru_cache(maxsize=1)
def _built_in() -> Lexicon:
    return _assemble(_read_files(), None)


def _read_files() -> dict[str, Mapping[str, Any]]:
    folder = resources.files(__package__)
    return {
        name: tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8")) for name in _FILES
    }


def _merged(base: Mapping[str, Any], more: object, path: str) -> dict[str, Any]:
    """`base` with `more` laid over it: tables are merged, lists are joined, values replaced."""
    if not isinstance(more, Mapping):
        raise BadInput(f"negmem.toml: {path} must be a table.", "See docs/lexicon.md.")
    merged: dict[str, Any] = dict(base)
    for key, value in more.items():
        old = merged.get(key)
        if isinstance(old, Mapping):
            merged[key] = _merged(old, value, f"{path}.{key}")
        elif isinstance(old, list):
            if not isinstance(value, list):
                raise BadInput(f"negmem.toml: {path}.{key} must be a list.", "See docs/lexicon.md.")
            merged[key] = [*old, *value]
        else:
            merged[key] = value
    return merged


def _assemble(data: Mapping[str, Mapping[str, Any]], tools: Mapping[str, Any] | None) -> Lexicon:
    kinds = build_kinds(data["actions"])
    irregular = data["forms"]["irregular"]
    words = build_words(data["actions"], irregular)
    states = {word: name for name in ("on", "off") for word in data["states"][name]}
    return Lexicon(
        kinds=kinds,
        words=words,
        idioms=build_idioms(data["actions"]),
        phrasals=build_phrasals(data["actions"], irregular),
        things=build_things(data["things"]),
        environments=build_environments(data["environments"]),
        language=build_language(data["language"]),
        foreign=build_foreign(data["languages"], kinds),
        states=states,
        tools=_with_spoken_verbs(load_tools(tools), words, kinds),
        long_verbs=tuple(w for w in words if len(w) > 5 and w.isalpha()),
    )


def _with_spoken_verbs(
    tools: Tools, words: Mapping[str, tuple[Sense, ...]], kinds: Mapping[str, Kind]
) -> Tools:
    """The grammars with the verbs of people, which a tool that is not known may use too."""
    said = {
        word: senses[0].kind
        for word, senses in words.items()
        if senses[0].form is Form.BASE and len(word) > 3 and word not in tools.verbs
        if not kinds[senses[0].kind].office
    }
    return replace(tools, said=said)


__all__ = [
    "Environments",
    "ForeignLanguage",
    "Form",
    "Idiom",
    "Kind",
    "Language",
    "Lexicon",
    "Phrasal",
    "Sense",
    "Things",
    "load_lexicon",
    "stem",
]
