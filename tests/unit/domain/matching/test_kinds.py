"""Entries whose verb says little: the action they carry, and every change of their object."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("stock-db", "stock lost")


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Run a plain TRUNCATE on stock_moves",
            '`psql -h stock-db.prod -c "TRUNCATE stock_moves"`',
            '`psql -h stock-db.prod -c "CREATE INDEX ON stock_moves (at)"`',
        ),
        (
            "Run a plain ALTER TABLE on stock_moves",
            "dropping a column of stock_moves with ALTER TABLE",
            "adding the column to stock_moves with gh-ost now",
        ),
        (
            "Change the fetch size of the importer",
            "lowering the fetch size of the importer to 50",
            "restarting the importer",
        ),
        (
            "Add a job that deletes old receipts",
            "from tonight a job deletes the old receipts",
            "from tonight a job exports the old receipts",
        ),
        (
            "Re-run the failed payouts",
            "replaying the failed payouts",
            "deleting the failed payouts",
        ),
    ],
)
def test_what_an_entry_carries_is_its_action(action: str, repeated: str, another: str) -> None:
    """The verbs "run", "add" and "change" leave it to the words after them what is done."""
    assert matches(action, repeated)
    assert not matches(action, another)
