"""An entry may warn of a look that does harm; other looks stay harmless."""

from __future__ import annotations

import pytest

from bot.domain.decision import Effect
from tests.unit.domain.matching.test_weighing import decided

KEYS = "List keys with the KEYS command"
EVENTS = "Query events without a partition filter"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (KEYS, "`redis-cli -h orders-api.prod KEYS 'x*'`"),
        (EVENTS, "running `select count(*) from events` on orders-api prod"),
        ("Scan the whole table", "scanning the whole orders table on orders-api in prod now"),
    ],
)
def test_the_look_that_an_entry_warns_of_is_held(action: str, text: str) -> None:
    assert decided(action, text).effect is Effect.HOLD


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (KEYS, "`redis-cli -h orders-api.prod INFO`"),
        (KEYS, "`redis-cli -h orders-api.prod GET x`"),
        (KEYS, "did anybody run KEYS on orders-api?"),
        (KEYS, "orders-api: not running KEYS here, SCAN instead"),
        (EVENTS, "looking at the events dashboard of orders-api"),
        ("Restart all pods", "`kubectl -n prod get pods -l app=orders-api`"),
    ],
)
def test_another_look_is_none(action: str, text: str) -> None:
    assert decided(action, text).effect is Effect.ALLOW


@pytest.mark.parametrize(
    "action",
    [KEYS, "Use KEYS to look up sessions", "Read all keys with KEYS",
     "Full scan of the orders table", "Count all rows in the orders table", "Tail the logs",
     "Show processlist"],
)  # fmt: skip
def test_an_entry_of_a_look_holds_its_own_words(action: str) -> None:
    assert decided(action, f"{action} on orders-api in prod now").effect is Effect.HOLD
