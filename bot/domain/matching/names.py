"""Services in a text: which names it has, and when a longer name is another service."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.reading import Frame, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.terms import pieces_of

_JOINING = frozenset({"-", "_"})
_INNER = frozenset({"-", "_", " "})
_RESOURCES = frozenset(
    {"service", "app", "application", "release", "deployment", "table", "stream", "queue", "topic",
     "bucket", "function", "cluster", "database", "db", "instance",
     "distribution", "pool", "cache", "broker", "repository"}
)  # fmt: skip
_SERVICES = frozenset({"service", "svc", "application"})
_NAME = re.compile(r"[\w-]{2,60}")
_NAMED_BY = frozenset({"name", "id", "arn", "url", "identifier", "ref"})
_RUNS = frozenset({"run", "job", "batch", "cron", "task", "pipeline", "workflow", "etl", "sync"})
_DATE = re.compile(r"(?:19|20)\d\d(?:-?[01]\d)(?:-?[0-3]\d)?(?:-?\d{4,6})?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MAX_SHORT, _MAX_TAG = 2, 3
_MAX_NUMBER = 3


class How(StrEnum):
    """How a service is named."""

    NAMED = "named"
    ALIAS = "alias"
    THREAD = "thread"
    GIVEN = "given"
    PRODUCT = "product"
    ANY = "any"
    SIMILAR = "similar"


@dataclass(frozen=True, slots=True)
class Mention:
    """A service's name in a text: where it begins, how long it is, and what extends it."""

    start: int
    size: int
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def mention_at(words: Sequence[tuple[str, str]], start: int, size: int) -> Mention | None:
    """The mention of a name of `size` pieces at `start`, or None where they are not joined."""
    if any(joint not in _INNER for _, joint in words[start + 1 : start + size]):
        return None
    before: list[str] = []
    at = start
    while at > 0 and words[at][1] in _JOINING:
        at -= 1
        before.insert(0, words[at][0])
    after: list[str] = []
    at = start + size
    while at < len(words) and words[at][1] in _JOINING:
        after.append(words[at][0])
        at += 1
    return Mention(start, size, tuple(before), tuple(after))


def is_same(mention: Mention, entry: EntryReading, alias: bool, lexicon: Lexicon) -> bool:
    """Whether an extended name is still the entry's service.

    An environment, a kind of thing ("-db"), a number of a host, or a word of the entry itself
    ("crm-db-backup" where the entry is about a backup) keeps it the same; anything else, and a
    year, makes it another.
    """
    added = (*mention.before, *mention.after)
    if not alias and not mention.before and _is_a_run(mention.after, entry):
        return True
    strange = [piece for piece in added if not keeps(piece, entry, alias, lexicon)]
    if not strange or alias:
        return not strange
    # "mrk-docs-vault-old" is the old key of docs-vault.
    told = any(_is_about(piece, entry, lexicon) for piece in added)
    return told and all(piece.isalpha() and len(piece) <= _MAX_TAG for piece in strange)


def _is_a_run(after: Sequence[str], entry: EntryReading) -> bool:
    """Whether a date says which run of a job it is: `bill-run-2026-11`, `etl-job-20261130`."""
    runs = any(key[-1] in _RUNS for key in entry.keys)
    return runs and bool(after) and _DATE.fullmatch("-".join(after)) is not None


def _is_about(piece: str, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether a piece is what tells the entry's object: no mere "service", "db"."""
    concept = lexicon.things.concept(piece)
    return concept in entry.terms and concept not in lexicon.things.common


def keeps(piece: str, entry: EntryReading, alias: bool, lexicon: Lexicon) -> bool:
    """Whether a word that extends a name leaves it the entry's service."""
    environments = lexicon.environments
    if piece in environments.names:
        own = environments.names[piece]
        return any(e == own or e.startswith(f"{own}-") for e in entry.environments) or (
            piece not in environments.weak and (not entry.environments)
        )
    if piece.isdigit():
        return len(piece) <= _MAX_NUMBER or (bool(_YEAR.fullmatch(piece)) and "old" in entry.terms)
    if len(piece) <= _MAX_SHORT and piece not in {"ui", "qa", "ci", "jr", "bi"}:
        return True
    concept = lexicon.things.concept(piece)
    if concept in lexicon.things.places and not alias:
        return True
    if concept in entry.terms or concept in entry.own or (not alias and concept in entry.support):
        return True
    if alias:
        return False
    if stem(piece) in entry.joined:
        return True
    return piece in lexicon.language["kinds"] or _is_hash(piece)


def telling_pieces(name: str, lexicon: Lexicon) -> set[str]:
    """The concepts of a name's pieces that tell services apart: no environment, no product."""
    return {
        lexicon.things.concept(piece)
        for piece in pieces_of(name)
        if piece not in lexicon.environments.names and piece not in lexicon.things.technologies
    } - lexicon.things.common


def resources_in(frame: Frame) -> Iterator[str]:
    """What a call names under a key for a resource: `"table": "promos"`, `--stream-name x`."""
    if frame.source is not Source.PROSE:
        for key, value in frame.planned.parameters.items():
            pieces = set(pieces_of(key.rpartition(".")[2]))
            if pieces & _RESOURCES and pieces <= _RESOURCES | _NAMED_BY:
                yield value


def services_in(frame: Frame) -> Iterator[str]:
    """What a call names as its service: `"service": "quote-api"`."""
    if frame.source is Source.JSON:
        for key, value in frame.planned.parameters.items():
            if key.rpartition(".")[2].lower() in _SERVICES and _NAME.fullmatch(value):
                yield value


def _is_hash(piece: str) -> bool:
    """A random suffix of a pod: letters and digits mixed."""
    return any(c.isdigit() for c in piece) and any(c.isalpha() for c in piece)


__all__ = [
    "How", "Mention", "is_same", "keeps", "mention_at", "resources_in", "services_in",
    "telling_pieces",
]  # fmt: skip
