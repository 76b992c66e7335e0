"""So many actions beside so many entries are not compared; `test_doubt.py`: what fails is held."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import decide
from bot.domain.matching.memory import TooMuch
from tests.unit.domain.matching.block_entries import NOW, block_entry, memory_of

WHERE = Situation(now=NOW, service="orders-api", environment="prod")
MEMORY = memory_of(
    *(block_entry("orders-api", f"Drop the table t{at}", entry_id=f"e{at}") for at in range(120))
)


def restarts(times: int) -> ActionInput:
    text = "; ".join(f"systemctl restart worker{at}" for at in range(times))
    return ActionInput(InputForm.COMMAND, text)


def test_up_to_a_bound_everything_is_compared() -> None:
    assert decide(restarts(3), WHERE, MEMORY).reason == "no_match"


def test_beyond_it_nothing_is_decided_which_holds_whatever_asks() -> None:
    with pytest.raises(TooMuch, match="Announce fewer actions at a time"):
        decide(restarts(100), WHERE, MEMORY)
