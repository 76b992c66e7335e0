"""Verbs in the names that tools use: `purge_queue`, `DeleteAccessKey`, `./flush-cache.sh`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.reading.tools.coined import coined_verb, repeated_verb
from bot.domain.reading.tools.tool_grammar import Tools

_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MAX_NAME = 80
_RUNS = frozenset({"task", "job", "run", "operation", "process", "execution", "request", "now"})


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
    later ones, a noun of action at the end ("key_deletion") over what is glued together
    ("deletefamily"). Words of two letters ("on", "up") count only where they stand alone.
    """
    whole = name.lower()
    if whole in tools.verbs:
        return tools.verbs[whole], ()
    if whole.startswith("re-") and (again := repeated_verb(whole, tools)):
        return again, ()
    pieces = pieces_of(name)
    for length in (3, 2):
        for start in range(len(pieces) - length + 1):
            joined = "-".join(pieces[start : start + length])
            if joined in tools.verbs:
                rest = (*pieces[:start], *pieces[start + length :])
                return tools.verbs[joined], rest
    for index, piece in enumerate(pieces):
        if piece in tools.verbs and (len(piece) > 2 or piece == "rm"):
            if begun := _begun(pieces, index, tools):
                return begun
            return tools.verbs[piece], (*pieces[:index], *pieces[index + 1 :])
    if len(pieces) > 1 and pieces[-1] in tools.verb_ends:
        return tools.verb_ends[pieces[-1]], tuple(pieces[:-1])
    return coined_verb(pieces, tools)


def _begun(pieces: Sequence[str], index: int, tools: Tools) -> tuple[str, tuple[str, ...]] | None:
    """`start-replay`, `RunMigrationJob`: what is begun, where nothing but a run is named behind."""
    if pieces[index] not in tools.words["beginning_verbs"] or index + 1 >= len(pieces):
        return None
    what, *behind = pieces[index + 1 :]
    if what not in tools.words["begun_verbs"] or not _RUNS.issuperset(behind):
        return None
    return tools.verbs[what], (*pieces[:index], *behind)


def said_verb(words: Sequence[str], tools: Tools) -> Verb | None:
    """The first or last of the words, as people say it: "distribute" in `firmware.distribute`."""
    for index in dict.fromkeys((len(words) - 1, 0)) if words else ():
        kind = tools.said.get(words[index].lower())
        if kind is not None:
            return Verb(kind, index, ())
    return None


def _later_verb(words: Sequence[str], index: int, tools: Tools) -> int:
    """`config get`, `backup delete`: a word that is also a noun gives way to the verb behind it.

    Not to one that only begins it: `backup create` and `failover start` are a backup, a failover.
    """
    said = words[index].lower()
    behind = words[index + 1].lower() if index + 1 < len(words) else ""
    if behind in tools.words["ending_verbs"] and said in tools.words["long_verbs"]:
        return index + 1  # `decommission status`, `rebuild cancel`
    if said in tools.words["noun_verbs"]:
        for later in range(index + 1, min(index + 3, len(words))):
            verb = words[later].lower()
            if verb in tools.verbs:
                begins = verb in tools.words["beginning_verbs"]
                return index if begins and said in tools.words["begun_verbs"] else later
            if "-" in verb and verb.partition("-")[0] in tools.verbs:
                return later  # `backup delete-recovery-point`
    return index


def find_verb(words: Sequence[str], tools: Tools, whole_only: bool = False) -> Verb | None:
    """The first of `words` that is a verb, or else the first with a verb inside it."""
    for index, word in enumerate(words):
        pair = f"{word}-{words[index + 1]}".lower() if index + 1 < len(words) else ""
        if pair in tools.verbs:
            return Verb(tools.verbs[pair], index + 1, ())
        if word.lower() in tools.verbs:
            later = _later_verb(words, index, tools)
            kind, objects = verb_in(words[later], tools) or ("", ())
            return Verb(kind, later, objects)
    if whole_only:
        return None
    for index, word in enumerate(words):
        found = verb_in(word, tools)
        if found is not None:
            return Verb(found[0], index, found[1])
    return None
