"""Judged announcements, with a row for each match so that entries can be asked how they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, exists, or_, select, update

from bot.application.records.announcement import JudgedAnnouncement, ShownMatch, ShownNearMiss
from bot.application.records.fires import Fires
from bot.domain.action import ActionInput, Announcement, InputForm, Place
from bot.domain.decision import Effect
from bot.domain.entry import Severity
from bot.domain.errors import Conflict
from bot.storage.prepared import Record
from bot.storage.repositories.fires import count_since, fires_by_week, fires_of, fires_of_all
from bot.storage.repositories.work import Work
from bot.storage.tables import announcements, matches

_OLDEST_FIRST = (announcements.c.judged_at, announcements.c.seq)
_NEWEST_FIRST = (announcements.c.judged_at.desc(), announcements.c.seq.desc())

_OF_TEAM = select(announcements).where(announcements.c.team == bindparam("team"))
_BY_ID = _OF_TEAM.where(announcements.c.id == bindparam("action_id"))
_AT_PLACE = (
    _OF_TEAM.where(
        announcements.c.channel == bindparam("channel"),
        announcements.c.ts == bindparam("ts"),
        announcements.c.agent.is_(None),
    )
    .order_by(*_NEWEST_FIRST)
    .limit(1)
)
_BY_KEY = _OF_TEAM.where(
    announcements.c.agent == bindparam("agent"), announcements.c.idempotency_key == bindparam("key")
)
_IN_THREAD = _OF_TEAM.where(
    announcements.c.channel == bindparam("channel"),
    or_(
        announcements.c.ts == bindparam("thread_ts"),
        announcements.c.thread_ts == bindparam("thread_ts"),
    ),
    announcements.c.superseded_by.is_(None),
).order_by(*_OLDEST_FIRST)
_OF_HOLD = _OF_TEAM.where(announcements.c.hold_id == bindparam("hold_id")).order_by(*_OLDEST_FIRST)
_WARNED = (
    select(announcements.c.seq)
    .where(
        announcements.c.team == bindparam("team"),
        announcements.c.channel == bindparam("channel"),
        announcements.c.key == bindparam("key"),
        announcements.c.effect == Effect.WARN.value,
        announcements.c.judged_at >= bindparam("since"),
        announcements.c.id != bindparam("but"),
    )
    .limit(1)
)
_SINCE = (
    _OF_TEAM.where(announcements.c.judged_at >= bindparam("since"))
    .order_by(*_NEWEST_FIRST)
    .limit(bindparam("at_most"))
)

_ALERTED = (
    _OF_TEAM.where(
        announcements.c.judged_at >= bindparam("since"),
        exists().where(
            matches.c.team == announcements.c.team,
            matches.c.action_id == announcements.c.id,
            matches.c.is_alert.is_(True),
        ),
    )
    .order_by(*_NEWEST_FIRST)
    .limit(bindparam("at_most"))
)


class SqlAnnouncements:
    """See `ports.Announcements`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, judged: JudgedAnnouncement) -> None:
        """Store a new one, with a row for each match.

        Raises:
            Conflict: Its idempotency key came with another gate call.
        """
        if not self._work.insert_new(announcements, _values(judged)):
            raise Conflict(
                "This action was judged already.", "Ask for the answer of the earlier call."
            )
        for row in _match_rows(judged):
            self._work.insert(matches, row)

    def update(self, judged: JudgedAnnouncement) -> None:
        """Store `hold_id`, `superseded_by`, `withdrawn`, effect and reason."""
        change = (
            update(announcements)
            .where(
                announcements.c.team == judged.announcement.place.team,
                announcements.c.id == judged.id,
            )
            .values(
                hold_id=judged.hold_id,
                superseded_by=judged.superseded_by,
                withdrawn=judged.withdrawn,
                effect=judged.effect.value,
                reason=judged.reason,
            )
        )
        self._work.run(change)

    def get(self, team: str, action_id: str) -> JudgedAnnouncement | None:
        """By id."""
        return self._one(_BY_ID, team=team, action_id=action_id)

    def at_place(self, place: Place) -> JudgedAnnouncement | None:
        """The latest judgement of the Slack message at `place.ts` in `place.channel`."""
        if place.ts is None:
            return None
        return self._one(_AT_PLACE, team=place.team, channel=place.channel, ts=place.ts)

    def by_idempotency_key(self, team: str, agent: str, key: str) -> JudgedAnnouncement | None:
        """The gate call that came with this key."""
        return self._one(_BY_KEY, team=team, agent=agent, key=key)

    def in_thread(self, team: str, channel: str, thread_ts: str) -> Sequence[JudgedAnnouncement]:
        """Current (not superseded) judgements in a thread, its parent included, oldest first."""
        return self._all(_IN_THREAD, team=team, channel=channel, thread_ts=thread_ts)

    def of_hold(self, team: str, hold_id: str) -> Sequence[JudgedAnnouncement]:
        """Those that opened or joined a hold, oldest first."""
        return self._all(_OF_HOLD, team=team, hold_id=hold_id)

    def warned_since(self, team: str, channel: str, key: str, since: datetime, but: str) -> bool:
        """Whether another action than `but` with the key was warned about since then."""
        row = self._work.one(_WARNED, team=team, channel=channel, key=key, since=since, but=but)
        return row is not None

    def since(self, team: str, since: datetime, limit: int) -> Sequence[JudgedAnnouncement]:
        """The newest announcements since that moment, newest first, of any effect."""
        return self._all(_SINCE, team=team, since=since, at_most=limit)

    def alerted_since(self, team: str, since: datetime, limit: int) -> Sequence[JudgedAnnouncement]:
        """The newest of them that an alert entry matched, newest first."""
        return self._all(_ALERTED, team=team, since=since, at_most=limit)

    def count_since(self, team: str, since: datetime) -> int:
        """How many announcements there were since that moment, of any effect."""
        return count_since(self._work, team, since)

    def fires(self, team: str, entry_id: str, before: datetime | None = None) -> Fires:
        """How the entry did in its matches, all or those judged before a moment."""
        return fires_of(self._work, team, entry_id, before)

    def fires_of_all(self, team: str) -> Mapping[str, Fires]:
        """How every entry that fired or was called wrong did, by id; without the latest's place."""
        return fires_of_all(self._work, team)

    def fires_by_week(self, team: str, since: datetime) -> Sequence[tuple[str, str, int]]:
        """(ISO week, `warned|released|kept|expired|wrong|alert`, count) since that moment."""
        return fires_by_week(self._work, team, since)

    def _one(self, statement: Select[Any], **parameters: object) -> JudgedAnnouncement | None:
        row = self._work.one(statement, **parameters)
        return None if row is None else _judged(row)

    def _all(self, statement: Select[Any], **parameters: object) -> list[JudgedAnnouncement]:
        return [_judged(row) for row in self._work.rows(statement, **parameters)]


def _match_rows(judged: JudgedAnnouncement) -> list[dict[str, object]]:
    kinds = {(match.entry_id, match.severity.value, False) for match in judged.matches}
    kinds |= {(match.entry_id, match.severity.value, True) for match in judged.alerts}
    return [
        {
            "team": judged.announcement.place.team,
            "entry_id": entry_id,
            "action_id": judged.id,
            "severity": severity,
            "is_alert": is_alert,
        }
        for entry_id, severity, is_alert in sorted(kinds)
    ]


def _values(judged: JudgedAnnouncement) -> dict[str, Any]:
    return {
        **_announcement_values(judged.announcement),
        "id": judged.id,
        "digest": judged.digest,
        "key": judged.key,
        "thread": list(judged.thread),
        "headline": judged.headline,
        "effect": judged.effect.value,
        "reason": judged.reason,
        "judged_at": judged.judged_at,
        "service": judged.service,
        "environment": judged.environment,
        "matches": [_match_json(match) for match in judged.matches],
        "near_misses": [[miss.entry_id, miss.why_not, miss.text] for miss in judged.near_misses],
        "alerts": [_match_json(match) for match in judged.alerts],
        "planned": [dict(planned) for planned in judged.planned],
        "hold_id": judged.hold_id,
        "agent": judged.agent,
        "idempotency_key": judged.idempotency_key,
        "body_hash": judged.body_hash,
        "superseded_by": judged.superseded_by,
        "withdrawn": judged.withdrawn,
        "break_glass": judged.break_glass,
    }


def _announcement_values(announcement: Announcement) -> dict[str, Any]:
    place, action = announcement.place, announcement.action
    return {
        "team": place.team,
        "channel": place.channel,
        "ts": place.ts,
        "thread_ts": place.thread_ts,
        "form": action.form.value,
        "text": action.text,
        "tool": action.tool,
        "args": dict(action.args),
        "argv": list(action.argv),
        "host_context": dict(action.host_context),
        "announcer": announcement.announcer,
        "principal": announcement.principal,
        "said_at": announcement.at,
    }


def _match_json(match: ShownMatch) -> dict[str, object]:
    return {
        "entry_id": match.entry_id,
        "version": match.version,
        "action": match.action,
        "outcome": match.outcome,
        "severity": match.severity.value,
        "source": match.source,
        "instead": match.instead,
        "agreed": list(match.agreed),
        "weakened": match.weakened,
    }


def _match(value: Mapping[str, Any]) -> ShownMatch:
    return ShownMatch(
        **{
            **value,
            "severity": Severity(value["severity"]),
            "agreed": tuple(value["agreed"]),
        }
    )


def _judged(row: Record) -> JudgedAnnouncement:
    return JudgedAnnouncement(
        id=row.id,
        announcement=Announcement(
            place=Place(row.team, row.channel, row.ts, row.thread_ts),
            action=ActionInput(
                form=InputForm(row.form),
                text=row.text,
                tool=row.tool,
                args=row.args,
                argv=tuple(row.argv),
                host_context=row.host_context,
            ),
            announcer=row.announcer,
            at=row.said_at,
            principal=row.principal,
        ),
        digest=row.digest,
        key=row.key,
        thread=tuple(row.thread),
        headline=row.headline,
        effect=Effect(row.effect),
        reason=row.reason,
        judged_at=row.judged_at,
        service=row.service,
        environment=row.environment,
        matches=tuple(_match(value) for value in row.matches),
        near_misses=tuple(ShownNearMiss(*value) for value in row.near_misses),
        alerts=tuple(_match(value) for value in row.alerts),
        planned=tuple(row.planned),
        hold_id=row.hold_id,
        agent=row.agent,
        idempotency_key=row.idempotency_key,
        body_hash=row.body_hash,
        superseded_by=row.superseded_by,
        withdrawn=row.withdrawn,
        break_glass=row.break_glass,
    )
