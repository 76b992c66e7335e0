"""What a switch of a command leaves out is no repeat of an entry that is about it."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("orders-db", "orders lost")


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Delete the statefulset with its orphans, cascade included",
            "`kubectl delete statefulset orders-db --cascade=true`",
            "`kubectl delete statefulset orders-db --cascade=false`",
        ),
        (
            "Restart with a migration at the start",
            '{"tool":"svc","op":"restart","service":"orders-db","migration":true}',
            '{"tool":"svc","op":"restart","service":"orders-db","migration":false}',
        ),
    ],
)
def test_what_a_switch_leaves_out_is_not_repeated(action: str, repeated: str, another: str) -> None:
    """Given, it is the entry's action; turned off, it is a safe variant."""
    assert matches(action, repeated)
    assert not matches(action, another)


def test_an_entry_about_leaving_out_is_repeated() -> None:
    """Where the entry warns of doing it without, turning it off is the repeat."""
    text = '{"tool":"svc","op":"restart","service":"orders-db","migration":false}'
    assert matches("Restart without the migration", text)
