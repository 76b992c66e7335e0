"""Column types keep moments to the microsecond and texts storable."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage.types import JsonText, Moment, storable

SQLITE = sqlite.dialect()
MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.timezones())  # noqa: DTZ001  # bounds are naive by Hypothesis's rule
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(MOMENTS)
def test_a_moment_comes_back_exactly_and_in_utc(moment: datetime) -> None:
    stored = Moment().process_bind_param(moment, SQLITE)
    back = Moment().process_result_value(stored, SQLITE)
    assert back == moment.astimezone(UTC)  # equality between zones knows no skipped hours
    assert back.tzinfo is UTC


@given(MOMENTS, MOMENTS)
def test_stored_moments_have_the_order_of_time(one: datetime, other: datetime) -> None:
    stored = [Moment().process_bind_param(each, SQLITE) for each in (one, other)]
    assert (stored[0] < stored[1]) == (one.astimezone(UTC) < other.astimezone(UTC))


@pytest.mark.parametrize("dialect", [SQLITE, postgresql.dialect()])
def test_a_naive_moment_is_refused(dialect: object) -> None:
    naive = datetime(2026, 11, 29, tzinfo=UTC).replace(tzinfo=None)
    with pytest.raises(ValueError, match="zone"):
        Moment().process_bind_param(naive, dialect)


def test_what_postgresql_gives_in_its_sessions_zone_is_turned_into_utc() -> None:
    given_back = datetime(2026, 11, 29, 4, tzinfo=timezone(timedelta(hours=1)))
    back = Moment().process_result_value(given_back, postgresql.dialect())
    assert (back.hour, back.tzinfo) == (3, UTC)


@given(st.text(alphabet=st.characters(codec=None, categories=None)))
def test_every_text_can_be_stored_and_an_ordinary_one_stays(text: str) -> None:
    kept = storable(text)
    kept.encode("utf-8")
    assert "\0" not in kept
    assert len(kept) == len(text)
    assert storable(kept) == kept


def test_emoji_and_other_scripts_stay() -> None:
    assert storable("🛑 Zürich 再起動") == "🛑 Zürich 再起動"


@given(JSON)
def test_json_comes_back(value: object) -> None:
    stored = JsonText().bind_processor(SQLITE)(value)
    assert JsonText().process_result_value(stored, SQLITE) == value
    assert stored is None or stored.isascii()
