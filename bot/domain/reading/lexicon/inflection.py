"""Forms of English words: the ones a verb takes, and the stem that its forms share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

_DOUBLED = re.compile(r"^[a-z-]*[^aeiou][aeiou][bdglmnprt]$")
_SHORT = 4


class Form(StrEnum):
    """The form in which a word of action stands."""

    BASE = "base"
    THIRD = "third"
    ING = "ing"
    PAST = "past"
    PARTICIPLE = "participle"
    NOUN = "noun"


def forms_of(base: str, irregular: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Form]]:
    """Every form of the verb `base` with its name; irregular ones as given."""
    third, ing, past, participle = irregular.get(base, ("", "", "", ""))
    yield base, Form.BASE
    yield third or _third(base), Form.THIRD
    yield ing or _ing(base), Form.ING
    yield past or _past(base), Form.PAST
    if participle and participle != past:
        yield participle, Form.PARTICIPLE


def _third(base: str) -> str:
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _doubles(base: str) -> bool:
    """Whether the last letter is doubled: one short syllable, "drop", "dropping"."""
    last = base.rsplit("-", 1)[-1]
    vowels = len(re.findall(r"[aeiouy]+", last))
    return bool(_DOUBLED.match(base)) and vowels == 1


def _ing(base: str) -> str:
    if base.endswith("e") and not base.endswith(("ee", "ye")):
        return base[:-1] + "ing"
    return base + base[-1] + "ing" if _doubles(base) else base + "ing"


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    return base + base[-1] + "ed" if _doubles(base) else base + "ed"


_ENDINGS = (
    ("sses", "ss"), ("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ses", "s"),
    ("ings", ""), ("ing", ""), ("ied", "y"), ("ed", ""), ("ly", ""), ("s", ""),
)  # fmt: skip


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A short stem: plural, -ing, -ed and a silent -e are taken off ("caching", "cached", "cache").

    Words of up to four letters and words with digits or joints stay as they are, but for a
    plural "s".
    """
    if not word.isalpha():
        return word
    if len(word) <= _SHORT:
        return word[:-1] if len(word) == _SHORT and word.endswith("s") and word[-2] != "s" else word
    for ending, put in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            if ending == "s" and word.endswith(("ss", "us", "is")):
                break
            word = word[: len(word) - len(ending)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeioulsz":
        word = word[:-1]
    return word[:-1] if len(word) > _SHORT and word.endswith("e") else word


__all__ = ["Form", "forms_of", "stem"]
