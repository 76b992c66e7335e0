"""Stop announced actions because a person says so: at once, for any human member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.application.holds.end_hold import expire
from bot.application.holds.keep_hold import keep
from bot.application.judging.planned_json import planned_from_json
from bot.application.negmem import new_id
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import write_post
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.post import PostKind
from bot.domain.action import Mode, Place, PlannedAction
from bot.domain.audit import AuditEvent
from bot.domain.headline import headline
from bot.domain.hold import HOLD_LIFE, Hold, HoldState


@dataclass(frozen=True, slots=True)
class Stop:
    """A person's "no": who, where, and in which words.

    Attributes:
        user: Who said it.
        place: The reply, or the announcement where it was a reaction.
        reason: Their reason, without secrets; None if they gave none.
        at: Aware.
    """

    user: str
    place: Place
    reason: str | None
    at: datetime


def stop(tx: Transaction, judged: JudgedAnnouncement, by: Stop) -> Hold | None:
    """Keep the action blocked: its pending hold, or a hold that is opened for it and kept.

    The second makes a gate refuse to start it and answers the next announcement of the same digest.

    Returns:
        The kept hold; None if another person ended it meanwhile.
    """
    team = judged.announcement.place.team
    place = judged.announcement.place
    hold = tx.holds.get(team, judged.hold_id) if judged.hold_id else None
    if hold is None or hold.state is not HoldState.PENDING:
        hold = tx.holds.pending(team, place.channel, judged.key)
    if hold is not None and not hold.is_pending(by.at):
        expire(tx, hold, by.at)
        hold = None
    if hold is None:
        hold = _hold_to_keep(judged, by)
        tx.holds.add(hold)
        detail: dict[str, object] = {"action": judged.id, "digest": judged.digest, "entries": []}
        tx.audit.append(team, by.user, AuditEvent.HELD, hold.id, detail, by.at)
    kept = keep(tx, hold, by.user, by.reason, by.at)
    corrected: dict[str, object] = {"hold": hold.id, "reason": by.reason}
    tx.audit.append(team, by.user, AuditEvent.CORRECTED, judged.id, corrected, by.at)
    return hold if kept else None


def announced_with(tx: Transaction, judged: JudgedAnnouncement) -> list[JudgedAnnouncement]:
    """The announcement with the gate calls that belong to the same message."""
    place = judged.announcement.place
    if place.channel is None or place.ts is None:
        return [judged]
    around = tx.announcements.in_thread(place.team, place.channel, place.ts)
    others = [
        one for one in around if one.announcement.place.ts == place.ts and one.id != judged.id
    ]
    return [judged, *others]


def write_stopped_card(
    tx: Transaction, judged: JudgedAnnouncement, chosen: Sequence[PlannedAction], by: Stop
) -> None:
    """Say in the thread that it is stopped, and offer to remember it."""
    detail = {
        "by": by.user,
        "headlines": [
            headline([one], judged.announcement.action, service=judged.service) for one in chosen
        ]
        or [judged.headline],
        "reason": by.reason,
    }
    write_post(tx, PostKind.STOPPED, judged.id, by.place, by.at, detail=detail)


def planned_of(judged: JudgedAnnouncement) -> tuple[PlannedAction, ...]:
    """The actions that the announcement plans."""
    read = (planned_from_json(one) for one in judged.planned)
    return tuple(one for one in read if one.mode is Mode.PLANNED)


def _hold_to_keep(judged: JudgedAnnouncement, by: Stop) -> Hold:
    place = judged.announcement.place
    return Hold(
        id=new_id("hold"),
        team=place.team,
        channel=place.channel,
        digest=judged.key,
        shown=(),
        opened_at=by.at,
        expires_at=by.at + HOLD_LIFE,
        announcement_ts=place.ts,
        thread_ts=place.thread_ts or place.ts,
        announcers=frozenset({judged.announcement.announcer}),
    )
