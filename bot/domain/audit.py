"""The audit record and the hash chain that ties a workspace's records together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from bot.domain.action import sha256_of

GENESIS = "0" * 64
"""The hash before a workspace's first record."""


class AuditEvent(StrEnum):
    """What can happen to an entry, a hold, a permit or the set-up."""

    ENTRY_ADDED = "entry_added"
    ENTRY_CHANGED = "entry_changed"
    ENTRY_RENEWED = "entry_renewed"
    ENTRY_WEAKENED = "entry_weakened"
    ENTRY_NARROWED = "entry_narrowed"
    ENTRY_REASSIGNED = "entry_reassigned"
    ENTRY_RETIRED = "entry_retired"
    ENTRY_MERGED = "entry_merged"
    ENTRY_EXCEPTED = "entry_excepted"
    ENTRY_UNDONE = "entry_undone"
    WARNED = "warned"
    HELD = "held"
    HOLD_JOINED = "hold_joined"
    HOLD_REDRAWN = "hold_redrawn"
    APPROVED = "approved"
    RELEASED = "released"
    KEPT = "kept"
    EXPIRED = "expired"
    VOIDED = "voided"
    REASON_GIVEN = "reason_given"
    PERMIT_ISSUED = "permit_issued"
    PERMIT_SPENT = "permit_spent"
    PERMIT_REFUSED = "permit_refused"
    REMINDED = "reminded"
    WENT_AHEAD = "went_ahead"
    OUTCOME_REPORTED = "outcome_reported"
    CORRECTED = "corrected"
    REVIEW_POSTED = "review_posted"
    REVIEWED = "reviewed"
    BREAK_GLASS_OPENED = "break_glass_opened"
    BREAK_GLASS_ENDED = "break_glass_ended"
    CHANNEL_CHANGED = "channel_changed"
    SETUP_CHANGED = "setup_changed"
    FACT_RECORDED = "fact_recorded"
    AGENT_ADDED = "agent_added"
    AGENT_REVOKED = "agent_revoked"


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One thing that happened.

    Attributes:
        team: Workspace.
        seq: 1, 2, 3 … without gaps.
        at: Aware, UTC.
        actor: A Slack user id, `agent:NAME`, or `negmem` for what happens by itself.
        event: What happened.
        subject: Id of the entry, hold, action, channel or agent.
        detail: JSON values; never a secret.
        previous: Hash of the record before, `GENESIS` for the first.
        hash: Hash of all of the above.
    """

    team: str
    seq: int
    at: datetime
    actor: str
    event: AuditEvent
    subject: str
    detail: Mapping[str, object]
    previous: str
    hash: str


def chained(
    previous: AuditRecord | None,
    *,
    team: str,
    at: datetime,
    actor: str,
    event: AuditEvent,
    subject: str,
    detail: Mapping[str, object],
) -> AuditRecord:
    """The next record of a workspace's chain after `previous` (None for the first)."""
    seq = previous.seq + 1 if previous else 1
    before = previous.hash if previous else GENESIS
    digest = _hash(team, seq, at, actor, event, subject, detail, before)
    return AuditRecord(team, seq, at, actor, event, subject, detail, before, digest)


def first_break(records: Iterable[AuditRecord]) -> int | None:
    """The `seq` at which a workspace's chain (records in order) does not hold; None if it holds."""
    previous, expected = GENESIS, 1
    for record in records:
        digest = _hash(
            record.team,
            record.seq,
            record.at,
            record.actor,
            record.event,
            record.subject,
            record.detail,
            record.previous,
        )
        if (record.seq, record.previous, record.hash) != (expected, previous, digest):
            return expected
        previous, expected = record.hash, expected + 1
    return None


def _hash(
    team: str,
    seq: int,
    at: datetime,
    actor: str,
    event: AuditEvent,
    subject: str,
    detail: Mapping[str, object],
    previous: str,
) -> str:
    moment = at.astimezone(UTC).isoformat(timespec="microseconds")
    return sha256_of([team, seq, moment, actor, event.value, subject, dict(detail), previous])
