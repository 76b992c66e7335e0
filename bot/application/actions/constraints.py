"""The text for an agent's prompt: what not to do in this situation.

Prompts are advice; the gate is what enforces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.application.negmem import Negmem
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.constraint_choice import choose_constraints
from bot.domain.entry import Severity
from bot.domain.headline import shortened

HEAD = "Do not perform these actions in this situation:"
TAIL = "If one of these seems necessary, stop and ask a human."
LONGEST = 2_000
"""Characters of the whole text, unless the caller asks for less."""


@dataclass(frozen=True, slots=True)
class _Line:
    action: str
    where: str
    outcome: str
    instead: str | None


def constraints_text(
    negmem: Negmem,
    team: str,
    *,
    service: str | None,
    environment: str | None,
    context: str = "",
    limit: int = LONGEST,
) -> str:
    """The few entries that matter for this situation, most dangerous first.

    Args:
        negmem: What every use case is handed.
        team: Workspace; never another's entries.
        service: Name or alias; None for all services.
        environment: As written; None for all environments.
        context: What is going on; entries whose context speaks of it come first.
        limit: Most characters of the text.

    Returns:
        The text, or "" when nothing is known for the situation.
    """
    now = negmem.clock()
    with negmem.store.read() as tx, negmem.memories.fresh(tx, team) as memory:
        live = [entry for entry in memory.entries() if entry.is_live(now)]
    chosen = choose_constraints(
        live, service=service, environment=environment, context=context, now=now
    )
    lines = [
        _Line(
            entry.action,
            f"{', '.join(entry.scope.services)} in {', '.join(entry.scope.environments)}",
            entry.outcome,
            entry.instead,
        )
        for entry in chosen
    ]
    return _text(lines, limit)


def constraints_of(judged: JudgedAnnouncement) -> str:
    """The text for the entries that a decision matched."""
    lines = [
        _Line(match.action, "", match.outcome, match.instead)
        for match in judged.matches
        if match.severity is not Severity.ALERT
    ]
    return _text(lines, LONGEST)


def _text(lines: Sequence[_Line], limit: int) -> str:
    room = limit - len(HEAD) - len(TAIL) - 2
    taken = []
    for line in lines:
        text = _line_text(line)
        if len(text) + 1 > room:
            continue
        taken.append(text)
        room -= len(text) + 1
    return "\n".join([HEAD, *taken, TAIL]) if taken else ""


def _line_text(line: _Line) -> str:
    where = f" ({line.where})" if line.where else ""
    instead = f" Instead: {shortened(line.instead, 160)}." if line.instead else ""
    return f"- {shortened(line.action, 160)}{where}: {shortened(line.outcome, 160)}.{instead}"
