"""What is forgotten by itself: announcements and what hangs on them, never entries or the audit."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, Exists, Table, and_, delete, exists

from bot.domain.hold import HoldState
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
"""Slack repeats a delivery for hours, not days."""


def forget(connection: Connection, now: datetime) -> int:
    """Delete what is too old at the aware moment `now`; returns how many announcements that was.

    Ended holds go with the announcements of their time, pending ones never.
    """
    oldest = now - ANNOUNCEMENT_LIFE
    gone = connection.execute(delete(announcements).where(announcements.c.judged_at < oldest))
    for table in (permits, outcomes):
        connection.execute(delete(table).where(~_is_kept(table)))
    connection.execute(
        delete(holds).where(holds.c.opened_at < oldest, holds.c.state != HoldState.PENDING.value)
    )
    connection.execute(delete(posts).where(posts.c.created_at < oldest))
    connection.execute(delete(deliveries).where(deliveries.c.at < now - DELIVERY_LIFE))
    connection.execute(delete(questions).where(questions.c.until <= now))
    return gone.rowcount


def _is_kept(table: Table) -> Exists:
    """Its announcement is still there."""
    same = and_(announcements.c.team == table.c.team, announcements.c.id == table.c.action_id)
    return exists().where(same)
