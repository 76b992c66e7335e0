"""The entry, its windows and its JSON form."""

import json
from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.entry import WEEKDAYS, Entry, EntryState, Scope, Severity, Window, WrongMatch
from bot.domain.entry_json import entry_from_json, entry_to_json
from bot.domain.errors import InvalidEntry
from bot.domain.lessening import lessens_protection
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()
NOW = datetime(2026, 11, 29, 3, tzinfo=UTC)
EXAMPLE = {
    "action": "restart service payments-api",
    "context": "high latency, 5xx errors, during traffic peak",
    "outcome": "dropped in-flight transactions, 40 min recovery",
    "severity": "block",
    "source": "postmortem 2026-09-14",
    "expires": "2027-03-14",
    "service": "payments-api",
    "environment": "prod",
    "aliases": ["payments"],
    "window": [{"days": ["mon", "tue"], "from": "08:00", "to": "20:00", "tz": "Europe/Berlin"}],
    "instead": "drain the queue, then restart one pod at a time",
    "owner": "U012",
    "fingerprint": {"schema": "42"},
    "approvals": 1,
    "reads_as": None,
    "exceptions": [],
    "state": "active",
    "created": "2026-09-15T08:00:00Z",
    "id": "nm-17",
}

names = st.text(alphabet="abcdefghij-", min_size=1, max_size=12).filter(str.strip)
texts = st.text(min_size=1, max_size=60).filter(str.strip)
moments = st.datetimes(
    min_value=datetime(2020, 1, 1),  # noqa: DTZ001 - hypothesis adds the zone itself
    max_value=datetime(2040, 1, 1),  # noqa: DTZ001 - hypothesis adds the zone itself
    timezones=st.just(UTC),
)
clocks = st.times().map(lambda one: one.replace(second=0, microsecond=0))
windows = st.builds(
    Window,
    days=st.lists(st.sampled_from(WEEKDAYS), min_size=1, unique=True).map(tuple),
    start=clocks,
    end=clocks,
    tz=st.sampled_from(["UTC", "Europe/Berlin", "Asia/Kolkata"]),
)
entries = st.builds(
    Entry,
    id=names,
    action=texts,
    context=st.text(max_size=40),
    outcome=texts,
    severity=st.sampled_from(Severity),
    source=st.text(max_size=20),
    scope=st.builds(
        Scope,
        st.lists(names, min_size=1, max_size=3).map(tuple),
        st.lists(names, min_size=1, max_size=3).map(tuple),
        st.lists(windows, max_size=2).map(tuple),
    ),
    expires=moments,
    created=moments,
    aliases=st.lists(names, max_size=2).map(tuple),
    instead=st.none() | texts,
    owner=st.none() | names,
    fingerprint=st.dictionaries(names, texts, max_size=2),
    approvals=st.sampled_from([1, 2]),
    reads_as=st.none() | st.just({"kind": "restart"}),
    exceptions=st.lists(
        st.builds(WrongMatch, names, st.integers(1, 9), names, moments), max_size=2
    ).map(tuple),
    state=st.sampled_from(EntryState),
    version=st.integers(1, 50),
)


@given(entries)
def test_export_and_import_lose_nothing(entry):
    """Through real JSON text, both ways."""
    line = json.dumps(entry_to_json(entry))
    assert entry_from_json(json.loads(line), now=NOW).entry == entry


def test_the_missions_example_comes_back_as_it_was():
    read = entry_from_json(EXAMPLE, now=NOW)
    assert read.notes == ()
    silent = {"approvals", "reads_as", "exceptions"}
    assert entry_to_json(read.entry) == {k: v for k, v in EXAMPLE.items() if k not in silent}


def test_a_missing_expiry_becomes_180_days_and_is_reported():
    raw = {key: value for key, value in EXAMPLE.items() if key != "expires"}
    read = entry_from_json(raw, now=NOW)
    assert read.entry.expires == datetime(2027, 5, 28, tzinfo=UTC)
    assert any("180 days" in note for note in read.notes)
    assert entry_from_json(raw, now=NOW, as_replay=True).entry.expires is None


def test_a_missing_severity_and_a_past_end_are_reported():
    raw = {key: value for key, value in EXAMPLE.items() if key != "severity"}
    read = entry_from_json({**raw, "expires": "2026-01-02"}, now=NOW)
    assert read.notes == (
        "no severity given: warn",
        "expired on 2026-01-02: it matches nothing until it is renewed",
    )
    assert (
        entry_from_json({**EXAMPLE, "expires": "2026-01-02", "state": "retired"}, now=NOW).notes
        == ()
    )


def test_unknown_keys_are_reported_and_ignored():
    read = entry_from_json({**EXAMPLE, "colour": "red"}, now=NOW)
    assert read.notes == ("unknown key 'colour' ignored",)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("action", ""),
        ("action", 3),
        ("outcome", None),
        ("service", None),
        ("service", [1]),
        ("environment", []),
        ("severity", "fatal"),
        ("expires", "soon"),
        ("expires", 12),
        ("approvals", 3),
        ("approvals", True),
        ("window", [{"days": ["someday"], "from": "08:00", "to": "09:00"}]),
        ("window", [{"from": "8 am", "to": "9"}]),
        ("window", [{"from": "08:00", "to": "09:00", "tz": "Mars/Olympus"}]),
        ("window", 7),
        ("fingerprint", ["x"]),
        ("reads_as", "restart"),
        ("exceptions", [{"digest": "d"}]),
        ("state", "sleeping"),
        ("action", "x" * 4001),
    ],
)
def test_a_wrong_key_is_named(key, value):
    with pytest.raises(InvalidEntry) as refused:
        entry_from_json({**EXAMPLE, key: value}, now=NOW)
    assert [name for name, _ in refused.value.missing] == [key]


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_what_is_no_object_is_refused(raw):
    with pytest.raises(InvalidEntry):
        entry_from_json(raw, now=NOW)


@given(st.dictionaries(st.sampled_from(sorted(EXAMPLE)), st.none() | st.integers() | st.text()))
def test_no_object_raises_anything_but_a_refusal(raw):
    missing = "nothing"
    try:
        entry_from_json(raw, now=NOW)
    except InvalidEntry as refused:
        missing = refused.missing
    assert missing


def test_a_window_over_midnight_belongs_to_the_day_it_begins():
    night = Window(("fri",), time(22), time(6), "UTC")
    friday = datetime(2026, 11, 27, tzinfo=UTC)
    assert night.contains(friday.replace(hour=23))
    assert night.contains(friday.replace(hour=5) + timedelta(days=1))
    assert not night.contains(friday.replace(hour=5))
    assert not night.contains(friday.replace(hour=23) + timedelta(days=1))


def test_a_window_counts_in_its_own_zone():
    morning = Window(("mon",), time(8), time(9), "Asia/Kolkata")
    assert morning.contains(datetime(2026, 11, 30, 3, 0, tzinfo=UTC))
    assert not morning.contains(datetime(2026, 11, 30, 8, 30, tzinfo=UTC))


@given(windows, moments)
def test_a_moment_outside_every_named_day_and_its_morrow_is_outside(window, moment):
    near = {window.days} and {
        WEEKDAYS[(WEEKDAYS.index(day) + step) % 7] for day in window.days for step in (0, 1)
    }
    from zoneinfo import ZoneInfo

    today = WEEKDAYS[moment.astimezone(ZoneInfo(window.tz)).weekday()]
    assert today in near or not window.contains(moment)


def test_a_change_that_does_not_touch_the_match_keeps_wrong_matches():
    wrong = WrongMatch("d", 1, "U1", NOW)
    entry = entry_from_json(EXAMPLE, now=NOW).entry.changed(exceptions=(wrong,))
    renewed = entry.changed(expires=NOW)
    assert [one.version for one in renewed.exceptions] == [renewed.version]
    reworded = entry.changed(action="restart payments-api at once")
    assert [one.version for one in reworded.exceptions] != [reworded.version]


@given(entries)
def test_what_stays_the_same_lessens_nothing_and_retiring_does(entry):
    assert not lessens_protection(entry, entry.changed(), LEXICON)
    retired = entry.changed(state=EntryState.RETIRED)
    assert lessens_protection(entry, retired, LEXICON) is (entry.state is EntryState.ACTIVE)


@given(entries)
def test_a_weaker_severity_or_a_shorter_life_lessens(entry):
    weaker = entry.changed(severity=entry.severity.weaker)
    assert lessens_protection(entry, weaker, LEXICON) is (entry.severity is not Severity.ALERT)
    assert lessens_protection(
        entry, entry.changed(expires=entry.expires - timedelta(days=1)), LEXICON
    )
    assert not lessens_protection(
        entry, entry.changed(expires=entry.expires + timedelta(days=1)), LEXICON
    )
