"""Numbers, weeks and pages are told in words that nobody has to decode."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.application.entries.import_postmortem import span_of
from bot.slack.blocks.lists import entry_page
from bot.slack.blocks.spoken import spoken
from bot.slack.blocks.text import ends, week_of
from tests.unit.slack.blocks.cards import NOON, entry


@pytest.mark.parametrize(
    ("count", "offset", "told"),
    [
        (1, 0, "Entries: 1"),
        (7, 0, "Entries: 7"),
        (21, 0, "Entries: 1–10 of 21"),
        (21, 10, "Entries: 11–20 of 21"),
        (21, 20, "Entries: 21 of 21"),
        (0, 0, "Entries: none."),
    ],
)
def test_a_page_says_which_entries_it_shows_of_how_many(count: int, offset: int, told: str) -> None:
    """No span where there is nothing else, or of one."""
    entries = [replace(entry(), id=f"nm-{number}") for number in range(count)]
    first, *_ = spoken(entry_page(entries, offset, "Entries", "x", NOON)).splitlines()
    assert first == told


@pytest.mark.parametrize(
    ("week", "told"),
    [
        ("2026-W48", "Week of 23 Nov"),
        ("2026-W01", "Week of 29 Dec"),
        ("2026-W53", "Week of 28 Dec"),
    ],
)
def test_a_week_is_told_by_its_monday(week: str, told: str) -> None:
    """Few people know the number of a week."""
    assert week_of(week) == told


def test_how_warnings_and_holds_ended_is_told_so_that_each_word_stands_alone() -> None:
    """A bare "4 kept" could be entries."""
    counts = {"kept": 4, "released": 0, "wrong": 1, "warned": 2}
    assert ends(counts, sorted(counts)) == "4 kept blocked, 2 warned, 1 called wrong"
    assert ends({}, ("kept",)) == "none"


@pytest.mark.parametrize(
    ("lines", "told"), [((13, 13), "line 13"), ((13, 14), "lines 13–14"), ((1, 90), "lines 1–90")]
)
def test_one_line_is_no_span(lines: tuple[int, int], told: str) -> None:
    """In the source of an entry that was read out of a postmortem."""
    assert span_of(lines) == told
