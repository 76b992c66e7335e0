"""The words with which people stop, delay and approve, a TOML file for each language."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "de", "es", "fr", "pt", "ja")
_PART = re.compile(r"(?<!P)<([a-z]+)>")
_ELIDED = re.compile(r"(?:[ldjncstm]|qu)'[\wà-ÿ]{2}")
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class ReplyWords:
    """One language; the keys are described in `lexicon/replies/en.toml`."""

    language: str
    letters: frozenset[str]
    vote: frozenset[str]
    firm: re.Pattern[str]
    idle: re.Pattern[str]
    go: re.Pattern[str]
    forbid: re.Pattern[str]
    wait: re.Pattern[str]
    first: re.Pattern[str]
    instead: re.Pattern[str]
    danger: re.Pattern[str]
    bad: re.Pattern[str]
    ask: re.Pattern[str]
    once: re.Pattern[str]
    because: re.Pattern[str]
    until: re.Pattern[str]
    so: re.Pattern[str]
    state: re.Pattern[str]
    demand: re.Pattern[str]
    order: re.Pattern[str]
    filler: re.Pattern[str]
    lead: re.Pattern[str]
    edge: re.Pattern[str]
    result: re.Pattern[str]


def reply_data(name: str) -> dict[str, Any]:
    """What one of the files in `lexicon/replies` holds, without its ending `.toml`."""
    folder = resources.files("bot.domain.reading").joinpath("lexicon", "replies")
    return tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def load_reply_words() -> tuple[ReplyWords, ...]:
    """All languages, read once; English first."""
    return tuple(_load(language) for language in LANGUAGES)


def _load(language: str) -> ReplyWords:
    data = reply_data(language)
    bounded = language != "ja"

    def compiled(key: str) -> re.Pattern[str]:
        return _pattern([filled(part, data["parts"]) for part in data[key]], bounded=bounded)

    return ReplyWords(
        language=language,
        letters=frozenset(data["letters"]),
        vote=frozenset(data["vote"]),
        firm=compiled("firm"),
        idle=compiled("idle"),
        go=compiled("go"),
        forbid=compiled("forbid"),
        wait=compiled("wait"),
        first=compiled("first"),
        instead=compiled("instead"),
        danger=compiled("danger"),
        bad=compiled("bad"),
        ask=compiled("ask"),
        once=compiled("once"),
        because=compiled("because"),
        until=compiled("until"),
        so=compiled("so"),
        state=compiled("state"),
        demand=compiled("demand"),
        order=compiled("order"),
        filler=compiled("filler"),
        lead=compiled("lead"),
        edge=compiled("edge"),
        result=compiled("result"),
    )


def filled(pattern: str, parts: Mapping[str, str]) -> str:
    """The pattern with the parts that it names put in: `<would> <harm>`."""
    return _PART.sub(lambda named: f"(?:{parts[named[1]]})", pattern)


def _pattern(parts: Sequence[str], *, bounded: bool) -> re.Pattern[str]:
    if not parts:
        return _NEVER
    spelled = [*parts, *(_unaccented(part) for part in parts)] if bounded else parts
    joined = "|".join(f"(?:{part})" for part in dict.fromkeys(spelled))
    # A pattern may begin with the sign that ends the clause before.
    edges = rf"(?:(?<!\w)|(?=[,.;:!]))(?:{joined})(?!\w)"
    return re.compile(edges if bounded else joined, re.IGNORECASE)


def _unaccented(part: str) -> str:
    """The pattern as people type it without accents: `déjalo` and `dejalo`."""
    return "".join(unicodedata.normalize("NFD", char)[0] for char in part)


def language_of(text: str, words: Sequence[ReplyWords]) -> ReplyWords:
    """The language of a short text: by its script, else by votes of common words, else English."""
    return languages_of(text, words)[0]


def languages_of(text: str, words: Sequence[ReplyWords]) -> tuple[ReplyWords, ...]:
    """The languages that a short text may be in: those with the most votes, English first.

    A word or two ("nan", "jamás") may have no vote, or as many in one language as in another.
    """
    if re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text):
        return (words[-1],)
    folded = text.casefold()
    tokens = re.findall(r"[\w'-]+", folded)

    def votes(one: ReplyWords) -> int:
        elided = one.language == "fr" and sum(map(bool, map(_ELIDED.match, tokens)))
        return (
            sum(token in one.vote for token in tokens)
            + sum(map(one.letters.__contains__, folded))
            + elided
        )

    counts = [votes(one) for one in words[:-1]]
    return tuple(one for one, count in zip(words, counts, strict=False) if count == max(counts))
