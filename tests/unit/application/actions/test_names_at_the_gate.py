"""Agents and their owners read names, where the directory knows them, and never Slack's ids."""

from dataclasses import replace

import pytest

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.actions.view_action import view_action
from bot.application.holds.keep_hold import keep_hold
from bot.application.team.set_up import store_set_up
from bot.domain.action import ActionInput, InputForm
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, Bench, agent
from tests.fakes.directory import ONCALL

CALL = GateCall(
    ActionInput(InputForm.COMMAND, text="kubectl -n prod rollout restart deploy/payments-api"),
    channel=CHANNEL,
)


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK)
    return made


def called(bench, name):
    people = bench.directory.people
    people[ONCALL] = replace(people[ONCALL], name=name)


@pytest.mark.parametrize(
    ("name", "told"), [("Nadia Brandt", "Nadia Brandt"), ("", f"user {ONCALL}"), ("A\nB", "A B")]
)
def test_who_kept_it_is_told_by_name(bench, name, told):
    """In the first answer and whenever the agent looks again."""
    called(bench, name)
    held = ask_gate(bench.negmem, agent(), CALL)
    keep_hold(bench.negmem, TEAM, held.hold.id, ONCALL)
    again = ask_gate(bench.negmem, agent(), CALL)
    assert again.reason.startswith(f"kept by {told}: ")
    assert view_action(bench.negmem, agent(), again.judged.id).reason == again.reason


def test_who_is_not_known_any_more_is_told_by_id(bench):
    held = ask_gate(bench.negmem, agent(), CALL)
    keep_hold(bench.negmem, TEAM, held.hold.id, ONCALL)
    del bench.directory.people[ONCALL]
    assert f"kept by user {ONCALL}:" in ask_gate(bench.negmem, agent(), CALL).reason


def test_who_may_release_it_is_told_by_name(bench):
    called(bench, "Nadia Brandt")
    store_set_up(bench.negmem, TEAM, "operator", {"approver_label": f"<@{ONCALL}> or an admin"})
    assert ask_gate(bench.negmem, agent(), CALL).who_may == "Nadia Brandt or an admin"
