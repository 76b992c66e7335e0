"""Find entries, and say what was understood of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.application.negmem import Negmem
from bot.application.records.fires import Fires
from bot.domain.audit import AuditRecord
from bot.domain.entry import ANY, Entry, Severity
from bot.domain.errors import NotFound
from bot.domain.nearest import nearest

LATEST = 8
"""Audit records shown with an entry."""


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry with what is known about it at the moment `at`."""

    entry: Entry
    fires: Fires
    reading: tuple[str, ...]
    history: tuple[AuditRecord, ...]
    at: datetime


def list_entries(
    negmem: Negmem,
    team: str,
    *,
    service: str | None = None,
    environment: str | None = None,
    severity: Severity | None = None,
    include_retired: bool = False,
) -> tuple[Entry, ...]:
    """Entries in the order of their creation, as far as they fit."""
    with negmem.store.read() as tx:
        found = tx.entries.all(team, include_retired=include_retired)
    return tuple(
        entry
        for entry in found
        if (service is None or _names(entry.scope.services + entry.aliases, service))
        and (environment is None or _names(entry.scope.environments, environment))
        and (severity is None or entry.severity is severity)
    )


def search_entries(negmem: Negmem, team: str, words: str) -> tuple[Entry, ...]:
    """Entries whose texts have all the words, retired ones included."""
    wanted = words.lower().split()
    with negmem.store.read() as tx:
        found = tx.entries.all(team, include_retired=True)
    return tuple(entry for entry in found if all(word in _text(entry) for word in wanted))


def show_entry(negmem: Negmem, team: str, entry_id: str) -> EntryView:
    """One entry with its fires, its reading and its latest records.

    Raises:
        NotFound: There is none; names the nearest ids.
    """
    with negmem.store.read() as tx:
        entry = tx.entries.get(team, entry_id)
        if entry is None:
            known = [one.id for one in tx.entries.all(team, include_retired=True)]
            raise NotFound(f"There is no entry {entry_id}.", _did_you_mean(entry_id, known))
        fires = tx.announcements.fires(team, entry_id)
        records = tuple(tx.audit.about(team, entry_id, LATEST))
    return EntryView(entry, fires, negmem.memories.reading_of(entry), records, negmem.clock())


def _did_you_mean(entry_id: str, known: Sequence[str]) -> str:
    near = nearest(entry_id, known)
    return f"Did you mean {' or '.join(near)}?" if near else "`/negmem list` shows them."


def _names(names: Sequence[str], asked: str) -> bool:
    return ANY in names or asked.lower() in {name.lower() for name in names}


def _text(entry: Entry) -> str:
    parts = (
        entry.id,
        entry.action,
        entry.context,
        entry.outcome,
        entry.source,
        entry.instead or "",
        *entry.scope.services,
        *entry.scope.environments,
        *entry.aliases,
    )
    return " ".join(parts).lower()
