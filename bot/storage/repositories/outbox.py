"""The outbox: channel posts, written down before they are sent, leased to one sender at a time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    FromClause,
    Select,
    and_,
    bindparam,
    case,
    exists,
    false,
    or_,
    select,
    update,
)

from bot.application.records.post import Post, PostKind, PostState
from bot.domain.errors import Conflict
from bot.storage.prepared import Record
from bot.storage.repositories.work import Work
from bot.storage.tables import posts

_earlier = posts.alias("earlier")
_NOW: BindParameter[datetime] = bindparam("now")


def _stands_ready(post: FromClause) -> ColumnElement[bool]:
    """It needs no parent, or the parent is in the channel."""
    parent = posts.alias()
    has_ts = exists().where(parent.c.id == post.c.parent, parent.c.ts.is_not(None))
    return or_(post.c.parent.is_(None), has_ts)


# A post that is to be sent later, or whose parent never got there, holds nobody up; one that is
# being sent or was refused does: posts of a channel arrive in the order in which they were written.
_IS_HELD_UP = exists().where(
    _earlier.c.team == posts.c.team,
    _earlier.c.channel == posts.c.channel,
    _earlier.c.seq < posts.c.seq,
    _earlier.c.state == PostState.WAITING.value,
    or_(_earlier.c.due_at <= _NOW, _earlier.c.attempts > 0),
    _stands_ready(_earlier),
)


@cache
def _claimable(teams: tuple[str, ...]) -> Select[Any]:
    return (
        select(posts.c.seq)
        .where(
            or_(false(), *(posts.c.team == team for team in teams)),
            posts.c.state != PostState.FAILED.value,
            posts.c.drawn < posts.c.wanted,
            posts.c.due_at <= _NOW,
            or_(posts.c.leased_until.is_(None), posts.c.leased_until < _NOW),
            or_(posts.c.state == PostState.SENT.value, and_(_stands_ready(posts), ~_IS_HELD_UP)),
        )
        .order_by(posts.c.seq)
        .limit(bindparam("at_most"))
        .with_for_update(skip_locked=True, of=posts)
    )


_POST = select(posts).where(posts.c.id == bindparam("post_id"))
_OF_SUBJECT = (
    select(posts)
    .where(posts.c.team == bindparam("team"), posts.c.subject == bindparam("subject"))
    .order_by(posts.c.seq)
)
_AT = select(posts).where(
    posts.c.team == bindparam("team"),
    posts.c.channel == bindparam("channel"),
    posts.c.ts == bindparam("ts"),
)


class SqlOutbox:
    """See `ports.Outbox`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, post: Post) -> None:
        """Store it, to be sent.

        Raises:
            Conflict: The id is taken.
        """
        if not self._work.insert_new(posts, _values(post)):
            raise Conflict(f"There is a post {post.id} already.")

    def redraw(self, team: str, subjects: Sequence[str]) -> None:
        """Have each post of these subjects drawn again."""
        change = (
            update(posts)
            .where(posts.c.team == team, posts.c.subject.in_(subjects))
            .values(wanted=posts.c.wanted + 1)
        )
        self._work.run(change)

    def claim(
        self, teams: Sequence[str], now: datetime, lease: datetime, limit: int
    ) -> Sequence[Post]:
        """Posts of these workspaces that are due and undrawn, leased until `lease`, oldest first.

        Of posts that wait to be sent, each channel gives its first alone. A lease that ran out
        counts as an attempt: its holder may have sent the post and died before it could say so.
        """
        due = self._work.rows(_claimable(tuple(teams)), now=now, at_most=limit)
        found = [row.seq for row in due]
        if not found:
            return []
        unanswered = case((posts.c.leased_until.is_not(None), 1), else_=0)
        change = (
            update(posts)
            .where(posts.c.seq.in_(found))
            .values(leased_until=lease, attempts=posts.c.attempts + unanswered)
        )
        rows = self._work.run(change.returning(posts)).all()
        return [_post(row) for row in sorted(rows, key=lambda row: row.seq)]

    def renew(self, post_id: str, lease: datetime, until: datetime) -> bool:
        """Lengthen the lease that was given until `lease`; False if it is somebody else's now."""
        change = (
            update(posts)
            .where(posts.c.id == post_id, posts.c.leased_until == lease)
            .values(leased_until=until)
        )
        return self._work.run(change).rowcount == 1

    def sent(self, post_id: str, ts: str, drawn: int) -> None:
        """It is in the channel at `ts`, drawn at that revision; the lease ends."""
        change = (
            update(posts)
            .where(posts.c.id == post_id)
            .values(
                ts=ts,
                state=PostState.SENT.value,
                drawn=case((posts.c.drawn > drawn, posts.c.drawn), else_=drawn),
                attempts=0,
                trouble=None,
                leased_until=None,
            )
        )
        self._work.run(change)

    def failed(self, post_id: str, trouble: str, retry_at: datetime | None) -> None:
        """Slack refused it; None gives it up."""
        values: dict[str, Any] = {
            "attempts": posts.c.attempts + 1,
            "trouble": trouble,
            "leased_until": None,
        }
        if retry_at is None:
            values["state"] = PostState.FAILED.value
        else:
            values["due_at"] = retry_at
        self._work.run(update(posts).where(posts.c.id == post_id).values(values))

    def get(self, post_id: str) -> Post | None:
        """By id."""
        row = self._work.one(_POST, post_id=post_id)
        return None if row is None else _post(row)

    def of_subject(self, team: str, subject: str) -> Sequence[Post]:
        """Posts about one subject, oldest first."""
        return [_post(row) for row in self._work.rows(_OF_SUBJECT, team=team, subject=subject)]

    def at(self, team: str, channel: str, ts: str) -> Post | None:
        """The post that is this message, or None."""
        row = self._work.one(_AT, team=team, channel=channel, ts=ts)
        return None if row is None else _post(row)


def _values(post: Post) -> dict[str, Any]:
    return {
        "id": post.id,
        "team": post.team,
        "channel": post.channel,
        "kind": post.kind.value,
        "subject": post.subject,
        "created_at": post.created_at,
        "due_at": post.due_at,
        "thread_ts": post.thread_ts,
        "parent": post.parent,
        "broadcast": post.broadcast,
        "detail": dict(post.detail),
        "state": post.state.value,
        "ts": post.ts,
        "wanted": post.wanted,
        "drawn": post.drawn,
        "attempts": post.attempts,
        "trouble": post.trouble,
    }


def _post(row: Record) -> Post:
    return Post(
        id=row.id,
        team=row.team,
        channel=row.channel,
        kind=PostKind(row.kind),
        subject=row.subject,
        created_at=row.created_at,
        due_at=row.due_at,
        thread_ts=row.thread_ts,
        parent=row.parent,
        broadcast=row.broadcast,
        detail=row.detail,
        state=PostState(row.state),
        ts=row.ts,
        wanted=row.wanted,
        drawn=row.drawn,
        attempts=row.attempts,
        trouble=row.trouble,
    )
