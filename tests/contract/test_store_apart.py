"""One workspace never sees another's rows."""

from __future__ import annotations

from dataclasses import replace

from bot.application.records.announcement import ReportedOutcome
from bot.application.records.fact import Fact
from bot.application.records.question import Question, QuestionKind
from bot.domain.action import Place
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.entry import Severity
from bot.domain.hold import HoldState
from bot.domain.outcome import Outcome
from tests.contract.conftest import AnyStore
from tests.contract.samples import (
    HOUR,
    NOW,
    agent,
    channel,
    entry,
    hold,
    judged,
    permit,
    post,
    review,
    workspace,
)


def test_set_ups_channels_and_facts(store: AnyStore) -> None:
    fact = Fact("T1", "pay", "prod", "image", "v1", "U1", NOW)
    with store.unit_of_work.write() as tx:
        tx.workspaces.put(workspace())
        tx.channels.put(channel())
        tx.facts.put(fact)
        assert tx.workspaces.get("T2").is_set_up is False
        assert tx.channels.get("T2", "C1") is None
        assert list(tx.channels.all("T2")) == []
        assert list(tx.facts.of("T2", "pay", "prod")) == []
        tx.channels.put(channel("T2", name="theirs"))
        tx.facts.put(replace(fact, team="T2", value="theirs"))
        assert tx.channels.get("T1", "C1") == channel()
        assert list(tx.facts.of("T1", "pay", "prod")) == [fact]


def test_entries(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.entries.add("T1", entry())
        assert tx.entries.get("T2", "nm-1") is None
        assert list(tx.entries.all("T2", include_retired=True)) == []
        assert list(tx.entries.changed_since("T2", 0)) == []
        assert tx.workspaces.get("T2").entries_version == 0
        assert tx.entries.add("T2", entry(action="theirs")).id == "nm-1"
        tx.entries.update("T2", entry("nm-1").changed(severity=Severity.ALERT))
        assert tx.entries.get("T1", "nm-1") == entry("nm-1")


def test_announcements(store: AnyStore) -> None:
    mine = judged(hold_id="hold-1", agent="deployer", idempotency_key="key-1", ts=None)
    said = judged("act-2", effect=Effect.WARN)
    with store.unit_of_work.write() as tx:
        tx.announcements.add(mine)
        tx.announcements.add(said)
        found = tx.announcements
        assert found.get("T2", "act-1") is None
        assert found.at_place(Place("T2", "C1", "100.1")) is None
        assert found.by_idempotency_key("T2", "deployer", "key-1") is None
        assert list(found.in_thread("T2", "C1", "100.1")) == []
        assert list(found.of_hold("T2", "hold-1")) == []
        assert not found.warned_since("T2", "C1", said.digest, NOW, "")
        assert list(found.since("T2", NOW, 9)) == []
        assert found.fires("T2", "nm-1").fired == 0
        assert list(found.fires_by_week("T2", NOW)) == []
        theirs = judged(team="T2", agent="deployer", idempotency_key="key-1", ts=None)
        tx.announcements.add(theirs)
        tx.announcements.update(replace(theirs, withdrawn=True))
        assert found.get("T1", "act-1") == mine
        assert found.fires("T1", "nm-1").fired == 2


def test_holds_permits_and_outcomes(store: AnyStore) -> None:
    report = ReportedOutcome("act-1", Outcome(ok=False), NOW)
    kept = replace(hold("hold-2"), state=HoldState.KEPT, ended_at=NOW)
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold())
        tx.holds.add(kept)
        tx.permits.issue("T1", permit())
        tx.outcomes.add("T1", report)
        assert tx.holds.get("T2", "hold-1") is None
        assert tx.holds.pending("T2", "C1", hold().digest) is None
        assert tx.holds.kept_since("T2", "C1", hold().digest, NOW) is None
        assert list(tx.holds.open("T2")) == []
        assert list(tx.holds.open("T2", "C1")) == []
        assert not tx.holds.update_pending(hold(team="T2", asked=9))
        tx.holds.annotate(hold(team="T2", end_reason="theirs"))
        tx.holds.add(hold(team="T2"))
        assert tx.holds.get("T1", "hold-1") == hold()
        assert tx.permits.get("T2", "act-1") is None
        assert not tx.permits.spend("T2", permit(), NOW)
        tx.permits.issue("T2", permit(token="theirs"))
        assert tx.permits.get("T1", "act-1") == permit()
        assert list(tx.outcomes.of("T2", "act-1")) == []


def test_posts(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.outbox.add(post())
        tx.outbox.sent("post-1", "900.1", 1)
        assert list(tx.outbox.of_subject("T2", "hold-1")) == []
        assert tx.outbox.at("T2", "C1", "900.1") is None
        tx.outbox.redraw("T2", ["hold-1"])
        assert list(tx.outbox.claim(["T1", "T2"], NOW, NOW + HOUR, 9)) == []


def test_audit_agents_deliveries_questions_and_reviews(store: AnyStore) -> None:
    question = Question("T1", "C1", "1.1", "U1", QuestionKind.HOLD_REASON, "h", NOW + HOUR)
    with store.unit_of_work.write() as tx:
        tx.deliveries.first_time("T1", "Ev1", NOW)
        assert tx.deliveries.first_time("T2", "Ev1", NOW)
        tx.questions.ask(question)
        assert tx.questions.take("T2", "C1", "1.1", "U1", NOW) is None
        tx.reviews.claim(review())
        assert tx.reviews.get("T2", "rev-1") is None
        assert list(tx.reviews.latest("T2", 9)) == []
        tx.reviews.update(review(team="T2", items=()))
        assert tx.reviews.get("T1", "rev-1") == review()
        tx.agents.add(agent())
        assert list(tx.agents.all("T2")) == []
        assert not tx.agents.revoke("T2", "deployer", NOW)
        tx.agents.add(agent(team="T2", token_hash="2" * 64))
        tx.audit.append("T1", "U1", AuditEvent.HELD, "hold-1", {}, NOW)
        assert list(tx.audit.records("T2")) == []
        tx.audit.append("T2", "U1", AuditEvent.HELD, "hold-1", {}, NOW)
        assert [record.seq for record in tx.audit.records("T2")] == [1]
