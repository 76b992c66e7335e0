"""Whether a reply tells anything at all: who is asked why may first say thanks, or that they go."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import lru_cache
from importlib import resources

from bot.domain.reading.reply_reason import CLAUSE

_REFERENCE = re.compile(r"<[@#!][^<>]{1,80}>|(?<!\w)@[\w.-]+|:[+\-\w]{1,40}:|<?https?://\S+")
_ADDRESS = re.compile(
    r"\b(?:all|everyone|everybody|every one|team|folks|guys|both|people|friends|y ?all|gang|mate"
    r"|bot|alle|zusammen|leute|team|todos|todas|equipo|tous|toutes|equipe|pessoal|galera|time)\b"
)
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
    plain = _REFERENCE.sub(" ", text).strip()
    if plain.endswith(("?", "？")):
        return False
    told = " ".join(
        clause for clause in map(_folded, CLAUSE.split(plain)) if not _is_polite(clause)
    )
    return len(_WORD.findall(told)) >= _ENOUGH_WORDS or len(_SPOKEN.findall(told)) >= _ENOUGH_SIGNS


def _is_polite(clause: str) -> bool:
    if len(clause) > _LONGEST_COURTESY:
        return False
    if _courtesy().fullmatch(clause):
        return True
    bare = " ".join(_ADDRESS.sub(" ", clause).split())
    return not bare or _courtesy().fullmatch(_FILLING.sub("", bare)) is not None


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
    folder = resources.files("bot.domain.reading").joinpath("lexicon", "replies")
    data = tomllib.loads(folder.joinpath("courtesy.toml").read_text("utf-8"))
    return re.compile("|".join(f"(?:{one})" for language in data.values() for one in language))
