"""The audit records of a workspace: in order, and whether their chain holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.application.negmem import Negmem
from bot.domain.audit import GENESIS, AuditRecord, first_break


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check of the chain found.

    Attributes:
        records: How many there are.
        broken_at: Number of the first record that does not fit, or None.
        head: Hash of the last record; keep it elsewhere to notice a cut chain.
    """

    records: int
    broken_at: int | None
    head: str


def audit_records(negmem: Negmem, team: str) -> Iterator[AuditRecord]:
    """Every record of the workspace, in order."""
    with negmem.store.read() as tx:
        yield from tx.audit.records(team)


def verify_audit(negmem: Negmem, team: str) -> Verified:
    """Check the whole chain."""
    records = list(audit_records(negmem, team))
    return Verified(
        records=len(records),
        broken_at=first_break(records),
        head=records[-1].hash if records else GENESIS,
    )


def record_json(record: AuditRecord) -> dict[str, object]:
    """A record as `audit export` prints it."""
    return {
        "team": record.team,
        "seq": record.seq,
        "at": record.at.isoformat(),
        "actor": record.actor,
        "event": record.event.value,
        "subject": record.subject,
        "detail": dict(record.detail),
        "previous": record.previous,
        "hash": record.hash,
    }
