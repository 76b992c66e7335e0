"""Why it matches, and why not, in the words of a person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.matching.names import How
from bot.domain.matching.parts import Parts
from bot.domain.reading.entry import EntryReading

_ALIKE = 0.5


def agreed(
    entry: EntryReading,
    parts: Parts,
    how: How,
    environment: str,
    written: Sequence[str],
    *,
    whence: str,
) -> tuple[str, ...]:
    """One line for each part that agrees.

    Args:
        entry: What it agrees with.
        parts: What was compared.
        how: How the service is named.
        environment: The line about the environment; may be empty.
        written: The words in common as they stand.
        whence: Who says the service, where the text does not.
    """
    lines = []
    if parts.kind is not None and parts.kind > _ALIKE and parts.kinds[0]:
        lines.append(_same_kind(*parts.kinds))
    services = ", ".join(entry.entry.scope.services)
    lines.append({
        How.GIVEN: f"{services} ({whence})",
            How.THREAD: f"{services} (this thread)",
        How.ALIAS: f"{services} (by another name)",
        How.PRODUCT: f"{services} (by what it runs on)",
        How.ANY: "any service",
    }.get(how, services))  # fmt: skip
    if environment:
        lines.append(environment)
    if written:
        lines.append("both name " + ", ".join(written))
    return tuple(lines)


def _plain(kind: str) -> str:
    return kind.replace("_", " ")


def _same_kind(own: str, other: str) -> str:
    """How the kinds of the entry and of the announcement agree."""
    if own == other:
        return f"same kind: {_plain(own)}"
    return f"{_plain(other)} counts as {_plain(own)}"


def other_action(parts: Parts) -> str:
    """Why the actions differ: what speaks most against a match."""
    own, other = (_plain(kind) for kind in parts.kinds)
    if parts.kind is None:
        return "it does nothing to what the entry is about"
    if parts.kind <= _ALIKE:
        return f"{other} is another action than {own}" if own and own != other else _LITTLE
    if parts.office:
        return "it is about a ticket, a date or a dashboard, not about the system"
    if parts.narrowed:
        return "it takes one, or one after the other"
    if parts.other_name or parts.foreign:
        return f"{other} of something else"
    return "it is done to a copy or a test" if parts.safe else _LITTLE


_LITTLE = "too little of it is what the entry is about"


__all__ = ["agreed", "other_action"]
