"""The audit records, one chain for each workspace, in the order of its head row's lock."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select, update

from bot.domain.audit import AuditEvent, AuditRecord, chained
from bot.storage.prepared import Record
from bot.storage.repositories.work import Work
from bot.storage.tables import audit_heads, audit_records
from bot.storage.types import storable

_CHUNK = 500

_NEXT = (
    update(audit_heads)
    .where(audit_heads.c.team == bindparam("of_team"))
    .values(seq=audit_heads.c.seq + 1)
    .returning(audit_heads.c.seq)
)
_RECORD = select(audit_records).where(
    audit_records.c.team == bindparam("team"), audit_records.c.seq == bindparam("seq")
)
_AFTER = (
    select(audit_records)
    .where(audit_records.c.team == bindparam("team"), audit_records.c.seq > bindparam("seq"))
    .order_by(audit_records.c.seq)
    .limit(_CHUNK)
)

_ABOUT = (
    select(audit_records)
    .where(
        audit_records.c.team == bindparam("team"), audit_records.c.subject == bindparam("subject")
    )
    .order_by(audit_records.c.seq.desc())
    .limit(bindparam("at_most"))
)


@dataclass(frozen=True, slots=True)
class _Note:
    """A record that waits for its place in the chain."""

    team: str
    actor: str
    event: AuditEvent
    subject: str
    detail: dict[str, object]
    at: datetime


class SqlAudit:
    """See `ports.Audit`.

    Records get their places when the transaction ends, so that nothing else is waited for while a
    head row is locked: two that want each other's rows would block each other for good.
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._latest: dict[str, AuditRecord] = {}
        self._notes: list[_Note] = []

    def append(
        self,
        team: str,
        actor: str,
        event: AuditEvent,
        subject: str,
        detail: dict[str, object],
        at: datetime,
    ) -> None:
        """Note the next record, as it is now; `write_down` stores it."""
        kept = json.loads(json.dumps(detail))  # what is hashed is what will be read back
        self._notes.append(_Note(team, storable(actor), event, storable(subject), kept, at))

    def write_down(self) -> None:
        """Store what was noted: last of all. From here on the workspace's other writers wait."""
        notes, self._notes = self._notes, []
        for note in sorted(notes, key=lambda one: one.team):  # one order of heads for everybody
            self._store(note)

    def _store(self, note: _Note) -> None:
        seq = self._next_seq(note.team)
        record = chained(
            self._previous(note.team, seq),
            team=note.team,
            at=note.at,
            actor=note.actor,
            event=note.event,
            subject=note.subject,
            detail=note.detail,
        )
        values = {
            "team": note.team,
            "seq": seq,
            "at": record.at,
            "actor": record.actor,
            "event": record.event.value,
            "subject": record.subject,
            "detail": record.detail,
            "previous": record.previous,
            "hash": record.hash,
        }
        self._work.insert(audit_records, values)
        self._latest[note.team] = record

    def records(self, team: str) -> Iterator[AuditRecord]:
        """The workspace's records in order, read in chunks."""
        self.write_down()
        seq = 0
        while rows := self._work.rows(_AFTER, team=team, seq=seq):
            yield from map(_record, rows)
            seq = rows[-1].seq

    def about(self, team: str, subject: str, limit: int) -> Sequence[AuditRecord]:
        """The latest records about one subject, in order."""
        self.write_down()
        rows = self._work.rows(_ABOUT, team=team, subject=subject, at_most=limit)
        return [_record(row) for row in reversed(rows)]

    def _next_seq(self, team: str) -> int:
        """The number of the next record; its head row stays locked until the end."""
        row = self._work.one(_NEXT, of_team=team)
        if row is None:
            self._work.insert_new(audit_heads, {"team": team, "seq": 0})
            row = self._work.run(_NEXT, of_team=team).one()
        return int(row.seq)

    def _previous(self, team: str, seq: int) -> AuditRecord | None:
        if seq == 1:
            return None
        if team in self._latest:
            return self._latest[team]
        return _record(self._work.run(_RECORD, team=team, seq=seq - 1).one())


def _record(row: Record) -> AuditRecord:
    return AuditRecord(
        team=row.team,
        seq=row.seq,
        at=row.at,
        actor=row.actor,
        event=AuditEvent(row.event),
        subject=row.subject,
        detail=row.detail,
        previous=row.previous,
        hash=row.hash,
    )
