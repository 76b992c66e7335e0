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
