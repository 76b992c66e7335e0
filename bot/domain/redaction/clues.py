"""Signs without which a group of patterns finds nothing: one quick look saves many slow ones."""

from __future__ import annotations

import re

_SYNTAX = frozenset(r"\.[]{}()?*+^$|")


class Clues:
    """One of these stands in whatever the patterns of a group find.

    Args:
        pieces: Regular expressions in lower case.
    """

    def __init__(self, *pieces: str) -> None:
        # Looking for plain text is much faster than the same as a pattern of many alternatives.
        self._plain = tuple(piece for piece in pieces if not _SYNTAX & set(piece))
        self._other = tuple(re.compile(piece) for piece in pieces if _SYNTAX & set(piece))

    def absent_in(self, line: str) -> bool:
        """Whether the patterns need not be tried on this line.

        Only where all of it is ASCII: beyond that, letters stand for others without case (ſ for s).
        """
        if not line.isascii():
            return False
        low = line.lower()
        return not any(map(low.__contains__, self._plain)) and not any(
            pattern.search(low) for pattern in self._other
        )
