"""A line cut into the words of commands, with their places, however it is quoted.

Not a shell parser: it must also cut prose, half a command and JSON lists of words, and never fail.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SEPARATORS = frozenset("|;&()`\n")
_QUOTES = frozenset("\"'")
_ENDS_RUN = re.compile(r"[\s|;&()`\"']")
_DEPTH = 3
_GOES_ON = re.compile(r"\w|[\"'][^\s\"']")


@dataclass(frozen=True, slots=True)
class Word:
    """One word: its text, without quotes around the whole, and where that text stands."""

    text: str
    start: int
    end: int


def segments(line: str) -> list[list[Word]]:
    """The commands of a line, each as its words.

    What is quoted and has spaces is cut again, as commands of its own: `bash -c "mysql -p…"`.
    """
    found: list[list[Word]] = []
    todo = [(0, len(line), 0)]
    while todo:
        start, end, depth = todo.pop()
        cut = _Cut(line, start, end)
        found += cut.commands
        if depth < _DEPTH:
            todo += [(begin, stop, depth + 1) for begin, stop in cut.quoted]
    return [words for words in found if words]


class _Cut:
    """One pass over a stretch of a line: its commands, and the quoted stretches within."""

    def __init__(self, line: str, start: int, end: int) -> None:
        self._line, self._end = line, end
        self._start: int | None = None  # of the word that is being read
        self._unclosed: set[str] = set()
        self.commands: list[list[Word]] = [[]]
        self.quoted: list[tuple[int, int]] = []
        at = start
        while at < end:
            at = self._step(at)
            if self._start is not None:  # the rest of the word's plain signs, at once
                found = _ENDS_RUN.search(line, at, end)
                at = found.start() if found else max(at, end)
        self._finish(end)

    def _step(self, at: int) -> int:
        """Reads one sign, or a quoted stretch as a whole; returns where to go on."""
        char = self._line[at]
        if char in _QUOTES and char not in self._unclosed and self._may_open(at):
            closing = self._closing(char, at + 1)
            if closing >= 0:
                return self._quote(at, closing)
            self._unclosed.add(char)
        if char.isspace() or char in _SEPARATORS:
            self._finish(at)
            if char in _SEPARATORS:
                self.commands.append([])
        elif self._start is None and not self._is_punctuation(at):
            self._start = at
        return at + 1

    def _may_open(self, at: int) -> bool:
        return self._start is None or self._line[at - 1] in "=:,[{(" or self._line[at - 2] == "-"

    def _quote(self, at: int, closing: int) -> int:
        if " " in self._line[at:closing]:
            self.quoted.append((at + 1, closing))
        if self._start is not None and self._line[at - 1] not in ",[{":
            return closing + 1  # NAME="two words" stays one word
        self._finish(at)
        end = self._glued(closing + 1)
        self.commands[-1].append(Word(self._line[at + 1 : end], at + 1, end))
        return max(end, closing + 1)

    def _glued(self, at: int) -> int:
        """Where a quoted word ends that goes on behind its closing quote: `'-p'secret`."""
        end = at
        while end < self._end and (self._line[end].isalnum() or self._line[end] in "_-.+=!#%@/'\""):
            end += 1
        return end if end > at and _GOES_ON.match(self._line, at, end) else at - 1

    def _is_punctuation(self, at: int) -> bool:
        """Whether this sign before a word belongs to a list, a mapping or a stray quote."""
        char = self._line[at]
        if char in "[{":
            return at + 1 < self._end and self._line[at + 1] in "\"'\\ "
        return char in "],}:\"'\\"

    def _finish(self, at: int) -> None:
        if self._start is not None and at > self._start:
            start = self._start
            if self._line.startswith(("$'", '$"'), start):
                start += 2  # the shell's own quotes: `$'-psecret'`
            self.commands[-1].append(Word(self._line[start:at], start, at))
        self._start = None

    def _closing(self, quote: str, at: int) -> int:
        while True:
            at = self._line.find(quote, at, self._end)
            if at < 0 or quote == "'" or self._line[at - 1] != "\\":
                return at
            at += 1
