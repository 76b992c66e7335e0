"""Holds: each ends once, because a change asks that the stored one is still pending."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, bindparam, literal_column, or_, select, update

from bot.domain.errors import Conflict
from bot.domain.hold import EntryVersion, Hold, HoldState
from bot.storage.prepared import Record
from bot.storage.repositories.work import Work
from bot.storage.tables import holds


def _is(state: HoldState) -> ColumnElement[bool]:
    """In that state, written into the SQL: SQLite plans a partial index anew for each bound value.

    That takes twice as long as the look-up itself.
    """
    return holds.c.state == literal_column(f"'{state.value}'")


_OF_TEAM = select(holds).where(holds.c.team == bindparam("team"))
_HOLD = _OF_TEAM.where(holds.c.id == bindparam("hold_id"))
_PENDING = _OF_TEAM.where(_is(HoldState.PENDING))
_OPEN = _PENDING.order_by(holds.c.opened_at, holds.c.seq)
_OPEN_IN_CHANNEL = _OPEN.where(holds.c.channel == bindparam("channel"))
_SAME = (holds.c.channel == bindparam("channel"), holds.c.digest == bindparam("digest"))
_PENDING_SAME = _PENDING.where(*_SAME)
_KEPT_SAME = (
    _OF_TEAM.where(*_SAME, _is(HoldState.KEPT))
    .where(holds.c.ended_at >= bindparam("since"))
    .order_by(holds.c.ended_at.desc(), holds.c.seq.desc())
    .limit(1)
)
_DUE = (
    select(holds)
    .where(
        _is(HoldState.PENDING),
        holds.c.remind_at <= bindparam("now"),
        or_(holds.c.reminded.is_(False), holds.c.expires_at <= bindparam("now")),
    )
    .order_by(holds.c.opened_at, holds.c.seq)
)


class SqlHolds:
    """See `ports.Holds`. In a transaction that writes, what is looked up singly is locked."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, hold: Hold) -> None:
        """Store a new, pending one.

        Raises:
            Conflict: The digest is pending in the channel already: somebody was faster.
        """
        if not self._work.insert_new(holds, _values(hold)):
            raise Conflict("This action is held in the channel already.", "Look up that hold.")

    def get(self, team: str, hold_id: str) -> Hold | None:
        """By id."""
        return _maybe(self._work.one(self._work.locked(_HOLD), team=team, hold_id=hold_id))

    def update_pending(self, hold: Hold) -> bool:
        """Store `hold` if the stored state is still pending; False if it ended meanwhile."""
        change = (
            update(holds)
            .where(
                holds.c.team == hold.team,
                holds.c.id == hold.id,
                _is(HoldState.PENDING),
            )
            .values(_values(hold))
        )
        return self._work.run(change).rowcount == 1

    def annotate(self, hold: Hold) -> None:
        """Store `end_reason` and `went_ahead`."""
        change = (
            update(holds)
            .where(holds.c.team == hold.team, holds.c.id == hold.id)
            .values(end_reason=hold.end_reason, went_ahead=hold.went_ahead)
        )
        self._work.run(change)

    def pending(self, team: str, channel: str | None, digest: str) -> Hold | None:
        """The pending hold of that digest in the channel."""
        statement = self._work.locked(_PENDING_SAME)
        return _maybe(self._work.one(statement, team=team, channel=channel or "", digest=digest))

    def kept_since(
        self, team: str, channel: str | None, digest: str, since: datetime
    ) -> Hold | None:
        """The latest hold of that digest kept in the channel at or after `since`."""
        return _maybe(
            self._work.one(_KEPT_SAME, team=team, channel=channel or "", digest=digest, since=since)
        )

    def open(self, team: str, channel: str | None = None) -> Sequence[Hold]:
        """Pending holds of the workspace, or of one channel, oldest first."""
        if channel is None:
            return [_hold(row) for row in self._work.rows(_OPEN, team=team)]
        rows = self._work.rows(_OPEN_IN_CHANNEL, team=team, channel=channel)
        return [_hold(row) for row in rows]

    def due(self, now: datetime) -> Sequence[Hold]:
        """Pending holds of every workspace that are expired, or half over and not reminded.

        Of two replicas that ask at once, each gets others.
        """
        statement = self._work.locked(_DUE, others_skip=True)
        return [_hold(row) for row in self._work.rows(statement, now=now)]


def _values(hold: Hold) -> dict[str, Any]:
    return {
        "team": hold.team,
        "id": hold.id,
        "channel": hold.channel or "",
        "digest": hold.digest,
        "text_digest": hold.text_digest,
        "shown": [[each.entry_id, each.version] for each in hold.shown],
        "opened_at": hold.opened_at,
        "expires_at": hold.expires_at,
        "remind_at": hold.opened_at + (hold.expires_at - hold.opened_at) / 2,
        "announcement_ts": hold.announcement_ts,
        "thread_ts": hold.thread_ts,
        "announcers": sorted(hold.announcers),
        "principals": sorted(hold.principals),
        "state": hold.state.value,
        "asked": hold.asked,
        "also": list(hold.also),
        "revision": hold.revision,
        "approvals": hold.approvals,
        "approved_by": list(hold.approved_by),
        "ended_by": hold.ended_by,
        "ended_at": hold.ended_at,
        "end_reason": hold.end_reason,
        "reminded": hold.reminded,
        "went_ahead": hold.went_ahead,
    }


def _maybe(row: Record | None) -> Hold | None:
    return None if row is None else _hold(row)


def _hold(row: Record) -> Hold:
    return Hold(
        id=row.id,
        team=row.team,
        channel=row.channel or None,
        digest=row.digest,
        text_digest=row.text_digest,
        shown=tuple(EntryVersion(entry_id, version) for entry_id, version in row.shown),
        opened_at=row.opened_at,
        expires_at=row.expires_at,
        announcement_ts=row.announcement_ts,
        thread_ts=row.thread_ts,
        announcers=frozenset(row.announcers),
        principals=frozenset(row.principals),
        state=HoldState(row.state),
        asked=row.asked,
        also=tuple(row.also),
        revision=row.revision,
        approvals=row.approvals,
        approved_by=tuple(row.approved_by),
        ended_by=row.ended_by,
        ended_at=row.ended_at,
        end_reason=row.end_reason,
        reminded=row.reminded,
        went_ahead=row.went_ahead,
    )
