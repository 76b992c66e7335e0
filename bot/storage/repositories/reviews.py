"""Weekly reviews: one for each week of a workspace, whoever claims it first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select, update

from bot.application.records.review import Review, ReviewItem
from bot.storage.prepared import Record
from bot.storage.repositories.work import Work
from bot.storage.tables import reviews

_REVIEW = select(reviews).where(
    reviews.c.team == bindparam("team"), reviews.c.id == bindparam("review_id")
)
_LATEST = (
    select(reviews)
    .where(reviews.c.team == bindparam("team"))
    .order_by(reviews.c.created_at.desc(), reviews.c.seq.desc())
    .limit(bindparam("at_most"))
)
_WEEKLY = _LATEST.where(reviews.c.week.like("____-W__"))


class SqlReviews:
    """See `ports.Reviews`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def claim(self, review: Review) -> bool:
        """Store it; False if the workspace's week has one already."""
        values = {
            "team": review.team,
            "id": review.id,
            "channel": review.channel,
            "week": review.week,
            "created_at": review.created_at,
            "items": [_item_json(item) for item in review.items],
            "numbers": dict(review.numbers),
        }
        return self._work.insert_new(reviews, values)

    def get(self, team: str, review_id: str) -> Review | None:
        """By id."""
        row = self._work.one(self._work.locked(_REVIEW), team=team, review_id=review_id)
        return None if row is None else _review(row)

    def update(self, review: Review) -> None:
        """Store its items."""
        change = (
            update(reviews)
            .where(reviews.c.team == review.team, reviews.c.id == review.id)
            .values(items=[_item_json(item) for item in review.items])
        )
        self._work.run(change)

    def latest(self, team: str, limit: int) -> Sequence[Review]:
        """Newest first."""
        return [_review(row) for row in self._work.rows(_LATEST, team=team, at_most=limit)]

    def weekly(self, team: str, limit: int) -> Sequence[Review]:
        """Newest first, without those on demand."""
        return [_review(row) for row in self._work.rows(_WEEKLY, team=team, at_most=limit)]


def _review(row: Record) -> Review:
    columns = row._asdict()
    return Review(
        id=row.id,
        team=row.team,
        channel=row.channel,
        week=row.week,
        created_at=row.created_at,
        items=tuple(_item(value) for value in columns["items"]),
        numbers=row.numbers,
    )


def _item_json(item: ReviewItem) -> dict[str, object]:
    return {
        "entry_id": item.entry_id,
        "questions": list(item.questions),
        "evidence": dict(item.evidence),
        "done": item.done,
        "done_by": item.done_by,
        "done_at": None if item.done_at is None else item.done_at.isoformat(),
    }


def _item(value: Mapping[str, Any]) -> ReviewItem:
    done_at = value["done_at"]
    return ReviewItem(
        entry_id=value["entry_id"],
        questions=tuple(value["questions"]),
        evidence=value["evidence"],
        done=value["done"],
        done_by=value["done_by"],
        done_at=None if done_at is None else datetime.fromisoformat(done_at),
    )
