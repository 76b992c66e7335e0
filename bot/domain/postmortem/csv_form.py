"""Reviews that are kept as lines of values: CSV with a header."""

from __future__ import annotations

import csv
import io

from bot.domain.lesson_words import load_words
from bot.domain.postmortem.lines import row_of
from bot.domain.postmortem.unit import Document, UnitKind

_FEWEST_COLUMNS = 3
_FEWEST_ROWS = 2


def read_csv(text: str, name: str) -> Document | None:
    """The rows of a table of values, or None where the text is none.

    Args:
        text: The whole document.
        name: Of the file, for its title.
    """
    first = text.lstrip().split("\n", 1)[0]
    sign = max(",;\t", key=first.count)
    header = [cell.strip().strip('"').lower() for cell in first.split(sign)]
    known = {
        one
        for words in ("postmortem", "postmortem_foreign")
        for names in load_words(words)["columns"].values()
        for one in names
    }
    if len(header) < _FEWEST_COLUMNS or not known & set(header) or any(len(h) > 40 for h in header):
        return None
    try:
        reader = csv.reader(io.StringIO(text.lstrip()), delimiter=sign)
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error:
        return None
    skipped = text[: len(text) - len(text.lstrip())].count("\n")
    full = [(line, row) for line, row in rows[1:] if len(row) == len(header)]
    if len(full) < _FEWEST_ROWS or len(full) * 2 < len(rows):
        return None
    units = tuple(row_of(row, tuple(header), line + skipped, 1) for line, row in full)
    return Document(units if units[0].kind is UnitKind.ROW else (), {}, name)
