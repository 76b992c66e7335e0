"""An entry in one line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.errors import BadInput
from bot.domain.free_text import EntryDraft, read_free_text

NOW = datetime(2026, 11, 29, 15, 0, tzinfo=UTC)


def read(text: str, **known: object) -> EntryDraft:
    return read_free_text(text, NOW, **known)


def test_the_whole_line_is_read() -> None:
    """Action, service, environment, time, outcome, severity and end, each in its field."""
    draft = read(
        "restart payments-api in prod during peak => dropped in-flight payments, block, for 90 days"
    )
    assert draft.fields == {
        "action": "restart payments-api",
        "service": "payments-api",
        "environment": "prod",
        "window": "mon-fri 08:00-20:00 UTC",
        "outcome": "dropped in-flight payments",
        "severity": "block",
        "expires": "2027-02-27T15:00:00+00:00",
    }
    assert draft.missing == ()
    assert draft.notes == ("during peak = mon-fri 08:00-20:00 UTC",)


@pytest.mark.parametrize("arrow", ["=>", "->", "→", "because"])
def test_every_arrow_parts_action_and_outcome(arrow: str) -> None:
    """People write arrows as they like."""
    fields = read(f"flush the cache of img-cdn in prod {arrow} the origin fell over").fields
    assert fields["action"] == "flush the cache of img-cdn"
    assert fields["outcome"] == "the origin fell over"


def test_pairs_and_colons_name_their_field() -> None:
    """`service=`, `env=`, `instead:` and `source:` may stand anywhere."""
    fields = read(
        "deploy web service=web-shop env=prod-us -> half of the carts empty; instead: deploy one"
        " zone first; source: https://example.org/pm, warn until 14 March"
    ).fields
    assert fields["service"] == "web-shop"
    assert fields["environment"] == "prod-us"
    assert fields["instead"] == "deploy one zone first"
    assert fields["source"] == "https://example.org/pm"
    assert fields["severity"] == "warn"
    assert fields["expires"].startswith("2027-03-15")
    assert fields["outcome"] == "half of the carts empty"


def test_words_that_look_like_a_severity_or_an_end_stay_in_the_outcome() -> None:
    """An alert storm is no severity, two hours of downtime no expiry."""
    fields = read("restart kafka-main in prod => alert storm, down for 2 hours").fields
    assert fields["outcome"] == "alert storm, down for 2 hours"
    assert fields["severity"] == "warn"


def test_what_the_channel_knows_fills_the_gaps_and_is_said() -> None:
    """Nothing is taken for granted silently."""
    draft = read("restart it => bad", default_service="ledger", default_environment="staging")
    assert (draft.fields["service"], draft.fields["environment"]) == ("ledger", "staging")
    assert "service ledger, of this channel" in draft.notes
    assert any("180 days" in note for note in draft.notes)


def test_known_services_need_no_hyphen() -> None:
    """A name that an entry has used is a service."""
    assert read("restart redis in prod => sessions lost", known_services={"redis"}).fields[
        "service"
    ] == ("redis")


def test_what_is_missing_is_named() -> None:
    """A line without an arrow has no outcome."""
    assert read("restart payments-api").missing == ("outcome", "environment")


@pytest.mark.parametrize(
    "line", ["a-b => c, never", "a-b => c, until 2020-01-01", "a-b => c, severity=high"]
)
def test_ends_and_severities_that_cannot_be_are_refused(line: str) -> None:
    """The person is asked instead of guessed for."""
    with pytest.raises(BadInput):
        read(line)


@pytest.mark.parametrize(
    ("word", "meant"),
    [("blok", "block"), ("blocked", "block"), ("alrt", "alert"), ("wran", "warn")],
)
def test_a_misspelt_severity_is_asked_about(word: str, meant: str) -> None:
    """It neither becomes part of the outcome nor silently a warning."""
    with pytest.raises(BadInput) as error:
        read(f"restart payments-api in prod => dropped payments, {word}, for 90 days")
    assert repr(word) in error.value.what
    assert meant in error.value.hint


@pytest.mark.parametrize("word", ["locked", "back", "slow", "warm caches lost", "errors"])
def test_other_words_between_commas_stay_in_the_outcome(word: str) -> None:
    """Only what is nearly a severity is asked about."""
    fields = read(f"restart payments-api in prod => dropped payments, {word}, for 90 days").fields
    assert fields["outcome"] == f"dropped payments, {word}"


@given(st.text(max_size=200))
def test_any_line_is_read_or_refused(line: str) -> None:
    """Every field is a text, and what is missing is not given."""
    try:
        draft = read(line)
    except BadInput:
        return
    assert all(draft.fields.values())
    assert not set(draft.missing) & set(draft.fields)


def test_what_is_given_beside_the_text_is_not_said_to_be_assumed() -> None:
    """An option of the command line is no less said than the text."""
    draft = read("restart payments-api in prod during peak => dropped payments")
    window = "during peak = mon-fri 08:00-20:00 UTC"
    assert draft.notes_beside(["expires", "severity"]) == (window,)
    assert draft.notes_beside(["expires"]) == ("severity warn, as none was given", window)
    assert len(draft.notes) == 3
