"""The language model thinks while no transaction is open: nobody else waits for it."""

from __future__ import annotations

import pytest

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.actions.check_action import judge_only
from bot.application.actions.start_action import start_action
from bot.domain.action import ActionInput, InputForm
from bot.domain.decision import Effect
from bot.domain.sense import Sense, load_sense
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN, Bench, agent

DOUBTFUL = "payments-api in prod will get a bounce of all its processes"


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


@pytest.fixture
def thinking(bench, monkeypatch):
    """For each answer that is worked out: whether a transaction was open."""
    open_then, real = [], Sense._answer

    def answer(sense, *asked):
        open_then.append(bench.store.in_transaction)
        return real(sense, *asked)

    monkeypatch.setattr(load_sense(), "_remembered", type(load_sense()._remembered)())
    monkeypatch.setattr(Sense, "_answer", answer)
    return open_then


def test_no_transaction_is_open_while_the_model_thinks(bench, thinking):
    assert bench.announce(DOUBTFUL).effect is Effect.HOLD
    assert thinking
    assert not any(thinking)


def test_what_was_begun_before_the_model_was_asked_leaves_nothing_behind(bench, thinking):
    """One judgement, in one hold, as if the model had been asked before."""
    judged = bench.announce(DOUBTFUL)
    assert thinking
    with bench.store.read() as tx:
        found = tx.announcements.of_hold(TEAM, judged.hold_id)
    assert [one.id for one in found] == [judged.id]


def test_nor_while_somebody_tries_a_text(bench, thinking):
    action = ActionInput(InputForm.TEXT, DOUBTFUL)
    assert judge_only(bench.negmem, TEAM, action, channel=CHANNEL).effect is Effect.HOLD
    assert thinking
    assert not any(thinking)


def test_nor_while_a_permit_is_spent(bench, thinking):
    action = ActionInput(InputForm.TEXT, "adding another payments-api worker pool in prod")
    asked = ask_gate(bench.negmem, agent(), GateCall(action, channel=CHANNEL))
    load_sense()._remembered.clear()
    thinking.clear()
    token = asked.permit.token
    assert start_action(bench.negmem, agent(), asked.judged.id, token, action).ok
    assert not any(thinking)


def test_a_model_that_fails_is_tried_outside_and_what_it_would_say_is_held(bench, monkeypatch):
    open_then = []

    def out_of_memory(*_):
        open_then.append(bench.store.in_transaction)
        raise MemoryError

    monkeypatch.setattr(load_sense(), "_remembered", type(load_sense()._remembered)())
    monkeypatch.setattr(Sense, "_answer", out_of_memory)
    judged = bench.announce(DOUBTFUL)
    assert (judged.effect, judged.reason) == (Effect.HOLD, "unreadable")
    assert open_then == [False, True]
