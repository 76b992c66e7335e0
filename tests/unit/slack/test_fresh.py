"""What is older than its life does not exist."""

from __future__ import annotations

import pytest

from bot.slack.fresh import Fresh
from tests.unit.slack.conftest import Stopwatch


def test_a_value_is_looked_up_once_within_its_life() -> None:
    """And again after it."""
    clock, looked = Stopwatch(), []
    fresh: Fresh[str, int] = Fresh(60, clock)

    def look_up() -> int:
        looked.append(clock.seconds)
        return len(looked)

    assert [fresh.get("a", look_up), fresh.get("a", look_up)] == [1, 1]
    clock.seconds = 60
    assert fresh.get("a", look_up) == 2


def test_what_is_forgotten_during_its_look_up_is_not_kept() -> None:
    """It may be just what was to be forgotten."""
    fresh: Fresh[str, int] = Fresh(60, Stopwatch())

    def look_up() -> int:
        fresh.forget("a")
        return 1

    assert fresh.get("a", look_up) == 1
    assert fresh.get("a", lambda: 2) == 2


def test_an_error_is_not_kept() -> None:
    """The next one asks again."""
    fresh: Fresh[str, int] = Fresh(60, Stopwatch())

    def fail() -> int:
        raise OSError("Slack is away")

    with pytest.raises(OSError, match="away"):
        fresh.get("a", fail)
    assert fresh.get("a", lambda: 3) == 3


def test_the_one_unused_for_longest_goes_first() -> None:
    """The cache does not grow for ever."""
    fresh: Fresh[str, int] = Fresh(60, Stopwatch(), size=2)
    for name in ("a", "b", "a", "c"):
        fresh.get(name, lambda: 1)
    assert fresh.get("a", lambda: 2) == 1
    assert fresh.get("b", lambda: 2) == 2
