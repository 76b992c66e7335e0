"""What is forgotten by itself: announcements and what hangs on them, never entries or the audit."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, select, tuple_

from bot.domain.hold import HoldState
from bot.storage.repositories.work import Work
from bot.storage.tables import (
    announcements,
    deliveries,
    holds,
    outcomes,
    permits,
    posts,
    questions,
)

ANNOUNCEMENT_LIFE = timedelta(days=400)
"""A year of fires for the reviews, and some weeks to look back at it."""
DELIVERY_LIFE = timedelta(days=2)
"""Slack repeats a delivery for hours, not days; one was seen after six minutes."""
AT_ONCE = 500
"""Announcements that one transaction deletes: decisions wait no longer than for these."""

_EVERYBODY = ""
"""In place of a workspace, for what is done for all of them."""


def claim_day(connection: Connection, now: datetime) -> bool:
    """Whether nobody has forgotten on the day of `now` yet; it is the caller's to do from here."""
    values = {"team": _EVERYBODY, "key": f"forget:{now:%Y-%m-%d}", "at": now}
    return Work(connection, writes=True).insert_new(deliveries, values)


def forget_announcements(connection: Connection, now: datetime) -> int:
    """Delete at most `AT_ONCE` announcements that are too old at the aware moment `now`.

    Their permits and outcomes go with them. Returns how many announcements that was.
    """
    old = (
        select(announcements.c.team, announcements.c.id)
        .where(announcements.c.judged_at < now - ANNOUNCEMENT_LIFE)
        .limit(AT_ONCE)
    )
    gone = [tuple(row) for row in connection.execute(old)]
    for table in (permits, outcomes):
        hangs = tuple_(table.c.team, table.c.action_id).in_(gone)
        connection.execute(delete(table).where(hangs))
    named = tuple_(announcements.c.team, announcements.c.id).in_(gone)
    connection.execute(delete(announcements).where(named))
    return len(gone)


def forget_the_rest(connection: Connection, now: datetime) -> None:
    """Delete ended holds and posts of that age, old deliveries and questions that are over.

    Pending holds stay, however old.
    """
    oldest = now - ANNOUNCEMENT_LIFE
    connection.execute(
        delete(holds).where(holds.c.opened_at < oldest, holds.c.state != HoldState.PENDING.value)
    )
    connection.execute(delete(posts).where(posts.c.created_at < oldest))
    connection.execute(delete(deliveries).where(deliveries.c.at < now - DELIVERY_LIFE))
    connection.execute(delete(questions).where(questions.c.until <= now))
