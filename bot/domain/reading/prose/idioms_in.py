"""Fixed runs of words that name an action: "goes live", "gets purged", "offline"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.prose.found import Found


def with_participle(idiom: Found, words: Sequence[str], lexicon: Lexicon) -> Found:
    """An idiom with the kinds of the participle in it: "gets purged" is a purge too."""
    inside = words[idiom.index + 1 : idiom.end]
    kinds = [
        s.kind for word in inside for s in lexicon.words.get(word, ())
        if s.form in {Form.PAST, Form.PARTICIPLE} and not lexicon.kinds[s.kind].light
    ]  # fmt: skip
    return replace(idiom, kinds=tuple(dict.fromkeys((*kinds, *idiom.kinds)))) if kinds else idiom


def _describes_next(words: Sequence[str], at: int, lexicon: Lexicon) -> bool:
    """Whether a word stands before the noun of action that it describes: "an offline rebuild"."""
    following = words[at + 1] if at + 1 < len(words) else ""
    return any(s.form is Form.NOUN for s in lexicon.words.get(following, ()))


def idiom_at(words: Sequence[str], at: int, lexicon: Lexicon) -> Found | None:
    """The longest idiom that begins at a place, or None."""
    known = lexicon.idioms.get(words[at])
    if known is None:
        return None
    beside = tuple(words[at + 1 : at + 2])
    fitting = [
        idiom for idiom in known
        if (len(idiom.tokens) == 1 or idiom.tokens[1:2] == beside)
        and tuple(words[at : at + len(idiom.tokens)]) == idiom.tokens
    ]  # fmt: skip
    if not fitting:
        return None
    size = len(fitting[0].tokens)
    if size == 1 and _describes_next(words, at, lexicon):
        return None
    kinds = dict.fromkeys(idiom.kind for idiom in fitting if len(idiom.tokens) == size)
    return Found(at, at + size, tuple(kinds), Form.NOUN)


__all__ = ["idiom_at", "with_participle"]
