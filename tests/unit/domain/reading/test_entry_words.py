"""What was understood of an entry, as it is told to a person."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.domain.entry_json import entry_from_json
from bot.domain.reading.entry import read_entry
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()
NOW = datetime(2026, 11, 29, tzinfo=UTC)


@pytest.mark.parametrize(
    ("service", "aliases", "told"),
    [
        ("payments-api", [], "payments-api"),
        ("payments-api", ["payments"], "payments-api, payments"),
        ("ledger", [], "ledger"),
    ],
)
def test_a_service_is_told_once(service: str, aliases: list[str], told: str) -> None:
    """Its spelling without hyphens matches too, but says nothing new."""
    raw = {
        "action": f"restart {service}",
        "outcome": "dropped transactions",
        "severity": "block",
        "service": service,
        "environment": "prod",
        "aliases": aliases,
        "expires": "2027-03-14",
    }
    reading = read_entry(entry_from_json(raw, now=NOW).entry, LEXICON)
    assert dict(reading.words())["service"] == told


@pytest.mark.parametrize(
    ("action", "label", "told"),
    [
        ("Drop the audit_log table", "on", "audit_log table"),
        ("Lower the server timeout from 60s to 5s", "on", "server timeout"),
        ("Disable the nightly backup", "on", "nightly backup"),
        ("Scale down below eight replicas", "kind of action", "scale down"),
        ("Purge all queues", "another action if", "it takes only one, or one after the other"),
        ("Add a foreign key without a lock timeout", "another action if",
         "it is done with lock timeout"),
    ],
)  # fmt: skip
def test_what_was_understood_is_told_in_the_words_of_the_entry(
    action: str, label: str, told: str
) -> None:
    """No stems, no sorted concepts, no names with underscores for kinds."""
    raw = {
        "action": action,
        "outcome": "an hour of errors",
        "severity": "block",
        "service": "orders-db",
        "environment": "prod",
        "expires": "2027-03-14",
    }
    words = dict(read_entry(entry_from_json(raw, now=NOW).entry, LEXICON).words())
    assert words[label] == told
    assert words["service"] == "orders-db"


def test_what_a_person_corrected_is_told_as_they_wrote_it() -> None:
    """`reads_as` wins, in its own words."""
    raw = {
        "action": "Touch the ledger",
        "outcome": "an hour of errors",
        "severity": "block",
        "service": "orders-db",
        "environment": "prod",
        "expires": "2027-03-14",
        "reads_as": {"kind": "drop", "objects": ["audit tables"], "without": ["a dry run"]},
    }
    words = dict(read_entry(entry_from_json(raw, now=NOW).entry, LEXICON).words())
    assert (words["kind of action"], words["on"]) == ("drop", "audit tables")
    assert words["another action if"] == "it is done with a dry run"
