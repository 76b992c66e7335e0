"""Verbs with a slip of the finger: "restrting", "relaod"."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz, process

from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.prose.verbs_in import Found
from bot.domain.reading.remembering import remembered
from bot.domain.reading.text import Token

_SHORTEST = 7
_ALIKE = 85.0
_MOST = 40


def misspelt_actions(tokens: Sequence[Token], lexicon: Lexicon) -> list[Found]:
    """Words that look like a verb of action; for messages in which none was read."""
    found = []
    for at, token in enumerate(tokens[:_MOST]):
        word = token.text
        if len(word) < _SHORTEST or not word.isalpha() or not word.isascii():
            continue
        known = word in lexicon.things.concepts or stem(word) in lexicon.things.concepts
        if known or word in lexicon.words:
            continue
        if meant := _meant(word, lexicon):
            senses = lexicon.words[meant]
            found.append(
                Found(at, at + 1, tuple(dict.fromkeys(s.kind for s in senses)), senses[0].form)
            )
    return found


@remembered
def _meant(word: str, lexicon: Lexicon) -> str:
    """The verb that a word looks like, or ""."""
    hit = process.extractOne(word, lexicon.long_verbs, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return hit[0] if hit and hit[0][:2] == word[:2] else ""


__all__ = ["misspelt_actions"]
