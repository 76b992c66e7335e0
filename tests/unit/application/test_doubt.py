"""On doubt about itself negmem holds, says why, and writes down what failed."""

from __future__ import annotations

import pytest
import structlog
from structlog.testing import capture_logs

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.entries.change_entry import edit_entry
from bot.application.entries.unread_entries import lost_entries
from bot.application.holds.release_hold import release_hold
from bot.application.learning.correct_action import HumanReply, hear_reply
from bot.application.posts.deliver_outbox import deliver_outbox
from bot.application.reviews.review_entries import preview_review
from bot.domain.action import ActionInput, InputForm
from bot.domain.decision import Effect
from bot.domain.matching import Memory
from bot.slack.blocks import draw
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN, Bench, agent
from tests.fakes.directory import MEMBER, ONCALL
from tests.fakes.notifier import FakeNotifier

COMMAND = "kubectl -n prod get pods"


@pytest.fixture
def bench():
    structlog.reset_defaults()
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


def broken(*_args, **_more):
    raise RuntimeError("a mistake of ours")


@pytest.mark.parametrize(
    "part",
    ["bot.application.judging.understand.read", "bot.application.judging.judge.decide_about"],
)
@pytest.mark.parametrize("at_the_gate", [True, False], ids=["gate", "message"])
def test_what_fails_while_deciding_is_held_and_logged(bench, monkeypatch, part, at_the_gate):
    monkeypatch.setattr(part, broken)
    with capture_logs() as logs:
        if at_the_gate:
            judged = bench.announce(COMMAND, agent=agent(), form=InputForm.COMMAND)
        else:
            judged = bench.announce()
    assert (judged.effect, judged.reason) == (Effect.HOLD, "unreadable")
    assert {one["digest"] for one in logs if one.get("exc_info")} == {judged.digest}


def test_a_search_that_fails_is_held_and_logged(bench, monkeypatch):
    monkeypatch.setattr(Memory, "search", broken)
    with capture_logs() as logs:
        assert bench.announce().reason == "unreadable"
    assert [one["event"] for one in logs] == ["judging an action failed"]


UNREAD = {**BLOCK, "reads_as": {"kind": "jiggle"}}
"""Stored with a kind of action that only an earlier negmem.toml knew."""
ONTO = "Scaling payments-api down to 2 replicas in prod."


def memory_of(*raws):
    made = Bench()
    made.remember(*raws)
    return made


def test_what_is_planned_in_the_scope_of_an_unread_block_entry_is_held():
    bench = memory_of(UNREAD)
    judged = bench.announce(ONTO)
    assert (judged.effect, judged.reason) == (Effect.HOLD, "entry_unreadable")
    assert [match.entry_id for match in judged.matches] == ["nm-17"]
    assert "'jiggle' is no kind of action" in " ".join(judged.matches[0].agreed)
    command = "kubectl -n prod scale deploy/payments-api --replicas 2"
    at_gate = bench.announce(command, agent=agent(), form=InputForm.COMMAND)
    assert (at_gate.effect, at_gate.reason) == (Effect.HOLD, "entry_unreadable")
    assert bench.negmem.memories.unread() == 1


@pytest.mark.parametrize(
    "text",
    [
        "Scaling checkout-web down to 2 replicas in prod.",
        "Scaling payments-api down to 2 replicas in staging.",
        "Looking at the dashboards of payments-api in prod.",
        "Scaled payments-api down to 2 replicas in prod an hour ago.",
        "Shall I scale payments-api in prod down to 2 replicas?",
        "Good morning everybody.",
    ],
)
def test_what_is_out_of_its_scope_or_not_planned_goes_on(text):
    assert memory_of(UNREAD).announce(text).effect is Effect.ALLOW


def test_its_own_words_still_count():
    judged = memory_of(UNREAD).announce()
    assert (judged.effect, judged.reason) == (Effect.HOLD, "matched")


@pytest.mark.parametrize("change", [{"severity": "warn"}, {"expires": "2026-11-01"}])
def test_an_unread_entry_that_holds_nothing_holds_nothing_now(change):
    assert memory_of({**UNREAD, **change}).announce(ONTO).effect is Effect.ALLOW


def test_an_entry_that_breaks_the_reader_is_logged_and_holds_in_its_scope(monkeypatch):
    monkeypatch.setattr("bot.domain.matching.memory.understand", broken)
    monkeypatch.setattr("bot.domain.matching.unread.understand", broken)
    bench = memory_of({**BLOCK, "aliases": ["payer"]}, WARN)
    with capture_logs() as logs:
        judged = bench.announce("Scaling payer down to 2 replicas in prod.")
    assert (judged.effect, judged.reason) == (Effect.HOLD, "entry_unreadable")
    assert {one["entry"] for one in logs if one.get("exc_info")} == {"nm-17", "nm-18"}
    assert bench.announce("Scaling orders-db down to 2 replicas in prod.").effect is Effect.ALLOW


def test_a_persons_own_words_are_warned_of_it():
    judged = memory_of(UNREAD).announce(ONTO, human=True)
    assert (judged.effect, judged.reason) == (Effect.WARN, "entry_unreadable")


def test_the_agent_and_the_card_say_what_is_wrong_and_how_to_mend_it():
    bench = memory_of(UNREAD)
    call = GateCall(ActionInput(InputForm.TEXT, text=ONTO), channel=CHANNEL)
    told = ask_gate(bench.negmem, agent(), call).reason
    notifier = FakeNotifier()
    assert deliver_outbox(bench.negmem, notifier) == 1
    drawn = draw(next(cards[-1] for cards in notifier.sent.values())).text
    for text in (told, drawn):
        assert "nm-17 may be about this, but cannot be read any more" in text
        assert "/negmem edit nm-17" in text


def test_a_card_without_entries_says_what_it_is_held_for():
    bench = memory_of(BLOCK)
    hidden = bench.announce("eval $(fetch plan)", agent=agent(), form=InputForm.COMMAND)
    assert hidden.reason == "undetermined_program"
    notifier = FakeNotifier()
    assert deliver_outbox(bench.negmem, notifier) == 1
    (cards,) = notifier.sent.values()
    assert "What this would run cannot be known beforehand" in draw(cards[-1]).text


def test_once_it_is_mended_the_hold_is_redrawn_before_it_can_be_released():
    bench = memory_of(UNREAD)
    judged = bench.announce(ONTO)
    assert edit_entry(
        bench.negmem, TEAM, ONCALL, CHANNEL, "nm-17", {"reads_as": "kind: restart"}
    ).ok
    assert not release_hold(bench.negmem, TEAM, judged.hold_id, ONCALL, 1).ok
    notifier = FakeNotifier()
    deliver_outbox(bench.negmem, notifier)
    (cards,) = notifier.sent.values()
    assert cards[-1].doubt is None
    assert release_hold(bench.negmem, TEAM, judged.hold_id, ONCALL, 2).ok
    assert bench.announce("Scaling payments-api down to 3 replicas in prod.").effect is Effect.ALLOW
    assert bench.negmem.memories.unread() == 0


def test_a_correction_of_what_it_holds_is_remembered_by_itself():
    bench = memory_of(UNREAD)
    judged = bench.announce(ONTO)
    place = judged.announcement.place
    said = "No, don't do that, the payout queue is backed up."
    answer = hear_reply(
        bench.negmem, HumanReply(TEAM, CHANNEL, place.ts, bench.next_ts(), MEMBER, said)
    )
    assert "remembered as nm-18" in answer.text


def test_a_review_asks_about_it_first():
    bench = memory_of({**WARN, "expires": "2026-11-01"}, UNREAD, {**UNREAD, "severity": "warn",
                      "id": "nm-19", "service": "crm-db"})  # fmt: skip
    items = preview_review(bench.negmem, TEAM)
    assert [item.entry_id for item in items][:2] == ["nm-17", "nm-19"]
    assert "'jiggle' is no kind of action" in items[0].questions[0]
    assert "all that is planned in its scope is held" in items[0].questions[0]
    assert "it may miss what it is for" in items[1].questions[0]


def test_an_entry_that_does_not_know_its_own_words_any_more_is_found():
    bench = memory_of(UNREAD, WARN, {**WARN, "id": "nm-20", "action": "do not flush the cache"})
    with bench.store.read() as tx:
        lost = dict(lost_entries(bench.negmem, tx.entries.all(TEAM)))
    assert set(lost) == {"nm-17", "nm-20"}
    assert "own words" in lost["nm-20"]
