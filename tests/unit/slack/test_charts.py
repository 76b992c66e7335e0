"""The chart of a review can be read where it is small."""

from __future__ import annotations

import re

import pytest

from bot.application.records.card import ReviewCard
from bot.slack.blocks.review import CHARTED
from bot.slack.charts import png, svg


def review(weeks: int) -> ReviewCard:
    counted = tuple((f"2026-W{40 + n}", {"warned": n, "kept": 2 * n}) for n in range(weeks))
    return ReviewCard("post-1", "rev-1", "2026-W52", {}, counted, (), (), 0, 0)


def words(card: ReviewCard) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg(card))


@pytest.mark.parametrize(
    ("weeks", "named"),
    [
        (1, ["W40"]),
        (8, [f"W{n}" for n in range(40, 48)]),
        (12, ["W41", "W43", "W45", "W47", "W49", "W51"]),
    ],
)
def test_weeks_are_named_as_far_as_there_is_room(weeks: int, named: list[str]) -> None:
    """The latest always is; columns without a name stay."""
    card = review(weeks)
    assert [word for word in words(card) if word.startswith("W")] == named
    sums = [word for word in words(card) if word.isdigit()]
    assert sums == [str(3 * n) for n in range(1, weeks)]


def test_each_colour_is_named() -> None:
    """In the order in which they are stacked."""
    assert words(review(2))[: len(CHARTED)] == list(CHARTED)


@pytest.mark.parametrize("weeks", [0, 1, 12])
def test_a_picture_is_made_of_any_number_of_weeks(weeks: int) -> None:
    """A PNG, in which letters are at least 10 pixels high when it is shown 320 wide."""
    card = review(weeks)
    assert png(card).startswith(b"\x89PNG")
    width, size = (
        int(found[1])
        for found in (
            re.search(r' width="(\d+)"', svg(card)),
            re.search(r'font-size="(\d+)"', svg(card)),
        )
        if found
    )
    assert size * 320 / width >= 10
