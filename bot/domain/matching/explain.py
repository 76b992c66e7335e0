"""Why it matches, and why not, in the words of a person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.matching.names import How
from bot.domain.matching.parts import Parts
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of
from bot.domain.reading.text import tokens_of

_LONGEST = 2000
_MOST = 6


def agreed(
    entry: EntryReading, parts: Parts, how: How, environment: str, written: Sequence[str]
) -> tuple[str, ...]:
    """One line for each part that agrees; `written` are the words in common as they stand."""
    lines = []
    if parts.kind is not None and parts.kinds[0]:
        lines.append(f"{_plain(parts.kinds[1])} = {_plain(parts.kinds[0])}")
    services = ", ".join(entry.entry.scope.services)
    lines.append({
        How.GIVEN: f"{services} (this channel)",
            How.THREAD: f"{services} (this thread)",
        How.ALIAS: f"{services} (by another name)",
        How.PRODUCT: f"{services} (by what it runs on)",
        How.ANY: "any service",
    }.get(how, services))  # fmt: skip
    if environment:
        lines.append(environment)
    if written:
        lines.append("same: " + ", ".join(written))
    return tuple(lines)


def as_written(shared: Sequence[str], text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The words of a text that stand for concepts, in their order, one for each concept."""
    wanted, words = set(shared), []
    for token in tokens_of(text[:_LONGEST]):
        pieces = [token.text, *pieces_of(token.raw)]
        meant = {lexicon.things.concept(piece) for piece in pieces} & wanted
        if meant:
            wanted -= meant
            words.append(token.raw.strip("-`'\""))
    return tuple(dict.fromkeys(words))[:_MOST]


def _plain(kind: str) -> str:
    return kind.replace("_", " ")


def other_action(parts: Parts) -> str:
    """Why the actions differ."""
    if parts.foreign:
        return (
            "the same kind of action on something else"
            if (parts.kind or 0) > 0.5
            else (f"{_plain(parts.kinds[1]) or 'this'} is another action")
        )
    if parts.kind is None:
        return "no action on what the entry is about"
    return f"{_plain(parts.kinds[1])} is not {_plain(parts.kinds[0])}"


__all__ = ["agreed", "as_written", "other_action"]
