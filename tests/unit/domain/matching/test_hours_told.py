"""An entry of working hours is not repeated by what is told to happen outside of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import Effect, decide
from bot.domain.entry import Window
from tests.unit.domain.matching.block_entries import block_entry, memory_of

WORKDAYS = ("mon", "tue", "wed", "thu", "fri")
TUESDAY = datetime(2026, 11, 24, 10, tzinfo=UTC)


def effect(text: str, window: Window) -> Effect:
    entry = block_entry("orders-api", "restart orders-api", "orders lost")
    entry = replace(entry, scope=replace(entry.scope, windows=(window,)))
    where = Situation(now=TUESDAY, service="orders-api", environment="prod")
    return decide(ActionInput(InputForm.TEXT, text), where, memory_of(entry)).effect


@pytest.mark.parametrize("when", ["off-peak", "at 3 am", "tonight at 23:00, when traffic is low"])
def test_what_keeps_out_of_the_hours_is_no_repeat(when: str) -> None:
    assert (
        effect(f"Restarting orders-api in prod {when}", Window(WORKDAYS, time(8), time(20), "UTC"))
        is Effect.ALLOW
    )


@pytest.mark.parametrize(
    "when",
    ["", "now, we had a quiet night", "at 11:00", "now, errors since 03:12",
     "now; the alert fired at 02:00", "now, not waiting for tonight", ", errors since 03:12",
     "because the alert fired at 02:00",
     "now. On Sunday we look at the root cause.", "during peak, alert fired at 03:12"],
)  # fmt: skip
def test_what_falls_into_them_is(when: str) -> None:
    assert (
        effect(f"Restarting orders-api in prod {when}", Window(WORKDAYS, time(8), time(20), "UTC"))
        is Effect.HOLD
    )


def test_an_entry_of_the_night_is_repeated_at_night() -> None:
    night = Window(("tue",), time(9), time(6), "UTC")
    assert effect("Restarting orders-api in prod tonight", night) is Effect.HOLD


def test_who_is_outside_of_them_is_told_which_they_are() -> None:
    entry = block_entry("orders-api", "restart orders-api", "orders lost")
    night = Window(("sat", "sun"), time(8), time(20), "UTC")
    entry = replace(entry, scope=replace(entry.scope, windows=(night,)))
    said = ActionInput(InputForm.TEXT, "Restarting orders-api in prod")
    where = Situation(now=TUESDAY, service="orders-api", environment="prod")
    (near,) = decide(said, where, memory_of(entry)).near_misses
    assert near.text == "it holds at other times of the week: sat,sun 08:00-20:00 UTC"


@pytest.mark.parametrize(
    "command",
    ["/opt/bin/restart-service orders-api --env prod --reason 'alert 03:12'",
     "curl -XPOST https://orders-api.prod/restart?since=03:12",
     "kubectl -n prod rollout restart deploy/orders-api # at 03:12"],
)  # fmt: skip
def test_a_command_runs_now(command: str) -> None:
    entry = block_entry("orders-api", "restart orders-api", "orders lost")
    window = Window(WORKDAYS, time(8), time(20), "UTC")
    entry = replace(entry, scope=replace(entry.scope, windows=(window,)))
    where = Situation(now=TUESDAY, service="orders-api", environment="prod")
    said = ActionInput(InputForm.COMMAND, command)
    assert decide(said, where, memory_of(entry)).effect is Effect.HOLD


def test_a_time_inside_of_long_hours_is_no_quiet_one() -> None:
    long = Window(WORKDAYS, time(0), time(23, 59), "UTC")
    assert effect("Restarting orders-api in prod tonight at 22:00", long) is Effect.HOLD
