"""The words of questions to which a "no" is no "don't", and of what may follow that "no"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.reading.reply.words import filled, reply_data

_THING = re.compile(r"(?:l')?[\w./-]+")
_NAMED = re.compile(r"\d|\w[-_./]\w")
_JOINS_NAMES = frozenset("and und y et e".split())


@dataclass(frozen=True, slots=True)
class State:
    """How one language asks for the state of a thing."""

    language: str
    forms: tuple[re.Pattern[str], ...]
    definite: re.Pattern[str]
    never: frozenset[str]
    copies: re.Pattern[str]

    def is_thing(self, thing: str, before: str) -> bool:
        """Whether the subject of a question is a thing that is known or named before it."""
        if self.copies.search(thing):
            return False
        if self.language == "ja":
            return not any(one in thing for one in self.never)
        known = self.definite.match(thing)
        names = _THING.findall(thing[known.end() :] if known is not None else thing)
        called = all(_NAMED.search(name) or name in _JOINS_NAMES for name in names)
        bare = {name.casefold().removeprefix("l'").strip(".") for name in names}
        bare -= _JOINS_NAMES if called else set()
        if not bare or bare & self.never:
            return False
        if self.language == "de" and not (called or names[-1][:1].isupper()):
            return False  # "das so" is no thing
        if known is not None or called or thing.startswith("l'"):
            return True
        told = set(_THING.findall(before.casefold()))
        return all(name.casefold() in told for name in names)


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """`lexicon/replies/questions.toml`, compiled.

    Attributes:
        detached, attached, of_none: What may follow a "no" that is set off, that is not, or a
            "none", and let the agent go on.
        never_after: What turns a "no" before it round.
        objections: A clause that asks for objections.
        waiting: What asks whether to wait.
        leave, beside, head: What asks for leave: anywhere, beside a question for objections, or at
            the head of a clause.
        states: How each language asks for the state of a thing.
    """

    detached: re.Pattern[str]
    attached: re.Pattern[str]
    of_none: re.Pattern[str]
    never_after: re.Pattern[str]
    objections: re.Pattern[str]
    waiting: re.Pattern[str]
    leave: re.Pattern[str]
    beside: re.Pattern[str]
    head: re.Pattern[str]
    states: tuple[State, ...]


@lru_cache(maxsize=1)
def question_words() -> QuestionWords:
    """The words, read once."""
    data = reply_data("questions")
    parts = _nested(data["parts"])

    def joined(section: str, key: str) -> str:
        return _any(filled(one, parts) for one in data[section][key])

    gap, phrase, later = (
        r"[\s,.;:、。…–—-]*+",
        joined("lets_go", "phrase"),
        joined("lets_go", "later"),
    )
    end = r"(?![a-zß-ÿ'])"
    more = rf"(?:{gap}(?>{phrase}|{later}){end})*+{gap}"
    # Only the whole clause is one: "have you cleared any concerns" asks for none.
    objections = (
        rf"(?:{joined('objections', 'before')})\s*(?:{joined('objections', 'asked')})"
        rf"(?:\s*(?:{joined('objections', 'after')}))?"
    )
    return QuestionWords(
        detached=_compiled(rf"(?:{phrase}){end}{more}"),
        attached=_compiled(rf"(?:{joined('lets_go', 'after_no')}|{phrase}){end}{more}"),
        of_none=_compiled(rf"(?:{joined('lets_go', 'after_none')}){end}{more}"),
        never_after=_compiled(rf"(?:{joined('lets_go', 'never_after')})\b"),
        objections=_compiled(objections),
        waiting=_compiled(joined("waiting", "asked")),
        leave=_bounded(joined("leave", "anywhere")),
        beside=_bounded(joined("leave", "beside")),
        head=_compiled(rf"(?:{joined('leave', 'head')})(?!\w)"),
        states=tuple(
            _state(language, one, _edged(joined("copies", "named")))
            for language, one in data["state"].items()
        ),
    )


def _state(
    language: str, data: Mapping[str, str | Sequence[str]], copies: re.Pattern[str]
) -> State:
    spaced = language != "ja"
    word = r"(?:l')?[\w./-]+"
    thing = rf"{word}(?: {word}){{0,4}}?" if spaced else r"[^\s、。はが]{1,30}"
    stands_for = {
        "T": f"(?P<thing>{thing})",
        "A": f" (?:{data['adverb']})" if spaced else f"(?:{data['adverb']})",
        "S": f"(?:{_any(data['state'])})",
    }
    forms = [re.sub("[TAS]", lambda m: stands_for[m[0]], form) for form in data["form"]]
    return State(
        language=language,
        forms=tuple(map(_compiled, forms)),
        definite=_compiled(rf"(?:{data['definite']}) "),
        never=frozenset(str(data["never"]).split()),
        copies=copies,
    )


def _nested(parts: Mapping[str, str]) -> dict[str, str]:
    return {name: filled(part, parts) for name, part in parts.items()}


def _any(patterns: Iterable[str]) -> str:
    return "|".join(f"(?:{one})" for one in patterns)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _edged(pattern: str) -> re.Pattern[str]:
    """No part of a longer word; Japanese has no borders."""
    return _compiled(rf"(?<![a-zà-ÿ0-9])(?:{pattern})(?![a-zà-ÿ0-9])")


def _bounded(pattern: str) -> re.Pattern[str]:
    """At the borders of words; Japanese has none."""
    return _compiled(rf"(?<![a-zß-ÿ])(?:{pattern})(?![a-zß-ÿ])")


__all__ = ["QuestionWords", "State", "question_words"]
