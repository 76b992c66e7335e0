"""The workspace's set-up, by an admin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.people.authority import refuse_administering
from bot.application.records.workspace import ReviewTime, Workspace
from bot.domain.audit import AuditEvent
from bot.domain.entry import WEEKDAYS
from bot.domain.errors import BadInput
from bot.domain.hold import ApproverPolicy

HOLD_MINUTES = range(5, 241)


def set_up(
    negmem: Negmem, team: str, user: str, channel: str | None, fields: Mapping[str, object]
) -> Answer:
    """Store the set-up.

    Args:
        negmem: What every use case is handed.
        team: Workspace.
        user: Who asks; must be an admin, present in `channel`.
        channel: Where they ask.
        fields: Any of `groups`, `users` (lists of ids), `all_members`, `approver_label`,
            `review_channel`, `review_day`, `review_hour`, `review_tz`, `hold_minutes`,
            `mention_approvers`, `warn_people`; what is absent stays as it is.

    Raises:
        BadInput: A value is out of its range; says which and what fits.
    """
    refusal = refuse_administering(negmem, team, user, channel)
    if refusal is not None:
        return refusal
    return store_set_up(negmem, team, user, fields)


def store_set_up(negmem: Negmem, team: str, actor: str, fields: Mapping[str, object]) -> Answer:
    """The same without asking who it is: for the operator's command line and the demo."""
    with negmem.store.write() as tx:
        before = tx.workspaces.get(team)
        now = negmem.clock()
        after = _with(before, fields, now)
        tx.workspaces.put(after)
        detail: dict[str, object] = {key: _plain(value) for key, value in fields.items()}
        tx.audit.append(team, actor, AuditEvent.SETUP_CHANGED, team, detail, now)
    return Answer(True, f"Set up: {after.approver_label} can release.")


def _with(before: Workspace, fields: Mapping[str, object], now: datetime) -> Workspace:
    policy = before.approvers
    approvers = ApproverPolicy(
        groups=_ids(fields, "groups", policy.groups),
        users=_ids(fields, "users", policy.users),
        all_members=bool(fields.get("all_members", policy.all_members)),
    )
    minutes = cast("int", fields.get("hold_minutes", before.hold_minutes))
    if minutes not in HOLD_MINUTES:
        raise BadInput("A hold lives between 5 and 240 minutes.", "30 is the usual choice.")
    return replace(
        before,
        approvers=approvers,
        approver_label=cast("str", fields.get("approver_label")) or _label(approvers),
        review=_review_time(before.review, fields, now),
        hold_minutes=minutes,
        mention_approvers=bool(fields.get("mention_approvers", before.mention_approvers)),
        warn_people=bool(fields.get("warn_people", before.warn_people)),
        is_set_up=True,
    )


def _ids(fields: Mapping[str, object], key: str, before: frozenset[str]) -> frozenset[str]:
    return frozenset(cast("Sequence[str]", fields[key])) if key in fields else before


def _label(approvers: ApproverPolicy) -> str:
    """How cards name them where the set-up gives no words: never as a mention, which would ring."""
    if approvers.all_members:
        return "any full member of this channel"
    named = ["the approvers' group"] if approvers.groups else []
    named += ["the named approvers"] if approvers.users else []
    return " or ".join([*named, "a workspace admin or owner"])


def _review_time(before: ReviewTime, fields: Mapping[str, object], now: datetime) -> ReviewTime:
    after = ReviewTime(
        channel=cast("str | None", fields.get("review_channel", before.channel)),
        day=cast("str", fields.get("review_day", before.day)),
        hour=cast("int", fields.get("review_hour", before.hour)),
        tz=cast("str", fields.get("review_tz", before.tz)),
        since=before.since,
    )
    if after.day not in WEEKDAYS:
        raise BadInput(f"{after.day!r} is no weekday.", f"Use one of {', '.join(WEEKDAYS)}.")
    if after.hour not in range(24):
        raise BadInput("The review's hour is between 0 and 23.", "9 is the usual choice.")
    try:
        ZoneInfo(after.tz)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(f"{after.tz!r} is no time zone.", "Write it like Europe/Berlin.") from None
    return after if after == before else replace(after, since=now)


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, set | frozenset) else value
