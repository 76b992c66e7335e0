"""A workspace's set-up and its channels."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.hold import ApproverPolicy


@dataclass(frozen=True, slots=True)
class ReviewTime:
    """When and where the weekly review is posted: a local weekday and hour, and a channel.

    `since` is when that was set up: earlier slots are none. None where nobody knows.
    """

    channel: str | None = None
    day: str = "mon"
    hour: int = 9
    tz: str = "UTC"
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace's set-up.

    Attributes:
        team: Slack team id.
        approvers: Who may release besides admins and owners.
        approver_label: How cards name them: "@oncall-payments or an admin".
        review: See `ReviewTime`.
        hold_minutes: Life of a hold.
        mention_approvers: Whether a new hold's card mentions the approvers.
        warn_people: Whether people's own announcements get warnings (never holds).
        entries_version: Raised by each change of an entry.
        is_set_up: Somebody ran the set-up.
        permit_key: Secret from which permits are derived; hex.
    """

    team: str
    approvers: ApproverPolicy = field(default_factory=ApproverPolicy)
    approver_label: str = "a workspace admin or owner"
    review: ReviewTime = field(default_factory=ReviewTime)
    hold_minutes: int = 30
    mention_approvers: bool = False
    warn_people: bool = False
    entries_version: int = 0
    is_set_up: bool = False
    permit_key: str = field(default="", repr=False)

    @property
    def mentioned(self) -> tuple[str, ...]:
        """Whom to call about a held action; nobody, where the workspace wants no calls."""
        return self.approvers.ids if self.mention_approvers else ()


@dataclass(frozen=True, slots=True)
class BreakGlass:
    """A channel opened by an admin: until when new holds become warnings, by whom and why.

    `said_over` tells that the channel was told about its end.
    """

    by: str
    reason: str
    opened_at: datetime
    until: datetime
    said_over: bool = False


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel negmem is in.

    Attributes:
        team, id: Workspace and channel.
        name: Without `#`.
        watched: False after `/negmem unwatch`.
        service, environment: Its default scope, or None.
        scope_from: `command`, `topic`, `name` or `none`: where that comes from.
        break_glass: The latest opening, past ones included, or None.
        trouble: Why posts cannot get there (`not_in_channel`, `is_archived`), or None.
    """

    team: str
    id: str
    name: str = ""
    watched: bool = True
    service: str | None = None
    environment: str | None = None
    scope_from: str = "none"
    break_glass: BreakGlass | None = None
    trouble: str | None = None
