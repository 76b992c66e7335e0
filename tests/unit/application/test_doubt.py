"""On doubt about itself negmem holds, says why, and writes down what failed."""

from __future__ import annotations

import pytest
import structlog
from structlog.testing import capture_logs

from bot.domain.action import InputForm
from bot.domain.decision import Effect
from bot.domain.matching import Memory
from tests.fakes.bench import BLOCK, WARN, Bench, agent

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
    "part", ["bot.application.understand.read", "bot.application.judge.decide_about"]
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
