"""A line cut into the words of commands, with their places, however it is quoted.

Not a shell parser: it must also cut prose, half a command and JSON lists of words, and never fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_SEPARATORS = frozenset("|;&()`\n{}")
_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Word:
    """One word: its text without quotes, and where that text stands in the line."""

    text: str
    start: int
    end: int


def segments(line: str, start: int = 0, end: int | None = None, depth: int = 0) -> list[list[Word]]:
    """The commands of a line, each as its words.

    A quoted word with spaces in it is cut again, as a command of its own: `bash -c "mysql -p…"`.

    Args:
        line: The whole line; places refer to it.
        start: Where to begin.
        end: Where to stop; None for the end of the line.
        depth: How many quotes this stretch stands in.
    """
    found: list[list[Word]] = [[]]
    inner: list[list[Word]] = []
    for word, quoted in _words(line, start, len(line) if end is None else end):
        if word is None:
            found.append([])
            continue
        found[-1].append(word)
        if quoted and depth < _DEPTH and " " in word.text:
            inner += segments(line, word.start, word.end, depth + 1)
    return [words for words in found + inner if words]


def _words(line: str, at: int, end: int) -> Iterator[tuple[Word | None, bool]]:
    """Words and, as None, the separators between commands."""
    unclosed: set[str] = set()
    start = -1
    while at < end:
        char = line[at]
        if char in "\"'" and char not in unclosed and (start < 0 or line[at - 1] in "=:,"):
            closing = _closing(line, char, at + 1, end)
            if closing < 0:
                unclosed.add(char)
                at += 1
                continue
            if start >= 0 and line[at - 1] != ",":
                at = closing + 1  # NAME="two words" stays one word
                continue
            if start >= 0:
                yield Word(line[start:at], start, at), False
                start = -1
            yield Word(line[at + 1 : closing], at + 1, closing), True
            at = closing + 1
        elif char.isspace() or char in _SEPARATORS or (start < 0 and _opens(line, at, end)):
            if start >= 0:
                yield Word(line[start:at], start, at), False
                start = -1
            if char in _SEPARATORS and not (char == "&" and at and line[at - 1] == ">"):
                yield None, False
            at += 1
        else:
            if start < 0:
                start = at
            at += 1
    if start >= 0:
        yield Word(line[start:end], start, end), False


def _opens(line: str, at: int, end: int) -> bool:
    """Whether this sign before a word is punctuation of a list or a stray quote."""
    if line[at] == "[":
        return at + 1 < end and line[at + 1] in "\"'\\ "
    return line[at] in "],\"'\\"


def _closing(line: str, quote: str, at: int, end: int) -> int:
    while True:
        at = line.find(quote, at, end)
        if at < 0 or quote == "'" or line[at - 1] != "\\":
            return at
        at += 1
