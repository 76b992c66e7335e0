"""Weekly windows in a text."""

from __future__ import annotations

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.entry import WEEKDAYS, Window
from bot.domain.errors import BadInput
from bot.domain.windows import describe, time_rules, windows_in

WORKDAYS = WEEKDAYS[:5]


@pytest.mark.parametrize(
    ("text", "days", "start", "end"),
    [
        ("during peak", WORKDAYS, time(8), time(20)),
        ("during business hours", WORKDAYS, time(9), time(17)),
        ("on Fridays", ("fri",), time(0), time(0)),
        ("on Mondays and Tuesdays", ("mon", "tue"), time(0), time(0)),
        ("on weekends", ("sat", "sun"), time(0), time(0)),
        ("before 9:00", WEEKDAYS, time(0), time(9)),
        ("after 6 pm", WEEKDAYS, time(18), time(0)),
        ("at night", WEEKDAYS, time(22), time(6)),
        ("on Friday afternoons", ("fri",), time(12), time(18)),
        ("Fridays after 15:00", ("fri",), time(15), time(0)),
        ("before 9am on weekdays", WORKDAYS, time(0), time(9)),
        ("between 13:00 and 15:00 UTC", WEEKDAYS, time(13), time(15)),
        ("between 1 and 3 pm", WEEKDAYS, time(13), time(15)),
    ],
)
def test_times_of_the_week_are_windows(
    text: str, days: tuple[str, ...], start: time, end: time
) -> None:
    """Days and times that stand together are one window."""
    assert windows_in(text) == (Window(days, start, end, "UTC"),)


@pytest.mark.parametrize(
    "text",
    ["at month-end", "during the sale", "on Friday 13 March", "until 14 March", "after 3 retries",
     "scale from 4 to 12 replicas", "raise it from 2 s to 60 s", "restart payments-api", ""],
)  # fmt: skip
def test_dates_events_and_numbers_are_none(text: str) -> None:
    """What does not come every week is context."""
    assert windows_in(text) == ()


def test_what_was_assumed_is_said() -> None:
    """Peak is the team's word: the reading shows what it was taken for."""
    (rule,) = time_rules("restart it during peak")
    assert rule.assumed == "during peak = mon-fri 08:00-20:00 UTC"


def test_outside_a_window_is_all_the_rest() -> None:
    """Nights of work days and whole weekends are outside business hours."""
    nights, weekend = windows_in("outside business hours")
    assert (nights.start, nights.end, weekend.days) == (time(17), time(9), ("sat", "sun"))


def test_zones_are_read_or_refused() -> None:
    """A zone in the text counts, an unknown one of the person does not pass."""
    assert windows_in("after 18:30 Europe/Madrid")[0].tz == "Europe/Madrid"
    assert windows_in("before 9:00", "Asia/Tokyo")[0].tz == "Asia/Tokyo"
    with pytest.raises(BadInput):
        windows_in("before 9:00", "Mars/Base")


days = st.sets(st.sampled_from(WEEKDAYS), min_size=1).map(
    lambda chosen: tuple(day for day in WEEKDAYS if day in chosen)
)
clocks = st.times().map(lambda t: t.replace(second=0, microsecond=0, fold=0))


@given(days, clocks, clocks, st.sampled_from(["UTC", "Europe/Berlin", "America/New_York"]))
def test_a_described_window_reads_back(
    chosen: tuple[str, ...], start: time, end: time, tz: str
) -> None:
    """What a form shows can be sent back unchanged."""
    window = Window(chosen, start, end, tz)
    assert windows_in(describe(window)) == (window,)
