"""The demo's own arrangements."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.application.records.workspace import ReviewTime, Workspace
from bot.application.reviews.review_entries import due_week
from bot.bootstrap.demo import review_to_come

MONDAY = datetime(2026, 11, 23, tzinfo=UTC)


@pytest.mark.parametrize("hours", range(0, 168, 3))
def test_the_weekly_review_is_not_due_while_a_demo_runs(hours):
    """Whenever in the week it begins, and for hours afterwards."""
    begin = MONDAY + timedelta(hours=hours)
    slot = review_to_come(begin)
    time = ReviewTime("C1", slot["review_day"], slot["review_hour"], slot["review_tz"], begin)
    workspace = Workspace("T1", review=time)
    for later in range(10):
        assert due_week(workspace, begin + timedelta(hours=later)) is None
