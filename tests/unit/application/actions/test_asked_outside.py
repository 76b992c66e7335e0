"""The language model thinks while no transaction is open: nobody else waits for it."""

from __future__ import annotations

import pytest

from bot.domain.decision import Effect
from bot.domain.sense import Sense, load_sense
from tests.fakes.bench import BLOCK, WARN, Bench

DOUBTFUL = "giving every pod of payments-api in prod a fresh start, all in one go"


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


def test_no_transaction_is_open_while_the_model_thinks(bench, monkeypatch):
    thinking, real = [], Sense._answer

    def answer(sense, *asked):
        thinking.append(getattr(bench.store, "in_transaction", False))
        return real(sense, *asked)

    load_sense()._remembered.clear()
    monkeypatch.setattr(Sense, "_answer", answer)
    assert bench.announce(DOUBTFUL).effect is Effect.HOLD
    assert thinking
    assert not any(thinking)


def test_what_fails_outside_holds(bench, monkeypatch):
    def out_of_memory(*_):
        raise MemoryError

    load_sense()._remembered.clear()
    monkeypatch.setattr(Sense, "_answer", out_of_memory)
    judged = bench.announce(DOUBTFUL)
    assert (judged.effect, judged.reason) == (Effect.HOLD, "unreadable")
