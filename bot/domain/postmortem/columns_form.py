"""Tables without bars: columns that stand apart by two spaces or tabs, as Markdown has them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_APART = re.compile(r"\t+|\s{2,}")
_BARE = re.compile(r"^[^|]+$")
_FEWEST_CELLS, _FEWEST_ROWS = 3, 3
_TIME = re.compile(r"\W?(?:\d{4}-\d\d-\d\d[ T])?\d{1,2}[:.h]\d{2}(?::\d\d)?\W?Z?$|T[+-]\d")
_FIGURE = re.compile(r"[~<>]?-?\d[\d.,]*\s?[%a-zA-Z/]{0,6}$|[-–—]$")
_NAMED = re.compile(r"\(([^()]{5,120})\)\s{0,4}:?$")
"""Names of columns in the line above: "Timeline (success / sessions / CPU)"."""
_NAMES_APART = re.compile(r"\s*[/,;|]\s*")
_TITLES = re.compile(r"^\D{2,60}$")


def with_bars(lines: Sequence[str]) -> list[str]:
    """The lines, with bars in those that make up a table; one line stays one."""
    rows = [_cells(line) for line in lines]
    out, at = list(lines), 0
    while at < len(rows):
        end = at
        while end < len(rows) and len(rows[end]) == len(rows[at]) >= _FEWEST_CELLS:
            end += 1
        if end - at >= _FEWEST_ROWS:
            _draw(rows, out, at, end)
        at = max(end, at + 1)
    return out


def _cells(line: str) -> list[str]:
    plain = line.strip().lstrip("-*• ")
    if not plain or not _BARE.match(plain) or line.lstrip().startswith(("#", ">", "`")):
        return []
    return [cell for cell in _APART.split(plain) if cell]


def _draw(rows: Sequence[Sequence[str]], out: list[str], start: int, end: int) -> None:
    """Puts bars into the lines of one table whose columns have names."""
    head = rows[start]
    titled = all(_TITLES.match(cell) for cell in head)
    above = "" if titled else _line_above(out, start)
    names = [] if titled else _names_of(above, rows[start])
    if not titled and not names:
        return
    for at in range(start, end):
        out[at] = "| " + " | ".join(rows[at]) + " |"
    if titled:
        out[start] = "|| " + " || ".join(head) + " ||"
    else:
        out[_index_above(out, start)] = "|| " + " || ".join(names) + " ||"
        for at in range(_index_above(out, start) + 1, start):
            out[at] = out[start]  # a blank line between would end the table


def _index_above(lines: Sequence[str], start: int) -> int:
    at = start - 1
    return at - 1 if at > 0 and not lines[at].strip() else at


def _line_above(lines: Sequence[str], start: int) -> str:
    at = _index_above(lines, start)
    return lines[at] if at >= 0 else ""


def _names_of(above: str, cells: Sequence[str]) -> list[str]:
    """The names of all columns, where the line above lists those of the figures."""
    found = _NAMED.search(above.rstrip())
    figures = [n for n, cell in enumerate(cells) if _FIGURE.match(cell) and not _TIME.match(cell)]
    if found is None or not _TIME.match(cells[0]):
        return []
    listed = _NAMES_APART.split(found[1].strip())
    if len(listed) != len(figures):
        return []
    names = ["time" if n == 0 else "event" for n in range(len(cells))]
    for n, name in zip(figures, listed, strict=True):
        names[n] = name
    return names
