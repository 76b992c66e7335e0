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


@pytest.mark.parametrize("when", ["", "now, we had a quiet night", "at 11:00"])
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
