"""The words of action in a clause in another language, by their forms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.domain.reading.lexicon import ForeignLanguage, Form
from bot.domain.reading.lexicon.foreign_forms import (
    PREFIXES,
    Inflected,
    foreign_stem,
    foreign_stem_of_two,
    inflected,
)
from bot.domain.reading.prose.verbs_in import Found
from bot.domain.reading.text import Token

_GAP = 12
_GOING_ON = frozenset(
    {"continua", "continuam", "continúa", "continúan", "sigue", "siguen", "segue", "seguem",
     "bleibt", "bleiben", "permanece", "permanecen", "permanecem"}
)  # fmt: skip
_RUNNING = frozenset({"run", "start", "enable", "apply"})
_ARTICLES = frozenset(
    {"el", "un", "una", "del", "al", "los", "unos", "o", "um", "uma", "do", "da", "no", "na", "ao",
     "le", "la", "les", "une", "du", "des", "au", "der", "die", "das", "den", "dem", "ein", "eine",
     "einen", "einem", "einer", "kein", "keine", "keinen", "vom", "zum", "zur", "beim", "este",
     "esta", "ese", "esa", "ce", "cette", "esse", "dieser", "diese", "dieses", "su", "sua", "seu",
     "de", "d"}
)  # fmt: skip
_DOERS = frozenset({"je", "j", "on", "nous", "yo", "eu", "nós", "a", "gente"})
_OF = frozenset({"de", "del", "do", "da", "dos", "das", "du", "des", "d", "von", "vom", "der"})


def foreign_actions(tokens: Sequence[Token], language: ForeignLanguage) -> list[Found]:
    """The words of action in order; of the readings of one verb the longest comes first.

    Their form says how they stand: BASE and ING are done or going to be done, PARTICIPLE and PAST
    are done already, a NOUN takes what the clause says.
    """
    words = [token.text for token in tokens]
    found = []
    for at, word in enumerate(words):
        readings, form = _readings(words, at, word, language)
        if at and language.code == "de" and tokens[at].raw[0].isupper():
            form = Form.NOUN
        if readings:
            longest_first = sorted(readings, key=lambda reading: -reading[0])
            kinds = tuple(dict.fromkeys(kind for _, kind in longest_first))
            found.append(Found(at, at + 1, kinds, _as_noun(words, at, form)))
    stays = next((at for at, word in enumerate(words) if word in _GOING_ON), len(words))
    return [f for f in found if f.index < stays or not set(f.kinds) & _RUNNING]


def _readings(
    words: Sequence[str], at: int, word: str, language: ForeignLanguage
) -> tuple[list[tuple[int, str]], Form]:
    """What the word at a place means, each with its length in words, and its form."""
    readings = [
        (len(idiom.tokens), idiom.kind)
        for idiom in language.idioms.get(word, ())
        if tuple(words[at : at + len(idiom.tokens)]) == idiom.tokens
    ]
    own = language.kinds.get(word) or language.stems.get(foreign_stem(word), ())
    phrasals = language.phrasals.get(word) or language.phrasal_stems.get(
        foreign_stem_of_two(word), ()
    )
    form, prefix = Form.ING, ""
    known = _inflected(word, language) if not own or language.code == "de" else None
    if known and (not own or known.prefix):
        phrasals = language.phrasal_stems.get(known.stem, ())
        prefix = known.prefix
    if known and not own:
        own = language.stems.get(known.stem, ()) if not prefix else ()
        form = known.form
    elif own and word in language.kinds and _is_done(word, language):
        form = Form.PARTICIPLE
    beside = _beside(words, at, language, last=form is Form.PARTICIPLE or word.endswith("en"))
    if prefix:
        beside.add(prefix)
    readings += [
        (1 + len(p.particle), p.kind) for p in phrasals
        if set(p.particle) <= beside and (not prefix or prefix in p.particle)
    ]  # fmt: skip
    readings += [(1, kind) for kind in own]
    return readings, form


def _inflected(word: str, language: ForeignLanguage) -> Inflected | None:
    if len(word) < 4 or not word.isalpha():
        return None
    if known := inflected(word, language.code, language.stems, language.strong):
        return known
    return inflected(word, language.code, language.phrasal_stems, language.strong)


def _is_done(word: str, language: ForeignLanguage) -> bool:
    """Whether a listed form is a participle: "borrado"."""
    return language.code in {"es", "pt"} and word.endswith(("ado", "ada", "ido", "ida"))


def _beside(words: Sequence[str], at: int, language: ForeignLanguage, *, last: bool) -> set[str]:
    """The words with which a verb can form another; German verbs stand last in some clauses."""
    rest = set(words[at + 1 : at + 1 + _GAP])
    if language.code == "de":
        before = set(words[max(0, at - _GAP) : at])
        rest |= before if last else before.difference(PREFIXES)
    return rest | {piece for joined in rest if "-" in joined for piece in joined.split("-")}


def _as_noun(words: Sequence[str], at: int, form: Form) -> Form:
    """A noun where an article stands before it, or "of" behind it and nobody does it."""
    if form is not Form.ING:
        return form
    before, after = tuple(words[max(0, at - 2) : at]), words[at + 1 : at + 2]
    if before and before[-1] in _ARTICLES and not (len(before) > 1 and before[0] in _DOERS):
        return Form.NOUN
    noun_of = at == 0 and bool(after) and after[0] in _OF and ("de", "uma") not in pairwise(words)
    return Form.NOUN if noun_of else form


__all__ = ["foreign_actions"]
