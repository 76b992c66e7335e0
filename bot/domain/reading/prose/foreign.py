"""Announcements in other languages: their words of action, their mode and what they are about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.action import Mode
from bot.domain.reading.lexicon import ForeignLanguage, Lexicon
from bot.domain.reading.lexicon.foreign_forms import foreign_stem as stem_of
from bot.domain.reading.prose.clauses import Clause
from bot.domain.reading.prose.foreign_actions import foreign_actions
from bot.domain.reading.prose.foreign_clause import ForeignClause
from bot.domain.reading.prose.foreign_mode import (
    clause_mode,
    foreign_mode,
    opens_purpose,
    with_joined_past,
)
from bot.domain.reading.prose.foreign_substrings import read_substrings
from bot.domain.reading.remembering import remembered
from bot.domain.reading.text import Token

_KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SURE = 2
_PHRASE = 2
_FEW = 5
# "Without" rules out what follows it; behind a verb it says how, not that it is not done.
_WITHOUT = frozenset({"ohne", "sem", "sans", "sin", "senza", "zonder"})


def language_of(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> ForeignLanguage | None:
    """The language of a sentence, or None for English."""
    words = {token.text for token in tokens} | set(_WORD.findall(text.lower()))
    if _KANA.search(text):
        return next((f for f in lexicon.foreign if f.substring), None)
    english = words & lexicon.language["stop"]
    best, lead = None, 0
    few = not english and len(words) <= _FEW
    signs: dict[ForeignLanguage, set[str]] = {}
    for word in words:
        for language in _languages_with(word, lexicon):
            signs.setdefault(language, set()).add(word)
    for language in lexicon.foreign:
        if language not in signs:
            continue
        total = _signs(signs[language], language, lexicon)
        total += _PHRASE * _has_phrasal(signs[language], words, language, lexicon)
        ahead = total - len(english - language.markers - language.stop - language.negators)
        if (total > _SURE or (few and total == _SURE)) and ahead > lead:
            best, lead = language, ahead
    return best


@remembered
def _languages_with(word: str, lexicon: Lexicon) -> tuple[ForeignLanguage, ...]:
    """The languages that a word may speak for: most are words of none of them."""
    return tuple(
        language
        for language in lexicon.foreign
        if not language.substring
        and (
            _acts(word, language)
            or word in language.markers
            or word in language.past
            or word in language.negators
            or (word in language.things and not word.isascii())
        )
    )


def _acts(word: str, language: ForeignLanguage) -> bool:
    """Whether a word is one of action, in whatever form."""
    return word in language.kinds or word in language.phrasals or stem_of(word) in language.stems


def _signs(words: set[str], language: ForeignLanguage, lexicon: Lexicon) -> int:
    """How much speaks for a language; words that English has too only beside its own."""
    own = {w for w in words if _acts(w, language)}
    marked = words & (language.markers | language.past | language.negators)
    # Words that English has too ("a", "no") speak for it only beside others.
    marks = len(marked) if marked - lexicon.language["stop"] else 0
    native = any(
        w not in lexicon.words and w not in lexicon.phrasals and w not in lexicon.things.concepts
        for w in own
    )
    special = sum(1 for w in words if w in language.things and not w.isascii())
    return marks + special + (2 if native or (own and marks >= _SURE) else 0)


def _has_phrasal(
    own: set[str], words: set[str], language: ForeignLanguage, lexicon: Lexicon
) -> bool:
    """Whether a verb stands beside a particle that English does not have: "start … opnieuw"."""
    phrasals = (
        p
        for word in own
        for p in (*language.phrasals.get(word, ()), *language.phrasal_stems.get(stem_of(word), ()))
    )
    english = lexicon.language["stop"]
    return any(words.issuperset(p.particle) and english.isdisjoint(p.particle) for p in phrasals)


def read_foreign(clause: Clause, language: ForeignLanguage) -> ForeignClause:
    """The words of action of a clause in `language`, and their modes."""
    if language.substring:
        return read_substrings(clause, language)
    words = [token.text for token in clause.tokens]
    found = foreign_actions(clause.tokens, language)
    end = next((at for at in range(1, len(words)) if opens_purpose(words, at, found)), len(words))
    terms = frozenset(language.things[w] for w in words[:end] if w in language.things)
    left_out = [at for at, word in enumerate(words) if word in _WITHOUT]
    without = tuple(word for at in left_out for word in words[at + 1 : at + 4])
    modes = [foreign_mode(one, found, words, clause, language) for one in found]
    modes = with_joined_past(modes, found, words)
    if found and modes[0] is Mode.READ_ONLY:
        found, modes = found[:1], modes[:1]
    mode = modes[0] if modes else clause_mode(words, clause, language)
    if Mode.PLANNED in modes:
        mode = Mode.PLANNED
    return ForeignClause(tuple(found), tuple(modes), mode, terms, language.stop, without)


__all__ = ["ForeignClause", "language_of", "read_foreign"]
