"""Names with a slip of the finger: "chekout" for checkout."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.reading.lexicon import Lexicon, stem

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST, _LONGEST = 6, 24


def may_be_a_slip(word: str, lexicon: Lexicon) -> bool:
    """Whether a word means nothing that the lexicon knows, and is long enough to be told."""
    if not _SHORTEST <= len(word) <= _LONGEST or not (word.isascii() and word.isalpha()):
        return False
    things = lexicon.things.concepts
    return not (
        word in lexicon.words
        or word in things
        or stem(word) in things
        or word in lexicon.language["stop"]
        or word in lexicon.environments.names
    )


def one_slip(word: str) -> Iterator[str]:
    """Every word that is one letter away: one too few, too many, another, or two exchanged."""
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        yield from (head + letter + tail for letter in _LETTERS)
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in _LETTERS)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]


__all__ = ["may_be_a_slip", "one_slip"]
