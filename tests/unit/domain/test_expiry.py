"""When entries end: what people write and what it means."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.errors import BadInput
from bot.domain.expiry import read_expiry

SUNDAY = datetime(2026, 11, 29, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for 90 days", datetime(2027, 2, 27, 15, tzinfo=UTC)),
        ("in 90 days", datetime(2027, 2, 27, 15, tzinfo=UTC)),
        ("90d", datetime(2027, 2, 27, 15, tzinfo=UTC)),
        ("two weeks", datetime(2026, 12, 13, 15, tzinfo=UTC)),
        ("3 months", datetime(2027, 2, 28, 15, tzinfo=UTC)),
        ("a year", datetime(2027, 11, 29, 15, tzinfo=UTC)),
        ("until friday", datetime(2026, 12, 5, tzinfo=UTC)),
        ("until 14 March", datetime(2027, 3, 15, tzinfo=UTC)),
        ("March 14, 2027", datetime(2027, 3, 15, tzinfo=UTC)),
        ("end of quarter", datetime(2027, 1, 1, tzinfo=UTC)),
        ("until the end of next month", datetime(2027, 1, 1, tzinfo=UTC)),
        ("eow", datetime(2026, 11, 30, tzinfo=UTC)),
        ("2027-03-01", datetime(2027, 3, 2, tzinfo=UTC)),
        ("2027-03-01T10:00:00+02:00", datetime(2027, 3, 1, 8, tzinfo=UTC)),
        ("24.12.", datetime(2026, 12, 25, tzinfo=UTC)),
        ("24/12/2026", datetime(2026, 12, 25, tzinfo=UTC)),
        ("tomorrow at 5pm", datetime(2026, 11, 30, 17, tzinfo=UTC)),
    ],
)
def test_plain_times_are_read(text: str, expected: datetime) -> None:
    """A day without a time counts wholly."""
    assert read_expiry(text, SUNDAY) == expected


def test_a_day_ends_in_the_zone_of_who_wrote_it() -> None:
    """Midnight in Berlin is 23:00 UTC in winter."""
    end = read_expiry("2027-01-10", SUNDAY, "Europe/Berlin")
    assert end == datetime(2027, 1, 10, 23, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    ["never", "forever", "03/04/2027", "6m", "next week", "next friday", "sunday", "2020-01-01",
     "14 March 2020", "in 99999 days", "31 February", "2027-13-01"],
)  # fmt: skip
def test_what_is_ambiguous_past_or_endless_is_asked_about(text: str) -> None:
    """The person is told what it could mean and how to write it."""
    with pytest.raises(BadInput) as error:
        read_expiry(text, SUNDAY)
    assert error.value.hint


def test_a_past_day_is_named_as_it_was_written() -> None:
    """Not by the midnight after it."""
    with pytest.raises(BadInput) as error:
        read_expiry("2026-05-14", SUNDAY)
    assert "2026-05-14" in error.value.what
    assert "15" not in error.value.what


@pytest.mark.parametrize("text", ["", "restart payments", "block", "5", "soonish"])
def test_what_is_no_time_is_none(text: str) -> None:
    """Nothing is guessed from a word."""
    assert read_expiry(text, SUNDAY) is None


@given(st.text(max_size=60))
def test_whatever_is_written_ends_later_in_utc_or_is_refused(text: str) -> None:
    """An end is aware, in UTC, and to come."""
    try:
        end = read_expiry(text, SUNDAY)
    except BadInput:
        return
    assert end is None or (end > SUNDAY and end.utcoffset() == timedelta(0))


@given(st.integers(min_value=1, max_value=3000))
def test_days_are_days(days: int) -> None:
    """So many days are so many times 24 hours."""
    assert read_expiry(f"for {days} days", SUNDAY) == SUNDAY + timedelta(days=days)
