"""A language model that fails while it is asked loses no person's stop."""

from __future__ import annotations

import pytest
import structlog
from structlog.testing import capture_logs

from bot.application.learning.correct_action import HumanReply, hear_reply
from bot.domain.decision import Effect
from bot.domain.hold import HoldState
from bot.domain.sense import Sense
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN, Bench
from tests.fakes.directory import MEMBER

PLAN = "Scaling payments-worker down to 2 replicas in prod to free memory."
BY_WORDS = "a reply is read by its words alone"
NONE_CHOSEN = "choosing among stopped actions failed, so it is all of them"


@pytest.fixture
def bench():
    structlog.reset_defaults()
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


def out_of_memory(*_args, **_more):
    raise MemoryError("bad allocation")


def reply(bench, judged, text):
    ts = judged.announcement.place.ts
    with capture_logs() as logs:
        answer = hear_reply(
            bench.negmem, HumanReply(TEAM, CHANNEL, ts, bench.next_ts(), MEMBER, text)
        )
    return answer, [one["event"] for one in logs]


def is_kept(bench, judged):
    with bench.store.read() as tx:
        return tx.holds.kept_since(TEAM, CHANNEL, judged.key, judged.judged_at) is not None


@pytest.mark.parametrize(
    "text",
    ["that broke prod last week", "on perdrait les paiements"],
)
def test_a_stop_stops_by_its_words_and_the_failure_is_logged_once(bench, monkeypatch, text):
    judged = bench.announce(PLAN)
    assert judged.effect is Effect.ALLOW
    monkeypatch.setattr(Sense, "ask", out_of_memory)
    answer, logged = reply(bench, judged, text)
    assert answer.ok
    assert is_kept(bench, judged)
    assert logged.count(BY_WORDS) == 1


@pytest.mark.parametrize("text", ["No, don't do that, the queue is full.", "wait", "やめて"])
def test_an_order_needs_no_model(bench, monkeypatch, text):
    judged = bench.announce(PLAN)
    monkeypatch.setattr(Sense, "ask", out_of_memory)
    answer, logged = reply(bench, judged, text)
    assert answer.ok
    assert is_kept(bench, judged)
    assert BY_WORDS not in logged


def test_a_pending_hold_is_kept(bench, monkeypatch):
    judged = bench.announce()
    monkeypatch.setattr(Sense, "ask", out_of_memory)
    reply(bench, judged, "no, stop, the queue is not drained")
    assert bench.hold(judged).state is HoldState.KEPT


def test_a_no_to_a_question_is_still_read_beside_it(bench, monkeypatch):
    """The words are read with the announcement, only without the model."""
    judged = bench.announce(f"{PLAN} Any objections?")
    monkeypatch.setattr(Sense, "ask", out_of_memory)
    answer, _ = reply(bench, judged, "no, none from me")
    assert answer is None
    assert not is_kept(bench, judged)


def test_chatter_is_chatter_by_its_words(bench, monkeypatch):
    judged = bench.announce(PLAN)
    monkeypatch.setattr(Sense, "ask", out_of_memory)
    answer, logged = reply(bench, judged, "the moon is cheese")
    assert answer is None
    assert logged == [BY_WORDS]


def test_what_cannot_be_read_at_all_stops_and_stores_nothing(bench, monkeypatch):
    judged = bench.announce(PLAN)
    for part in ("read", "chosen"):
        monkeypatch.setattr(f"bot.domain.reading.reply.{part}.plain_of", out_of_memory)
    answer, logged = reply(bench, judged, "no")
    assert answer.text == "Stopped."
    assert is_kept(bench, judged)
    assert bench.posts(judged.id)
    assert logged == [BY_WORDS, "reading a reply failed, so it stops", NONE_CHOSEN]


@pytest.mark.parametrize("text", ["No, don't do that, the payout queue is backed up.", "wait"])
def test_where_no_action_can_be_chosen_all_are(bench, monkeypatch, text):
    judged = bench.announce(PLAN)
    monkeypatch.setattr("bot.application.learning.correct_action.words_choose", out_of_memory)
    answer, logged = reply(bench, judged, text)
    assert answer.ok
    assert is_kept(bench, judged)
    assert logged == [NONE_CHOSEN]


def test_a_reason_that_cannot_be_redacted_is_left_out_and_the_stop_stands(bench, monkeypatch):
    judged = bench.announce(PLAN)
    monkeypatch.setattr("bot.application.learning.correct_action.redact", out_of_memory)
    answer, logged = reply(bench, judged, "No, don't do that, the payout queue is backed up.")
    assert answer.ok
    with bench.store.read() as tx:
        kept = tx.holds.kept_since(TEAM, CHANNEL, judged.key, judged.judged_at)
    assert kept is not None
    assert kept.end_reason is None
    assert set(logged) == {"a person's words could not be redacted, so they are left out"}


@pytest.mark.parametrize("part", ["give_reason", "remember"])
def test_what_fails_beside_the_stop_keeps_none_from_stopping(bench, monkeypatch, part):
    judged = bench.announce(PLAN)
    monkeypatch.setattr(f"bot.application.learning.correct_action.{part}", out_of_memory)
    answer, logged = reply(bench, judged, "No, don't do that, the payout queue is backed up.")
    assert answer.ok
    assert is_kept(bench, judged)
    assert len(logged) == 1
