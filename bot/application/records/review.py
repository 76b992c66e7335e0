"""Weekly reviews."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.entry import NO_FACTS


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One entry in a review: the questions it raises, its evidence, and what was done.

    `done` is told as it is: "renewed", "weakened".
    """

    entry_id: str
    questions: tuple[str, ...]
    evidence: Mapping[str, object]
    done: str | None = None
    done_by: str | None = None
    done_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """A weekly review thread.

    Attributes:
        id: `rev-…`.
        week: ISO week, "2026-W48": one review of a week in a workspace. What is on demand says
            so, and when; see `is_weekly`.
        numbers: Totals and the fires by week, for the parent and its chart.
    """

    id: str
    team: str
    channel: str
    week: str
    created_at: datetime
    items: tuple[ReviewItem, ...] = ()
    numbers: Mapping[str, object] = field(default_factory=lambda: NO_FACTS)


def is_weekly(week: str) -> bool:
    """Whether a review's `week` is just a week, and not one on demand."""
    return re.fullmatch(r"\d{4}-W\d\d", week) is not None
