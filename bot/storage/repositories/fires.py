"""How entries did in their matches.

One fire is one hold, however many repeats joined it, or one announcement without a hold. A match
was held when a `block` match stood in a held announcement; in every other one it warned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, case, func, select

from bot.application.records.fires import Fires
from bot.domain.decision import Effect
from bot.domain.entry import Severity
from bot.domain.hold import HoldState
from bot.storage.repositories.entries import wrong_matches
from bot.storage.repositories.work import Work
from bot.storage.tables import announcements, entries, holds, matches

_ENDED = (HoldState.RELEASED, HoldState.KEPT, HoldState.EXPIRED)

_NO_END = datetime(9999, 1, 1, tzinfo=UTC)

_OF_ENTRY = and_(
    matches.c.team == bindparam("team"),
    matches.c.entry_id == bindparam("entry_id"),
    announcements.c.team == matches.c.team,
    announcements.c.id == matches.c.action_id,
    announcements.c.judged_at < bindparam("before"),
)


def _any(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """1 for a group in which a row meets the condition, else 0."""
    return func.max(case((condition, 1), else_=0))


def _count(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((and_(*conditions), 1), else_=0)), 0)


_IS_HELD = and_(
    matches.c.is_alert.is_(False),
    matches.c.severity == Severity.BLOCK.value,
    announcements.c.effect == Effect.HOLD.value,
)
_FIRE = (
    select(
        func.coalesce(announcements.c.hold_id, announcements.c.id).label("fire"),
        _any(_IS_HELD).label("held"),
        _any(matches.c.is_alert.is_(False)).label("shown"),
    )
    .where(_OF_ENTRY)
    .group_by("fire")
    .subquery()
)
_STATE = (
    select(holds.c.state)
    .where(holds.c.team == bindparam("team"), holds.c.id == _FIRE.c.fire)
    .scalar_subquery()
)
_FIRES = select(_FIRE.c.held, _FIRE.c.shown, _STATE.label("state")).subquery()
_TOTALS = select(
    func.count().label("fired"),
    _count(_FIRES.c.held == 1).label("held"),
    _count(_FIRES.c.held == 0, _FIRES.c.shown == 1).label("warned"),
    *(
        _count(_FIRES.c.held == 1, _FIRES.c.state == state.value).label(state.value)
        for state in _ENDED
    ),
).select_from(_FIRES)
_EACH_FIRE = (
    select(
        matches.c.entry_id,
        func.coalesce(announcements.c.hold_id, announcements.c.id).label("fire"),
        _any(_IS_HELD).label("held"),
        _any(matches.c.is_alert.is_(False)).label("shown"),
        func.max(announcements.c.judged_at).label("at"),
    )
    .where(
        matches.c.team == bindparam("team"),
        announcements.c.team == matches.c.team,
        announcements.c.id == matches.c.action_id,
    )
    .group_by(matches.c.entry_id, "fire")
    .subquery()
)
_EACH_ENTRY = (
    select(
        _EACH_FIRE.c.entry_id,
        func.count().label("fired"),
        _count(_EACH_FIRE.c.held == 1).label("held"),
        _count(_EACH_FIRE.c.held == 0, _EACH_FIRE.c.shown == 1).label("warned"),
        *(
            _count(_EACH_FIRE.c.held == 1, holds.c.state == state.value).label(state.value)
            for state in _ENDED
        ),
        func.max(_EACH_FIRE.c.at).label("last_at"),
    )
    .select_from(
        _EACH_FIRE.outerjoin(
            holds, and_(holds.c.team == bindparam("team"), holds.c.id == _EACH_FIRE.c.fire)
        )
    )
    .group_by(_EACH_FIRE.c.entry_id)
)
_LAST = (
    select(announcements.c.judged_at, announcements.c.channel, announcements.c.ts)
    .where(_OF_ENTRY)
    .order_by(announcements.c.judged_at.desc(), announcements.c.seq.desc())
    .limit(1)
)
_EXCEPTIONS = select(entries.c.id, entries.c.exceptions).where(entries.c.team == bindparam("team"))
_EXCEPTIONS_OF = _EXCEPTIONS.where(entries.c.id == bindparam("entry_id"))
_WARNED = select(announcements.c.judged_at).where(
    announcements.c.team == bindparam("team"),
    announcements.c.judged_at >= bindparam("since"),
    announcements.c.effect == Effect.WARN.value,
)
_COUNT = (
    select(func.count())
    .select_from(announcements)
    .where(
        announcements.c.team == bindparam("team"), announcements.c.judged_at >= bindparam("since")
    )
)
_ALERTED = (
    select(announcements.c.judged_at)
    .where(
        announcements.c.team == bindparam("team"),
        announcements.c.judged_at >= bindparam("since"),
        matches.c.team == announcements.c.team,
        matches.c.action_id == announcements.c.id,
        matches.c.is_alert.is_(True),
    )
    .group_by(announcements.c.seq, announcements.c.judged_at)
)
_ENDED_SINCE = select(holds.c.opened_at, holds.c.state).where(
    holds.c.team == bindparam("team"),
    holds.c.opened_at >= bindparam("since"),
    holds.c.state.in_([state.value for state in _ENDED]),
)


def fires_of(work: Work, team: str, entry_id: str, before: datetime | None) -> Fires:
    """How one entry did in its matches, all or those judged before a moment."""
    bounds = {"team": team, "entry_id": entry_id, "before": before or _NO_END}
    totals = work.run(_TOTALS, **bounds).one()
    last = work.one(_LAST, **bounds)
    exceptions = work.one(_EXCEPTIONS_OF, team=team, entry_id=entry_id)
    return Fires(
        **totals._mapping,
        wrong=len(exceptions.exceptions) if exceptions is not None else 0,
        last_at=last.judged_at if last is not None else None,
        last_channel=last.channel if last is not None else None,
        last_ts=last.ts if last is not None else None,
    )


def fires_of_all(work: Work, team: str) -> dict[str, Fires]:
    """How every entry that fired or was called wrong did, by id; without the latest's place."""
    wrong = {row.id: len(row.exceptions) for row in work.rows(_EXCEPTIONS, team=team)}
    found = {entry_id: Fires(wrong=count) for entry_id, count in wrong.items() if count}
    for row in work.run(_EACH_ENTRY, team=team):
        totals = {name: value for name, value in row._mapping.items() if name != "entry_id"}
        found[row.entry_id] = Fires(**totals, wrong=wrong.get(row.entry_id, 0))
    return found


def count_since(work: Work, team: str, since: datetime) -> int:
    """How many announcements there were since that moment, of any effect."""
    return int(work.run(_COUNT, team=team, since=since).scalar_one())


def fires_by_week(work: Work, team: str, since: datetime) -> Sequence[tuple[str, str, int]]:
    """(ISO week, what happened, how often) since that moment; a hold counts when it was opened."""
    counts = Counter((f"{at:%G-W%V}", what) for at, what in _happened(work, team, since))
    return [(week, what, count) for (week, what), count in sorted(counts.items())]


def _happened(work: Work, team: str, since: datetime) -> Iterator[tuple[datetime, str]]:
    window: dict[str, Any] = {"team": team, "since": since}
    yield from ((row.judged_at, "warned") for row in work.rows(_WARNED, **window))
    yield from ((row.judged_at, "alert") for row in work.rows(_ALERTED, **window))
    yield from ((row.opened_at, row.state) for row in work.run(_ENDED_SINCE, **window))
    for row in work.rows(_EXCEPTIONS, team=team):
        for wrong in wrong_matches(row.exceptions):
            if wrong.at >= since:
                yield wrong.at, "wrong"
