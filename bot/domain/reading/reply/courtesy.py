"""Whether a reply tells anything at all: who is asked why may first say thanks, or that they go.

Nor is the language model asked about what tells nothing: where it says little, it guesses.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from bot.domain.reading.reply.passing import is_in_passing
from bot.domain.reading.reply.plain import CLAUSE
from bot.domain.reading.reply.words import reply_data

_REFERENCE = re.compile(r"<[@#!][^<>]{1,80}>|(?<!\w)@[\w.-]+|:[+\-\w]{1,40}:|<?https?://\S+")
_ADDRESS = re.compile(
    r"\b(?:all|everyone|everybody|every one|team|folks|guys|both|people|friends|y ?all|gang|mate"
    r"|bot|alle|zusammen|leute|team|todos|todas|equipo|tous|toutes|equipe|pessoal|galera|time)\b"
)
_VOTE = re.compile(r"(?<![\w+-])\+1(?![\d.,]?\d|\w)")
_FILLING = re.compile(r"^(?:so|and|well|oh|ah|then|but|und|also|na|y|pues|et|alors|e|entao)\s+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_SPOKEN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_LONGEST_COURTESY = 80
_ENOUGH_WORDS, _ENOUGH_SIGNS = 2, 5
"""Words, or Japanese signs, that can tell what happened."""


def tells_something(text: str) -> bool:
    """Whether a reply says more than a courtesy and is no question: then it can be a reason.

    Args:
        text: As Slack has it, in any of the languages of replies.
    """
    plain = _bare(text)
    if plain.endswith(("?", "？")):
        return False
    told = " ".join(
        clause for clause in map(_folded, CLAUSE.split(plain)) if not _is_polite(clause)
    )
    return len(_WORD.findall(told)) >= _ENOUGH_WORDS or len(_SPOKEN.findall(told)) >= _ENOUGH_SIGNS


def is_courtesy(text: str) -> bool:
    """Whether all of a reply is courtesy, approval or where its author is: "+1 to that plan".

    Args:
        text: As Slack has it, in any of the languages of replies.
    """
    return all(map(_is_polite, map(_folded, CLAUSE.split(_bare(text)))))


def is_all_in_passing(text: str) -> bool:
    """Whether it says nothing but that its author agrees, is on it or comes back: "back in 10 min".

    Then no word of it stops, either; of other courtesy, "one sec" or "no", some may.

    Args:
        text: As Slack has it, in any of the languages of replies.
    """
    clauses = [one for one in map(_folded, CLAUSE.split(_bare(text[:_LONGEST_COURTESY]))) if one]
    return len(text) <= _LONGEST_COURTESY and bool(clauses) and all(map(is_in_passing, clauses))


def _bare(text: str) -> str:
    """A text without mentions and links, and its +1 in words: a sign before it would be lost."""
    return _VOTE.sub(" plus one ", _REFERENCE.sub(" ", text)).strip()


def _is_polite(clause: str) -> bool:
    if len(clause) > _LONGEST_COURTESY:
        return False
    if _is_said_often(clause):
        return True
    bare = " ".join(_ADDRESS.sub(" ", clause).split())
    return not bare or _is_said_often(_FILLING.sub("", bare))


def _is_said_often(clause: str) -> bool:
    return _courtesy().fullmatch(clause) is not None or is_in_passing(clause)


def _folded(text: str) -> str:
    """In lower case, without accents, apostrophes and emoji; kana keep their marks."""
    kept = "".join(
        char
        for char in unicodedata.normalize("NFD", text.lower())
        if not unicodedata.combining(char) or char in "\u3099\u309a"
    )
    plain = unicodedata.normalize("NFC", kept).replace("ß", "ss")
    return " ".join(re.sub(r"[^\w\s]", lambda m: "" if m[0] in "'’" else " ", plain).split())


@lru_cache(maxsize=1)
def _courtesy() -> re.Pattern[str]:
    """The clauses of every language: people of one team mix them."""
    data = reply_data("courtesy")
    return re.compile("|".join(f"(?:{one})" for language in data.values() for one in language))
