"""Announcements in other languages: their words of action, their mode and what they are about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.action import Mode
from bot.domain.reading.lexicon import ForeignLanguage, Form, Lexicon
from bot.domain.reading.lexicon.inflection import foreign_stem as stem_of
from bot.domain.reading.prose.clauses import Clause
from bot.domain.reading.prose.verbs_in import Found
from bot.domain.reading.text import Token

_KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_GAP = 12
_SURE = 2
# "Without" rules out what follows it; behind a verb it says how, not that it is not done.
_WITHOUT = frozenset({"ohne", "sem", "sans", "sin", "senza", "zonder"})
_WITHOUT_BEFORE = re.compile(r"([a-z][\w-]*|[\u30a0-\u30ff\u4e00-\u9fff]+)\s*(?:なし|無し|抜き)")


@dataclass(frozen=True, slots=True)
class ForeignClause:
    """What a clause in another language says.

    Attributes:
        found: Its words of action.
        mode: The mode of all of them.
        terms: Concepts its words stand for.
        stop: Its function words.
        without: What it says is left out: "ohne Sperre", "sem concurrently", "CONCURRENTLYなしで".
    """

    found: tuple[Found, ...]
    mode: Mode
    terms: frozenset[str]
    stop: frozenset[str]
    without: tuple[str, ...] = ()


def language_of(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> ForeignLanguage | None:
    """The language of a sentence, or None for English."""
    words = {token.text for token in tokens} | set(_WORD.findall(text.lower()))
    if _KANA.search(text):
        return next((f for f in lexicon.foreign if f.substring), None)
    english = words & lexicon.language["stop"]
    best, lead = None, 0
    for language in lexicon.foreign:
        if language.substring:
            continue
        total = _signs(words, language, lexicon)
        ahead = total - len(english - language.markers - language.stop - language.negators)
        if total > _SURE and ahead > lead:
            best, lead = language, ahead
    return best


def _signs(words: set[str], language: ForeignLanguage, lexicon: Lexicon) -> int:
    """How much speaks for a language; words that English has too only beside its own."""
    own = {
        w for w in words
        if w in language.kinds or w in language.phrasals or stem_of(w) in language.stems
    }  # fmt: skip
    marks = len(words & language.markers)
    native = any(w not in lexicon.words and w not in lexicon.phrasals for w in own)
    special = sum(1 for w in words if w in language.things and not w.isascii())
    return marks + special + (2 if native or (own and marks >= _SURE) else 0)


def read_foreign(clause: Clause, language: ForeignLanguage) -> ForeignClause:
    """The words of action of a clause in `language`, and their mode."""
    if language.substring:
        return _read_substrings(clause, language)
    words = [token.text for token in clause.tokens]
    found = _words_of_action(words, language)
    terms = frozenset(language.things[w] for w in words if w in language.things)
    left_out = [at for at, word in enumerate(words) if word in _WITHOUT]
    first = min((one.index for one in found), default=len(words))
    acting = {word for at, word in enumerate(words) if at not in left_out or at < first}
    without = tuple(word for at in left_out for word in words[at + 1 : at + 4])
    return ForeignClause(
        tuple(found), _mode(acting, clause, language), terms, language.stop, without
    )


def _words_of_action(words: Sequence[str], language: ForeignLanguage) -> list[Found]:
    found = []
    for at, word in enumerate(words):
        for idiom in language.idioms.get(word, ()):
            end = at + len(idiom.tokens)
            if tuple(words[at:end]) == idiom.tokens:
                found += [Found(at, end, (idiom.kind,), Form.ING)]
        for phrasal in language.phrasals.get(word, ()):
            rest = words[at + 1 : at + 1 + _GAP]
            if set(phrasal.particle) <= set(rest):
                found.append(Found(at, at + 1, (phrasal.kind,), Form.ING))
        kinds = language.kinds.get(word) or language.stems.get(stem_of(word), ())
        if kinds:
            found.append(Found(at, at + 1, kinds, Form.ING))
    merged: dict[int, Found] = {}
    for one in found:
        before = merged.get(one.index)
        kinds = one.kinds if before is None else tuple(dict.fromkeys((*before.kinds, *one.kinds)))
        merged[one.index] = Found(one.index, one.end, kinds, Form.ING)
    return list(merged.values())


def _mode(words: set[str], clause: Clause, language: ForeignLanguage) -> Mode:
    text = clause.text
    if clause.question or "¿" in text or text.rstrip().endswith("?"):
        return Mode.QUESTION
    if words & language.negators:
        return Mode.NEGATED
    if words & language.past - {"se"} or (
        language.past_pattern and language.past_pattern.search(text.lower())
    ):
        return Mode.PAST
    return Mode.HYPOTHETICAL if words & language.hypothetical - {"si", "se"} else Mode.PLANNED


def _read_substrings(clause: Clause, language: ForeignLanguage) -> ForeignClause:
    text = clause.text
    kinds = [kind for word, ks in language.kinds.items() if word in text for kind in ks]
    terms = frozenset(concept for word, concept in language.things.items() if word in text)
    mode = Mode.PLANNED
    if any(q in text for q in language.questions):
        mode = Mode.QUESTION
    elif any(n in text for n in language.negators):
        mode = Mode.NEGATED
    elif any(p in text for p in language.past):
        mode = Mode.PAST
    elif any(h in text for h in language.hypothetical):
        mode = Mode.HYPOTHETICAL
    if "inspect" in kinds and mode is Mode.PLANNED:
        mode = Mode.READ_ONLY
    found = (Found(0, 1, tuple(dict.fromkeys(kinds)), Form.ING),) if kinds else ()
    without = tuple(_WITHOUT_BEFORE.findall(text.lower()))
    return ForeignClause(found, mode, terms, frozenset(), without)


__all__ = ["ForeignClause", "language_of", "read_foreign"]
