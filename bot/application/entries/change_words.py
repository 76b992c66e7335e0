"""What a person is told after a change of an entry."""

from __future__ import annotations

from bot.application.people.answers import Answer, day
from bot.domain.audit import AuditEvent
from bot.domain.entry import Entry, Severity

LONGER = "{id} lives until {until} already, which is not sooner: nothing was changed."
EARLIER = "An earlier end can be set with `/negmem edit {id}`."

_CHANGED_SINCE = "{id} was changed since you saw it: `/negmem show {id}` shows it as it is now."

_TOLD = {
    AuditEvent.ENTRY_CHANGED: "{id} changed.",
    AuditEvent.ENTRY_NARROWED: "{id} narrowed: {where}.",
    AuditEvent.ENTRY_RENEWED: "{id} renewed until {until}.",
    AuditEvent.ENTRY_WEAKENED: "{id} {does}.",
    AuditEvent.ENTRY_RETIRED: "{id} retired. `/negmem renew {id}` brings it back.",
    AuditEvent.ENTRY_REASSIGNED: "{id} now belongs to <@{owner}>.",
    AuditEvent.ENTRY_UNDONE: "{id} undone.",
}

_DOES = {
    Severity.BLOCK: "holds the action",
    Severity.WARN: "only warns from now on",
    Severity.ALERT: "is only counted for the review from now on",
}


def told(event: AuditEvent, entry: Entry, wording: str | None = None) -> str:
    """What was done, by the entry as it is now; `wording` says it otherwise."""
    return (wording or _TOLD[event]).format(
        id=entry.id,
        until=day(entry.expires) if entry.expires else "further notice",
        does=_DOES[entry.severity],
        owner=entry.owner,
        where=f"{', '.join(entry.scope.services)} in {', '.join(entry.scope.environments)}",
    )


def unknown(entry_id: str) -> Answer:
    """There is no such entry."""
    return Answer(False, f"There is no entry {entry_id} here: `/negmem list` shows them.")


def changed_since(entry_id: str) -> Answer:
    """It is not what the person saw when they decided."""
    return Answer(False, _CHANGED_SINCE.format(id=entry_id))
