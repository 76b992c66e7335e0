"""Verbs in the names that tools use: `purge_queue`, `DeleteAccessKey`, `./flush-cache.sh`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.reading.tools.tool_grammar import Tools

_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MAX_NAME = 80


def pieces_of(name: str) -> list[str]:
    """The lower-case words inside an identifier; numbers count as words."""
    return [piece.lower() for piece in _PIECES.findall(name[:_MAX_NAME])]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb that was found.

    Attributes:
        kind: The kind of action it stands for.
        index: Which of the words it stood in.
        objects: The other pieces of that word: "queue" in `purge_queue`.
    """

    kind: str
    index: int
    objects: tuple[str, ...]


def verb_in(name: str, tools: Tools) -> tuple[str, tuple[str, ...]] | None:
    """The kind that an identifier's verb stands for, and its other pieces; None without a verb.

    A verb of several words ("force_new_deployment") wins over its pieces, the first piece over
    later ones. Words of two letters ("on", "up") count only where they stand alone.
    """
    whole = name.lower()
    if whole in tools.verbs:
        return tools.verbs[whole], ()
    pieces = pieces_of(name)
    for length in (3, 2):
        for start in range(len(pieces) - length + 1):
            joined = "-".join(pieces[start : start + length])
            if joined in tools.verbs:
                rest = (*pieces[:start], *pieces[start + length :])
                return tools.verbs[joined], rest
    for index, piece in enumerate(pieces):
        if piece in tools.verbs and (len(piece) > 2 or piece == "rm"):
            return tools.verbs[piece], (*pieces[:index], *pieces[index + 1 :])
    return None


def _later_verb(words: Sequence[str], index: int, tools: Tools) -> int:
    """`config get`, `backup delete`: a word that is also a noun gives way to the verb behind it."""
    if words[index].lower() in tools.words["noun_verbs"]:
        for later in range(index + 1, min(index + 3, len(words))):
            if words[later].lower() in tools.verbs:
                return later
    return index


def find_verb(words: Sequence[str], tools: Tools, whole_only: bool = False) -> Verb | None:
    """The first of `words` that is a verb, or else the first with a verb inside it."""
    for index, word in enumerate(words):
        if word.lower() in tools.verbs:
            later = _later_verb(words, index, tools)
            return Verb(tools.verbs[words[later].lower()], later, ())
    if whole_only:
        return None
    for index, word in enumerate(words):
        found = verb_in(word, tools)
        if found is not None:
            return Verb(found[0], index, found[1])
    return None
