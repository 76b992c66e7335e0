"""How much of a very long reply is read."""

from __future__ import annotations

import re

LONGEST = 4000
_MOST_MARKS, _LAST_MARKS = 600, 200
"""Words and signs of a long reply that are read, and how many of them at its end."""
_MARK = re.compile(r"\w+|[^\w\s]")
_RUN = re.compile(r"(?:[^\w\s]\s?){13,}")
_KEPT_OF_RUN = 6


def ends_of(text: str) -> str:
    """The beginning and the end of a very long reply."""
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST * 3 // 4]}\n{text[-LONGEST // 4 :]}"


def thinned(plain: str) -> str:
    """The same without long runs of signs, and without the middle of very many words."""
    plain = _RUN.sub(lambda run: run[0][:_KEPT_OF_RUN] + run[0][-_KEPT_OF_RUN:], plain)
    plain = ends_of(plain)
    marks = [mark.span() for mark in _MARK.finditer(plain)]
    if len(marks) <= _MOST_MARKS:
        return plain
    end, start = marks[_MOST_MARKS - _LAST_MARKS][0], marks[-_LAST_MARKS][0]
    return f"{plain[:end]}\n{plain[start:]}"


__all__ = ["LONGEST", "ends_of", "thinned"]
