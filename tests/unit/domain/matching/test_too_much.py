"""So many actions beside so many entries are not compared, and held."""

from __future__ import annotations

from bot.application.judging.reasons import words_for
from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import TOO_MUCH, Effect, decide
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


def test_beyond_it_all_is_held_and_said_why() -> None:
    assert decide(restarts(100), WHERE, MEMORY) == TOO_MUCH
    assert "Announce fewer actions at a time" in (words_for(TOO_MUCH.reason) or "")


def test_a_long_report_of_the_past_is_not_held_for_its_length() -> None:
    told = " ".join(f"Yesterday at 10:{at} worker {at} was restarted." for at in range(10, 130))
    decision = decide(ActionInput(InputForm.TEXT, told), WHERE, MEMORY)
    assert decision.effect is Effect.ALLOW
