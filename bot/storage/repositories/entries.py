"""Entries. A change raises the workspace's `entries_version`, whose row lock orders the writers."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time
from typing import Any

from sqlalchemy import bindparam, select, update

from bot.application.records.workspace import Workspace
from bot.domain.entry import Entry, EntryState, Scope, Severity, Window, WrongMatch
from bot.domain.errors import Conflict
from bot.storage.prepared import Record
from bot.storage.repositories.setup import create_workspace
from bot.storage.repositories.work import Work
from bot.storage.tables import entries, workspaces

_PREFIX = "nm-"

_OF_TEAM = select(entries).where(entries.c.team == bindparam("team"))
_ENTRY = _OF_TEAM.where(entries.c.id == bindparam("entry_id"))
_ALL = _OF_TEAM.order_by(entries.c.seq)
_ACTIVE = _OF_TEAM.where(entries.c.state == EntryState.ACTIVE.value).order_by(entries.c.seq)
_CHANGED = _OF_TEAM.where(entries.c.entries_version > bindparam("since")).order_by(
    entries.c.entries_version
)
_RAISE_VERSION = (
    update(workspaces)
    .where(workspaces.c.team == bindparam("of_team"))
    .values(entries_version=workspaces.c.entries_version + 1)
    .returning(workspaces.c.entries_version, workspaces.c.entry_number)
)


class SqlEntries:
    """See `ports.Entries`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def get(self, team: str, entry_id: str) -> Entry | None:
        """The entry at its present version, retired ones included."""
        row = self._work.one(_ENTRY, team=team, entry_id=entry_id)
        return None if row is None else _entry(row)

    def add(self, team: str, entry: Entry) -> Entry:
        """Store a new entry; an empty id becomes the next `nm-N`. Returns it as stored.

        Raises:
            Conflict: The id is taken.
        """
        version, highest = self._raise_version(team)
        number = highest + 1 if not entry.id else max(highest, _number_of(entry.id))
        if not entry.id:
            entry = replace(entry, id=f"{_PREFIX}{number}")
        if not self._work.insert_new(entries, _values(team, entry, version)):
            raise Conflict(f"There is an entry {entry.id} already.", "Leave the id out.")
        if number != highest:
            change = update(workspaces).where(workspaces.c.team == team)
            self._work.run(change.values(entry_number=number))
        return entry

    def update(self, team: str, entry: Entry) -> None:
        """Store the next version.

        Raises:
            Conflict: The stored version is not `entry.version - 1`.
        """
        version, _ = self._raise_version(team)
        change = (
            update(entries)
            .where(
                entries.c.team == team,
                entries.c.id == entry.id,
                entries.c.version == entry.version - 1,
            )
            .values(_values(team, entry, version))
        )
        if self._work.run(change).rowcount != 1:
            raise Conflict(f"Entry {entry.id} was changed meanwhile.", "Look at it again.")

    def all(self, team: str, *, include_retired: bool = False) -> Sequence[Entry]:
        """Entries in the order of their creation."""
        return [
            _entry(row) for row in self._work.rows(_ALL if include_retired else _ACTIVE, team=team)
        ]

    def changed_since(self, team: str, entries_version: int) -> Sequence[Entry]:
        """Entries changed after that `entries_version`, retired ones included."""
        return [_entry(row) for row in self._work.rows(_CHANGED, team=team, since=entries_version)]

    def _raise_version(self, team: str) -> tuple[int, int]:
        """The workspace's next `entries_version`, and the highest entry number so far."""
        row = self._work.one(_RAISE_VERSION, of_team=team)
        if row is None:
            create_workspace(self._work, Workspace(team, permit_key=secrets.token_hex(32)))
            row = self._work.run(_RAISE_VERSION, of_team=team).one()
        return row.entries_version, row.entry_number


def _number_of(entry_id: str) -> int:
    """N of `nm-N`, or 0 for ids of other forms."""
    number = entry_id.removeprefix(_PREFIX)
    is_ours = entry_id.startswith(_PREFIX) and number.isascii() and number.isdecimal()
    return int(number) if is_ours and len(number) < 9 else 0


def _values(team: str, entry: Entry, entries_version: int) -> dict[str, Any]:
    return {
        "team": team,
        "id": entry.id,
        "version": entry.version,
        "state": entry.state.value,
        "severity": entry.severity.value,
        "action": entry.action,
        "context": entry.context,
        "outcome": entry.outcome,
        "source": entry.source,
        "services": list(entry.scope.services),
        "environments": list(entry.scope.environments),
        "windows": [_window_json(window) for window in entry.scope.windows],
        "expires": entry.expires,
        "created": entry.created,
        "aliases": list(entry.aliases),
        "instead": entry.instead,
        "owner": entry.owner,
        "fingerprint": dict(entry.fingerprint),
        "approvals": entry.approvals,
        "reads_as": None if entry.reads_as is None else dict(entry.reads_as),
        "exceptions": [_wrong_match_json(wrong) for wrong in entry.exceptions],
        "entries_version": entries_version,
    }


def _entry(row: Record) -> Entry:
    return Entry(
        id=row.id,
        action=row.action,
        context=row.context,
        outcome=row.outcome,
        severity=Severity(row.severity),
        source=row.source,
        scope=Scope(
            services=tuple(row.services),
            environments=tuple(row.environments),
            windows=tuple(_window(value) for value in row.windows),
        ),
        expires=row.expires,
        created=row.created,
        aliases=tuple(row.aliases),
        instead=row.instead,
        owner=row.owner,
        fingerprint=row.fingerprint,
        approvals=row.approvals,
        reads_as=row.reads_as,
        exceptions=wrong_matches(row.exceptions),
        state=EntryState(row.state),
        version=row.version,
    )


def _window_json(window: Window) -> dict[str, object]:
    return {
        "days": list(window.days),
        "start": window.start.isoformat(),
        "end": window.end.isoformat(),
        "tz": window.tz,
    }


def _window(value: Mapping[str, Any]) -> Window:
    return Window(
        days=tuple(value["days"]),
        start=time.fromisoformat(value["start"]),
        end=time.fromisoformat(value["end"]),
        tz=value["tz"],
    )


def _wrong_match_json(wrong: WrongMatch) -> dict[str, object]:
    return {
        "digest": wrong.digest,
        "version": wrong.version,
        "by": wrong.by,
        "at": wrong.at.isoformat(),
    }


def wrong_matches(values: Sequence[Mapping[str, Any]]) -> tuple[WrongMatch, ...]:
    """The matches called wrong, out of the column `exceptions`."""
    return tuple(
        WrongMatch(
            digest=value["digest"],
            version=value["version"],
            by=value["by"],
            at=datetime.fromisoformat(value["at"]),
        )
        for value in values
    )
