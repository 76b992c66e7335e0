"""The operation that an entry names, said again in a call, and names that go on."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("fare-store", "fares were wrong")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (
            "Correct the fares with recalc_all_fares",
            "`psql -h fare-store.prod -c 'UPDATE fares SET cents = recalc_all_fares(id)'`",
        ),
        (
            "Take over pending jobs of another consumer with XAUTOCLAIM",
            "`redis-cli -h fare-store.prod XAUTOCLAIM fares:incoming loaders c-5 60000 0-0`",
        ),
        (
            "Trim the stream fares:incoming",
            "`redis-cli -h fare-store.prod XTRIM fares:incoming MAXLEN 100`",
        ),
        (
            "Start the job with allowNonRestoredState",
            "`flink run -m fare-store.prod:8081 --allowNonRestoredState -d fares.jar`",
        ),
    ],
)
def test_a_call_of_the_entrys_own_operation_repeats_it(action: str, text: str) -> None:
    """A function, a command with the letter of its type, a flag that nobody names by chance."""
    assert matches(action, text)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (
            "Correct the fares with recalc_all_fares",
            "Has anybody seen what recalc_all_fares does on fare-store?",
        ),
        (
            "Trim the stream fares:incoming",
            "`redis-cli -h fare-store.prod XLEN fares:incoming`",
        ),
        (
            "Create an index on fare_rows without CONCURRENTLY",
            "Plain CREATE INDEX on fare_rows_rejected in fare-store prod.",
        ),
        (
            "Create an index on fare_rows without CONCURRENTLY",
            "Plain CREATE INDEX on fare_rows_2018_frozen in fare-store prod.",
        ),
    ],
)
def test_reading_it_and_a_longer_name_repeat_nothing(action: str, text: str) -> None:
    """A question, a command that only looks, the table of what was refused."""
    assert not matches(action, text)


ends = repeats("close-run", "books half closed")


@pytest.mark.parametrize(
    "text",
    [
        '{"tool": "ledger", "op": "cancel_run", "service": "close-run", "run": "2026-10"}',
        "`kubectl --context prod -n ledger delete job close-run-2026-10`",
    ],
)
def test_deleting_the_job_of_a_run_cancels_it(text: str) -> None:
    """A run that is named by its month is a run of the service."""
    assert ends("Abort a running close run", text)
