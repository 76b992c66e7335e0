"""What is too old goes; entries, the audit and what is pending stay."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.application.records.announcement import ReportedOutcome
from bot.application.records.question import Question, QuestionKind
from bot.domain.audit import AuditEvent
from bot.domain.errors import NegmemError
from bot.domain.hold import HoldState
from bot.domain.outcome import Outcome
from bot.storage import Store, retention
from tests.contract.samples import NOW, entry, hold, judged, permit, post

AT_ONCE = retention.AT_ONCE
LONG_AGO = NOW - timedelta(days=401)
YESTERDAY = NOW - timedelta(days=1)


def test_old_announcements_go_with_what_hangs_on_them(sql_store: Store) -> None:
    kept_question = Question("T1", "C1", "1.2", "U1", QuestionKind.HOLD_REASON, "h", NOW)
    with sql_store.unit_of_work.write() as tx:
        tx.entries.add("T1", entry("nm-1", created=LONG_AGO))
        for name, at in (("old", LONG_AGO), ("new", YESTERDAY)):
            tx.announcements.add(judged(name, judged_at=at))
            tx.permits.issue("T1", permit(name))
            tx.outcomes.add("T1", ReportedOutcome(name, Outcome(ok=True), at))
            kept = replace(hold(name), state=HoldState.KEPT, opened_at=at, ended_at=at)
            tx.holds.add(kept)
            tx.outbox.add(post(name, created_at=at))
            tx.deliveries.first_time("T1", name, at)
        tx.deliveries.first_time("T1", "repeated", NOW - timedelta(days=3))
        tx.holds.add(hold("pending", opened_at=LONG_AGO))
        tx.questions.ask(replace(kept_question, until=NOW + timedelta(hours=1)))
        tx.audit.append("T1", "U1", AuditEvent.KEPT, "old", {}, LONG_AGO)
    assert sql_store.forget(NOW) == 1
    assert sql_store.forget(NOW) == 0
    with sql_store.unit_of_work.write() as tx:
        assert tx.announcements.get("T1", "old") is None
        assert tx.announcements.get("T1", "new") is not None
        assert tx.announcements.fires("T1", "nm-1").fired == 1
        assert (tx.permits.get("T1", "old"), tx.permits.get("T1", "new")) == (None, permit("new"))
        assert [len(tx.outcomes.of("T1", name)) for name in ("old", "new")] == [0, 1]
        assert [tx.holds.get("T1", name) is None for name in ("old", "new", "pending")] == [
            True,
            False,
            False,
        ]
        assert [tx.outbox.get(name) is None for name in ("old", "new")] == [True, False]
        assert not tx.deliveries.first_time("T1", "new", NOW)
        assert tx.deliveries.first_time("T1", "old", NOW)
        assert tx.deliveries.first_time("T1", "repeated", NOW)
        assert tx.questions.take("T1", "C1", "1.2", "U1", NOW) is not None
        assert tx.entries.get("T1", "nm-1") is not None
        assert len(list(tx.audit.records("T1"))) == 1


def test_a_day_is_forgotten_once_in_transactions_that_stay_short(sql_store: Store) -> None:
    """Several replicas ask every minute; decisions wait for one transaction only."""
    with sql_store.unit_of_work.write() as tx:
        for number in range(AT_ONCE + 1):
            tx.announcements.add(judged(f"old-{number}", judged_at=LONG_AGO))
    with sql_store.engine.begin() as connection:
        assert retention.forget_announcements(connection, NOW) == AT_ONCE
    assert sql_store.forget(NOW) == 1
    with sql_store.unit_of_work.write() as tx:
        tx.announcements.add(judged("old", judged_at=LONG_AGO))
    assert sql_store.forget(NOW + timedelta(hours=1)) == 0
    assert sql_store.forget(NOW + timedelta(days=1)) == 1


def test_a_postgresql_backup_is_pg_dumps_business(postgres_store: Store) -> None:
    with pytest.raises(NegmemError, match="pg_dump"):
        postgres_store.backup("anywhere")
