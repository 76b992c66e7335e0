"""HTML exports to the pieces of a document."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from bot.domain.postmortem.lines import clean, row_of
from bot.domain.postmortem.unit import Unit, UnitKind

_BLOCKS = frozenset(
    "p li div td th tr h1 h2 h3 h4 h5 h6 dd dt blockquote pre br ul ol table section article"
    " title".split()
)
_SKIPPED = frozenset({"script", "style", "head"})


def is_html(text: str) -> bool:
    """Whether the text is written in HTML rather than in Markdown with a few tags."""
    return len(re.findall(r"<(?:p|li|h[1-6]|tr|td|div|table)\b[^<>]{0,200}>", text, re.I)) >= 3


def units_of_html(text: str) -> tuple[Unit, ...]:
    """The pieces of an HTML document, with the lines on which their text stands."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.end_block()
    return tuple(reader.units)


class _Reader(HTMLParser):
    """Collects text until a block ends."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.units: list[Unit] = []
        self._parts: list[tuple[int, str]] = []
        self._tag = "p"
        self._cells: list[str] | None = None
        self._header: tuple[str, ...] = ()
        self._all_heads = True
        self._row_line = 0
        self._skipping = 0
        self._group = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  # the base class's signature
        """A block begins; inline tags only matter where they mark code."""
        self._skipping += tag in _SKIPPED
        if tag in {"code", "tt", "kbd"}:
            self.handle_data("`")
        if tag not in _BLOCKS:
            return
        if tag not in {"td", "th"} or self._cells is None:
            self.end_block()
        if tag in {"p", "ul", "ol", "table"}:
            self._group += 1
        if tag == "table":
            self._header = ()
        if tag == "tr":
            self._cells, self._all_heads, self._row_line = [], True, self.getpos()[0]
        elif tag in {"td", "th"} and self._cells is not None:
            self._parts = []
            self._all_heads = self._all_heads and tag == "th"
        self._tag = tag

    def handle_endtag(self, tag: str) -> None:
        """A block ends: its text becomes a piece, a cell's goes to its row."""
        self._skipping -= tag in _SKIPPED
        if tag in {"code", "tt", "kbd"}:
            self.handle_data("`")
        if tag in {"td", "th"} and self._cells is not None:
            self._cells.append(" ".join(part for _, part in self._parts))
            self._parts = []
        elif tag == "tr" and self._cells is not None:
            self._end_row(self._cells)
        elif tag in _BLOCKS and self._cells is None:
            self.end_block()

    def handle_data(self, data: str) -> None:
        """Text, with the line it stands on."""
        if self._skipping:
            return
        first = self.getpos()[0]
        self._parts += [(first + i, part) for i, part in enumerate(data.split("\n")) if part]

    def end_block(self) -> None:
        """Turn the text collected so far into a piece."""
        text, starts, lines = "", [], []
        for line, part in self._parts:
            starts.append(len(text))
            lines.append(line)
            text += part
        self._parts = []
        cleaned = clean(text)
        if not cleaned:
            return
        first = lines[next((i for i, start in enumerate(starts) if text[start:].strip()), 0)]
        if re.fullmatch(r"h[1-6]|title|dt", self._tag):
            level = int(self._tag[1]) if self._tag[1:].isdigit() else 6
            unit = Unit(UnitKind.HEADING, cleaned, (0,), (first,), level=level)
        else:
            kind = UnitKind.ITEM if self._tag == "li" else UnitKind.TEXT
            scale = tuple(min(start, len(cleaned)) for start in starts)
            unit = Unit(kind, cleaned, scale, tuple(lines), group=self._group)
        self.units.append(unit)
        self._tag = "p"

    def _end_row(self, cells: list[str]) -> None:
        self._cells = None
        if self._all_heads:
            self._header = tuple(clean(cell).lower() for cell in cells)
        elif cells:
            self.units.append(row_of(cells, self._header, self._row_line, self._group))
