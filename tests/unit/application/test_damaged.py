"""A process that runs while what comes with negmem is damaged holds, says why, and hears a no."""

from __future__ import annotations

import pytest
import structlog
from structlog.testing import capture_logs

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.actions.check_action import judge_only
from bot.application.learning.correct_action import HumanReply, hear_reply
from bot.application.posts.deliver_outbox import deliver_outbox
from bot.domain.action import ActionInput, InputForm
from bot.domain.decision import Effect
from bot.domain.errors import BrokenInstallation
from bot.slack.blocks import draw
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN, Bench, agent
from tests.fakes.directory import MEMBER
from tests.fakes.notifier import FakeNotifier

IN_DOUBT = "Giving every pod of payments-api in prod a fresh start."
KINDS = ["no network", "no trees"]


@pytest.fixture
def bench():
    structlog.reset_defaults()
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("at_the_gate", [True, False], ids=["gate", "message"])
def test_what_cannot_be_weighed_is_held_and_the_log_says_what_to_mend(
    bench, damaged, name, at_the_gate
):
    damage = damaged(name)
    with capture_logs() as logs:
        judged = bench.announce(IN_DOUBT, agent=agent() if at_the_gate else None)
    assert (judged.effect, judged.reason) == (Effect.HOLD, "broken_installation")
    assert damage in {one.get("why") for one in logs}
    assert not any(one.get("exc_info") for one in logs)


def test_the_agent_and_the_card_say_that_it_is_no_fault_of_theirs(bench, damaged):
    damaged("no network")
    call = GateCall(ActionInput(InputForm.TEXT, text=IN_DOUBT), channel=CHANNEL)
    told = ask_gate(bench.negmem, agent(), call).reason
    notifier = FakeNotifier()
    assert deliver_outbox(bench.negmem, notifier) == 1
    drawn = draw(next(cards[-1] for cards in notifier.sent.values())).text
    assert told.startswith("broken_installation: ")
    for text in (told, drawn):
        assert "missing or damaged" in text
        assert "reinstall negmem" in text


def test_who_only_tries_it_learns_what_to_mend(bench, damaged):
    damage = damaged("no network")
    with pytest.raises(BrokenInstallation) as wrong:
        judge_only(bench.negmem, TEAM, ActionInput(InputForm.TEXT, text=IN_DOUBT))
    assert str(wrong.value) == damage


def says_no(bench, judged):
    """What a person's no to an action is answered with; it stands, whatever is damaged."""
    place = judged.announcement.place
    said = "No, don't do that, the payout queue is backed up."
    answer = hear_reply(
        bench.negmem, HumanReply(TEAM, CHANNEL, place.ts, bench.next_ts(), MEMBER, said)
    )
    with bench.store.read() as tx:
        assert tx.holds.kept_since(TEAM, CHANNEL, judged.key, judged.judged_at) is not None
    return answer.text


def test_a_persons_no_stands_and_says_why_it_is_not_remembered(bench, damaged):
    judged = bench.announce("Scaling payments-worker down to 2 replicas in prod.")
    damage = damaged("trees without a tree")
    told = says_no(bench, judged)
    assert told.startswith("Stopped.")
    assert damage in told


def test_a_persons_no_that_leaves_no_doubt_is_remembered_without_the_model(bench, damaged):
    judged = bench.announce("Scaling payments-worker down to 2 replicas in prod.")
    damaged("no network")
    assert says_no(bench, judged).startswith("Stopped and remembered")


def test_a_reply_is_read_by_its_words_alone_without_the_model(bench, damaged):
    """What the words know is heard; the model's doubts about other replies are not."""
    place = bench.announce("Scaling payments-worker down to 2 replicas in prod.").announcement.place
    damage = damaged("no network")
    with capture_logs() as logs:
        said = HumanReply(TEAM, CHANNEL, place.ts, bench.next_ts(), MEMBER, "the moon is cheese")
        assert hear_reply(bench.negmem, said) is None
    assert {"a reply is read by its words alone"} == {one["event"] for one in logs}
    assert {damage} == {one["why"] for one in logs}
