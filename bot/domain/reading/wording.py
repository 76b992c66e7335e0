"""Concepts told again in the words of the text that they were read from."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.remembering import remembered
from bot.domain.reading.terms import is_name, pieces_of
from bot.domain.reading.text import Token, tokens_of

_LONGEST = 2000
_MOST = 6
_MARKS = "-`'\""


def meanings_of(tokens: Iterable[Token], lexicon: Lexicon) -> list[tuple[frozenset[str], str]]:
    """For each token the concepts that it stands for, and how it is written."""
    return [_meaning(text, raw, lexicon) for text, raw, _, _ in tokens]


@remembered
def _meaning(text: str, raw: str, lexicon: Lexicon) -> tuple[frozenset[str], str]:
    concepts = frozenset(map(lexicon.things.concept, (text, *pieces_of(raw))))
    return concepts, raw.strip(_MARKS)


def as_written(
    concepts: Collection[str], meanings: Iterable[tuple[frozenset[str], str]]
) -> tuple[str, ...]:
    """The words that stand for concepts, in their order, one for each concept.

    Args:
        concepts: What to tell.
        meanings: What the words of the text mean, see `meanings_of`.
    """
    wanted, words = set(concepts), []
    for meant, word in meanings:
        if not wanted.isdisjoint(meant):
            wanted -= meant
            words.append(word)
    return tuple(dict.fromkeys(words))[:_MOST]


def written_in(concepts: Collection[str], text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The same for the beginning of a text."""
    return as_written(concepts, meanings_of(tokens_of(text[:_LONGEST]), lexicon))


def phrase_in(concepts: Collection[str], text: str, lexicon: Lexicon) -> str:
    """The words for concepts as one phrase, each word that stands beside another kept with it."""
    tokens = tokens_of(text[:_LONGEST])
    said = [
        token.raw.strip(_MARKS)
        for token in tokens
        if {lexicon.things.concept(p) for p in (token.text, *pieces_of(token.raw))} & set(concepts)
        and not _only_acts(token, lexicon)
    ]
    return " ".join(dict.fromkeys(said))


def _only_acts(token: Token, lexicon: Lexicon) -> bool:
    """Whether a word names an action and no thing: "fail" in "fail over"."""
    return (
        not is_name(token)
        and token.text not in lexicon.things.concepts
        and (token.text in lexicon.words or token.text in lexicon.phrasals)
    )


__all__ = ["as_written", "meanings_of", "phrase_in", "written_in"]
