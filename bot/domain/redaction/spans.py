"""Stretches of a line that are secret, and the line without them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

MARK = "[secret]"


class Span(NamedTuple):
    """Where a secret stands in a line: code points, the end is exclusive."""

    start: int
    end: int


def without(line: str, spans: Iterable[Span]) -> str:
    """The line with each span, and each run of overlapping spans, replaced by `MARK`."""
    parts: list[str] = []
    done = 0
    for start, end in _merged(spans):
        parts.append(line[done:start])
        parts.append(MARK)
        done = end
    parts.append(line[done:])
    return "".join(parts)


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(span for span in spans if span.end > span.start):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged
