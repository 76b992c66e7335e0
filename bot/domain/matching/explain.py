"""Why it matches, and why not, in the words of a person."""

from __future__ import annotations

from bot.domain.matching.names import How
from bot.domain.matching.parts import Parts
from bot.domain.reading.entry import EntryReading


def agreed(entry: EntryReading, parts: Parts, how: How, environment: str) -> tuple[str, ...]:
    """One line for each part that agrees."""
    lines = []
    if parts.kind is not None and parts.kinds[0]:
        lines.append(f"{_plain(parts.kinds[1])} = {_plain(parts.kinds[0])}")
    services = ", ".join(entry.entry.scope.services)
    lines.append({
        How.GIVEN: f"{services} (this channel)",
            How.THREAD: f"{services} (this thread)",
        How.ALIAS: f"{services} (by another name)",
        How.ANY: "any service",
    }.get(how, services))  # fmt: skip
    if environment:
        lines.append(environment)
    if parts.shared:
        lines.append("same: " + ", ".join(sorted(parts.shared)[:6]))
    return tuple(lines)


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


__all__ = ["agreed", "other_action"]
