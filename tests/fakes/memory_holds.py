"""In-memory repositories of holds, permits, outcomes and the audit records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from bot.application.records.announcement import ReportedOutcome
from bot.domain.audit import AuditEvent, AuditRecord, chained
from bot.domain.errors import Conflict
from bot.domain.hold import Hold, HoldState, Permit
from tests.fakes.memory_state import State


class MemoryHolds:
    def __init__(self, state: State) -> None:
        self._state = state

    def _of(self, team: str | None, *states: HoldState) -> list[Hold]:
        """Holds in these states, oldest first; of every workspace for None."""
        found = [
            hold
            for hold in self._state.holds.values()
            if (team is None or hold.team == team) and hold.state in states
        ]
        return sorted(found, key=lambda hold: hold.opened_at)

    def add(self, hold: Hold) -> None:
        if (hold.team, hold.id) in self._state.holds:
            raise Conflict(f"There is a hold {hold.id} already.")
        if hold.state is HoldState.PENDING and self.pending(hold.team, hold.channel, hold.digest):
            raise Conflict("This action is held in the channel already.")
        self._state.holds[hold.team, hold.id] = hold

    def get(self, team: str, hold_id: str) -> Hold | None:
        return self._state.holds.get((team, hold_id))

    def update_pending(self, hold: Hold) -> bool:
        stored = self.get(hold.team, hold.id)
        if stored is None or stored.state is not HoldState.PENDING:
            return False
        self._state.holds[hold.team, hold.id] = hold
        return True

    def annotate(self, hold: Hold) -> None:
        stored = self.get(hold.team, hold.id)
        if stored is not None:
            self._state.holds[hold.team, hold.id] = replace(
                stored, end_reason=hold.end_reason, went_ahead=hold.went_ahead
            )

    def pending(self, team: str, channel: str | None, digest: str) -> Hold | None:
        found = self._of(team, HoldState.PENDING)
        return next((h for h in found if (h.channel, h.digest) == (channel, digest)), None)

    def kept_since(
        self, team: str, channel: str | None, digest: str, since: datetime
    ) -> Hold | None:
        found = [
            hold
            for hold in self._of(team, HoldState.KEPT)
            if (hold.channel, hold.digest) == (channel, digest)
            and hold.ended_at is not None
            and hold.ended_at >= since
        ]
        return max(found, key=lambda hold: hold.ended_at or since, default=None)

    def open(self, team: str, channel: str | None = None) -> Sequence[Hold]:
        found = self._of(team, HoldState.PENDING)
        return [hold for hold in found if channel is None or hold.channel == channel]

    def due(self, now: datetime) -> Sequence[Hold]:
        return [
            hold
            for hold in self._of(None, HoldState.PENDING)
            if hold.expires_at <= now
            or (
                not hold.reminded and hold.opened_at + (hold.expires_at - hold.opened_at) / 2 <= now
            )
        ]


class MemoryPermits:
    def __init__(self, state: State) -> None:
        self._state = state

    def issue(self, team: str, permit: Permit) -> None:
        self._state.permits[team, permit.action_id] = permit

    def get(self, team: str, action_id: str) -> Permit | None:
        return self._state.permits.get((team, action_id))

    def spend(self, team: str, permit: Permit, at: datetime) -> bool:
        stored = self.get(team, permit.action_id)
        if stored is None or stored.token != permit.token or stored.spent_at is not None:
            return False
        self._state.permits[team, permit.action_id] = replace(stored, spent_at=at)
        return True


class MemoryOutcomes:
    def __init__(self, state: State) -> None:
        self._state = state

    def add(self, team: str, outcome: ReportedOutcome) -> None:
        self._state.outcomes.append((team, outcome))

    def of(self, team: str, action_id: str) -> Sequence[ReportedOutcome]:
        wanted = (team, action_id)
        return [o for owner, o in self._state.outcomes if (owner, o.action_id) == wanted]


class MemoryAudit:
    def __init__(self, state: State) -> None:
        self._state = state

    def append(
        self,
        team: str,
        actor: str,
        event: AuditEvent,
        subject: str,
        detail: dict[str, object],
        at: datetime,
    ) -> None:
        before = list(self.records(team))
        record = chained(
            before[-1] if before else None,
            team=team,
            at=at,
            actor=actor,
            event=event,
            subject=subject,
            detail=json.loads(json.dumps(detail)),
        )
        self._state.audit.append(record)

    def records(self, team: str) -> Iterator[AuditRecord]:
        yield from [record for record in self._state.audit if record.team == team]

    def about(self, team: str, subject: str, limit: int) -> Sequence[AuditRecord]:
        found = [record for record in self.records(team) if record.subject == subject]
        return found[len(found) - limit :] if limit < len(found) else found
