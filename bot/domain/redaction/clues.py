"""Signs without which a group of patterns finds nothing: one quick look saves many slow ones."""

from __future__ import annotations

import re


class Clues:
    """One of these stands in whatever the patterns of a group find.

    Args:
        pieces: Regular expressions in lower case.
    """

    def __init__(self, *pieces: str) -> None:
        self._any = re.compile("|".join(pieces))

    def absent_in(self, line: str) -> bool:
        """Whether the patterns need not be tried on this line.

        Only where all of it is ASCII: beyond that, letters stand for others without case (ſ for s).
        """
        return line.isascii() and self._any.search(line.lower()) is None
