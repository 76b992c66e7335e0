"""Words that exclude each other: whoever says the one does not repeat an entry about the other."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("books-dwh", "reports wrong")


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Run a full load of the facts",
            "Running a full load of the facts on books-dwh.",
            "Running the load of the facts on books-dwh, incremental as always.",
        ),
        (
            "Rotate the signing key with immediate expiry",
            "Rotating the signing key of books-dwh with immediate expiry.",
            "Rotating the signing key of books-dwh with an overlap of a day.",
        ),
        (
            "Fail over while the replica is lagging",
            "Failing books-dwh over now.",
            "The replica is in sync, failing books-dwh over now.",
        ),
        (
            "Start the month-end run by hand",
            "Starting the month-end run of books-dwh by hand.",
            "The month-end run of books-dwh starts on schedule at 4.",
        ),
    ],
)
def test_the_contrary_of_a_word_is_another_action(action: str, repeated: str, another: str) -> None:
    """The entry's word may be missing, but not stand as its contrary."""
    assert matches(action, repeated)
    assert not matches(action, another)


def test_a_contrary_inside_another_word_says_nothing() -> None:
    """In "carefully" nobody says "full"."""
    action = "Carefully rebuild the index"
    assert matches(action, "Rebuilding the index of books-dwh, incremental loads go on.")
