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
