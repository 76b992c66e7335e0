"""Workspaces and channels: what people set up."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select, update

from bot.application.records.workspace import BreakGlass, Channel, ReviewTime, Workspace
from bot.domain.hold import ApproverPolicy
from bot.storage.prepared import Record
from bot.storage.repositories.work import Work
from bot.storage.tables import channels, workspaces

_WORKSPACE = select(workspaces).where(workspaces.c.team == bindparam("team"))
_VERSION = select(workspaces.c.entries_version, workspaces.c.permit_key).where(
    workspaces.c.team == bindparam("team")
)
_WORKSPACES = select(workspaces).order_by(workspaces.c.team)
_CHANNEL = select(channels).where(
    channels.c.team == bindparam("team"), channels.c.id == bindparam("channel")
)
_CHANNELS = select(channels).where(channels.c.team == bindparam("team")).order_by(channels.c.id)


class SqlWorkspaces:
    """See `ports.Workspaces`."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._permit_keys: dict[str, str] = {}  # as read in this transaction

    def get(self, team: str) -> Workspace:
        """The stored set-up. An unknown workspace is stored first, where the transaction writes."""
        row = self._work.one(_WORKSPACE, team=team)
        if row is None:
            fresh = Workspace(team, permit_key=secrets.token_hex(32))
            if not self._work.writes:
                return fresh
            create_workspace(self._work, fresh)
            row = self._work.run(_WORKSPACE, team=team).one()
        self._permit_keys[team] = row.permit_key
        return _workspace(row)

    def entries_version(self, team: str) -> int:
        """How often its entries were changed; an unknown workspace is stored as by `get`."""
        row = self._work.one(_VERSION, team=team)
        if row is None:
            return self.get(team).entries_version
        self._permit_keys[team] = row.permit_key
        return int(row.entries_version)

    def permit_key(self, team: str) -> str:
        """The key that permits are derived from."""
        return self._permit_keys.get(team) or self.get(team).permit_key

    def put(self, workspace: Workspace) -> None:
        """Store all but `entries_version`; an empty `permit_key` leaves the stored one."""
        stored = self.get(workspace.team)
        self._permit_keys.pop(workspace.team, None)
        values = _workspace_values(workspace)
        values["permit_key"] = workspace.permit_key or stored.permit_key
        change = update(workspaces).where(workspaces.c.team == workspace.team).values(values)
        self._work.run(change)

    def all(self) -> Sequence[Workspace]:
        """Every known workspace, by team id."""
        return [_workspace(row) for row in self._work.rows(_WORKSPACES)]


def create_workspace(work: Work, workspace: Workspace) -> None:
    """Store the workspace unless it is known."""
    values = _workspace_values(workspace)
    work.insert_new(workspaces, values | {"entries_version": 0, "entry_number": 0})


def _workspace_values(workspace: Workspace) -> dict[str, Any]:
    return {
        "team": workspace.team,
        "approver_groups": sorted(workspace.approvers.groups),
        "approver_users": sorted(workspace.approvers.users),
        "all_members": workspace.approvers.all_members,
        "approver_label": workspace.approver_label,
        "review_channel": workspace.review.channel,
        "review_day": workspace.review.day,
        "review_hour": workspace.review.hour,
        "review_tz": workspace.review.tz,
        "review_since": workspace.review.since,
        "hold_minutes": workspace.hold_minutes,
        "mention_approvers": workspace.mention_approvers,
        "warn_people": workspace.warn_people,
        "is_set_up": workspace.is_set_up,
        "permit_key": workspace.permit_key,
    }


def _workspace(row: Record) -> Workspace:
    return Workspace(
        team=row.team,
        approvers=ApproverPolicy(
            groups=frozenset(row.approver_groups),
            users=frozenset(row.approver_users),
            all_members=row.all_members,
        ),
        approver_label=row.approver_label,
        review=ReviewTime(
            row.review_channel, row.review_day, row.review_hour, row.review_tz, row.review_since
        ),
        hold_minutes=row.hold_minutes,
        mention_approvers=row.mention_approvers,
        warn_people=row.warn_people,
        entries_version=row.entries_version,
        is_set_up=row.is_set_up,
        permit_key=row.permit_key,
    )


class SqlChannels:
    """See `ports.Channels`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def get(self, team: str, channel: str) -> Channel | None:
        """The channel, or None if negmem has not met it."""
        row = self._work.one(_CHANNEL, team=team, channel=channel)
        return None if row is None else _channel(row)

    def put(self, channel: Channel) -> None:
        """Store it."""
        values = {
            "team": channel.team,
            "id": channel.id,
            "name": channel.name,
            "watched": channel.watched,
            "service": channel.service,
            "environment": channel.environment,
            "scope_from": channel.scope_from,
            "break_glass": _break_glass_json(channel.break_glass),
            "trouble": channel.trouble,
        }
        self._work.upsert(channels, values)

    def all(self, team: str) -> Sequence[Channel]:
        """Every channel of the workspace, by id."""
        return [_channel(row) for row in self._work.rows(_CHANNELS, team=team)]


def _channel(row: Record) -> Channel:
    return Channel(
        team=row.team,
        id=row.id,
        name=row.name,
        watched=row.watched,
        service=row.service,
        environment=row.environment,
        scope_from=row.scope_from,
        break_glass=_break_glass(row.break_glass),
        trouble=row.trouble,
    )


def _break_glass_json(opened: BreakGlass | None) -> dict[str, object] | None:
    if opened is None:
        return None
    return {
        "by": opened.by,
        "reason": opened.reason,
        "opened_at": opened.opened_at.isoformat(),
        "until": opened.until.isoformat(),
        "said_over": opened.said_over,
    }


def _break_glass(value: Mapping[str, Any] | None) -> BreakGlass | None:
    if value is None:
        return None
    return BreakGlass(
        by=value["by"],
        reason=value["reason"],
        opened_at=datetime.fromisoformat(value["opened_at"]),
        until=datetime.fromisoformat(value["until"]),
        said_over=value["said_over"],
    )
