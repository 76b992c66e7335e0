"""Permits, which are spent once, and the outcomes that agents report."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import bindparam, select, update

from bot.application.records.announcement import ReportedOutcome
from bot.domain.hold import Permit
from bot.domain.outcome import Outcome
from bot.storage.repositories.work import Work
from bot.storage.tables import outcomes, permits

_PERMIT = select(permits).where(
    permits.c.team == bindparam("team"), permits.c.action_id == bindparam("action_id")
)
_SPEND = (
    update(permits)
    .where(
        permits.c.team == bindparam("of_team"),
        permits.c.action_id == bindparam("of_action"),
        permits.c.token == bindparam("with_token"),
        permits.c.spent_at.is_(None),
    )
    .values(spent_at=bindparam("moment"))
)
_OUTCOMES = (
    select(outcomes)
    .where(outcomes.c.team == bindparam("team"), outcomes.c.action_id == bindparam("action_id"))
    .order_by(outcomes.c.seq)
)


class SqlPermits:
    """See `ports.Permits`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def issue(self, team: str, permit: Permit) -> None:
        """Store it in place of the action's earlier one."""
        values = {
            "team": team,
            "action_id": permit.action_id,
            "digest": permit.digest,
            "token": permit.token,
            "issued_at": permit.issued_at,
            "expires_at": permit.expires_at,
            "spent_at": permit.spent_at,
        }
        self._work.upsert(permits, values)

    def get(self, team: str, action_id: str) -> Permit | None:
        """The action's latest permit."""
        row = self._work.one(self._work.locked(_PERMIT), team=team, action_id=action_id)
        if row is None:
            return None
        return Permit(
            action_id=row.action_id,
            digest=row.digest,
            token=row.token,
            issued_at=row.issued_at,
            expires_at=row.expires_at,
            spent_at=row.spent_at,
        )

    def spend(self, team: str, permit: Permit, at: datetime) -> bool:
        """Mark it spent if it was not; False if somebody was first or another took its place."""
        done = self._work.run(
            _SPEND, of_team=team, of_action=permit.action_id, with_token=permit.token, moment=at
        )
        return done.rowcount == 1


class SqlOutcomes:
    """See `ports.Outcomes`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, team: str, outcome: ReportedOutcome) -> None:
        """Store it. Metrics that are no finite number are left out: JSON has no word for them."""
        reported = outcome.outcome
        values = {
            "team": team,
            "action_id": outcome.action_id,
            "ok": reported.ok,
            "exit_code": reported.exit_code,
            "stderr": reported.stderr,
            "metrics_before": _finite(reported.metrics_before),
            "metrics_after": _finite(reported.metrics_after),
            "note": reported.note,
            "at": outcome.at,
            "lesson": outcome.lesson,
            "entry_id": outcome.entry_id,
        }
        self._work.insert(outcomes, values)

    def of(self, team: str, action_id: str) -> Sequence[ReportedOutcome]:
        """Reports about one action, oldest first."""
        return [
            ReportedOutcome(
                action_id=row.action_id,
                outcome=Outcome(
                    ok=row.ok,
                    exit_code=row.exit_code,
                    stderr=row.stderr,
                    metrics_before=row.metrics_before,
                    metrics_after=row.metrics_after,
                    note=row.note,
                ),
                at=row.at,
                lesson=row.lesson,
                entry_id=row.entry_id,
            )
            for row in self._work.rows(_OUTCOMES, team=team, action_id=action_id)
        ]


def _finite(metrics: Mapping[str, float]) -> dict[str, float]:
    return {name: value for name, value in metrics.items() if math.isfinite(value)}
