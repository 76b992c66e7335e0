"""A "no" in the channel stops nothing: whoever says it right after an announcement is told how."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.application.holds.keep_hold import keep_hold
from bot.application.learning.correct_action import HumanReply
from bot.application.learning.tell_how_to_object import tell_how_to_object
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, Bench
from tests.fakes.directory import MEMBER, ONCALL

PLAN = "Scaling payments-worker down to 2 replicas in prod."
NO = "no, don't do that"


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK)
    return made


def says(bench, text=NO, *, user=MEMBER, channel=CHANNEL, at=None):
    ts = bench.next_ts()
    said = HumanReply(TEAM, channel, ts, ts, user, text)
    return tell_how_to_object(bench.negmem, said, at or bench.now)


def test_it_is_told_once_for_each_announcement(bench):
    bench.announce(PLAN)
    assert "Reply in the thread" in says(bench).text
    assert says(bench) is None
    assert says(bench, user=ONCALL) is None
    bench.announce("Rebooting ledger-db in prod.")
    assert says(bench) is not None


def test_where_there_is_a_card_its_button_is_named(bench):
    judged = bench.announce()
    assert "Keep blocked" in says(bench).text
    keep_hold(bench.negmem, TEAM, judged.hold_id, ONCALL)
    bench.later(minutes=1)
    bench.announce()
    assert says(bench) is None, "what is kept already needs no objection"


@pytest.mark.parametrize(
    "text",
    [
        "no worries, go ahead",
        "lunch?",
        "hmm, not sure about that one",
        "any news from the vendor?",
        f"<@{ONCALL}> no, don't do that",
    ],
)
def test_what_is_no_plain_no_to_the_agent_gets_no_answer(bench, text):
    bench.announce(PLAN)
    assert says(bench, text) is None


def test_who_calls_the_agent_itself_is_answered(bench):
    people = bench.directory.people
    people["UAGENT"] = replace(people[MEMBER], user="UAGENT", is_bot=True)
    bench.announce(PLAN)
    assert says(bench, f"<@UAGENT> {NO}") is not None


def test_without_an_announcement_right_before_it_there_is_no_answer(bench):
    assert says(bench) is None
    bench.announce("Checking the dashboards of payments-api.")
    assert says(bench) is None
    bench.announce(PLAN)
    assert says(bench, channel="C2") is None
    assert says(bench, user="UNKNOWN") is None
    bench.later(minutes=6)
    assert says(bench) is None


def test_what_is_read_back_later_gets_no_answer(bench):
    bench.announce(PLAN)
    assert says(bench, at=bench.now - timedelta(minutes=6)) is None
