"""The pieces of a document: headings, lines of text, list items, rows of tables, messages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class UnitKind(StrEnum):
    """The form in which a piece of a document stands."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    ROW = "row"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of a document that is read as a whole.

    Attributes:
        kind: Its form.
        text: Its words, without markup; of a row, its cells joined with " | ".
        starts: Offset in `text` -> line, for each line it stands on, as two equal long tuples.
        lines: Line numbers to `starts`, counted from 1.
        level: Of a heading: 1 to 6.
        cells: Of a row.
        header: Of a row: the names of its columns, lower case; empty where there is none.
        group: Pieces of one paragraph or list share it.
    """

    kind: UnitKind
    text: str
    starts: tuple[int, ...]
    lines: tuple[int, ...]
    level: int = 0
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    group: int = 0

    def line_at(self, offset: int) -> int:
        """The line on which the character at `offset` stands."""
        return self.lines[max(0, bisect_right(self.starts, offset) - 1)]


@dataclass(frozen=True, slots=True)
class Document:
    """A document in pieces, in order, with the fields of its front matter."""

    units: tuple[Unit, ...]
    fields: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
