"""What is stored besides entries, holds and audit records. Each record belongs to one workspace."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.domain.action import Announcement
from bot.domain.decision import Effect
from bot.domain.entry import NO_FACTS, Severity
from bot.domain.hold import ApproverPolicy
from bot.domain.outcome import Outcome


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


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match as it was decided and shown, whatever becomes of the entry later."""

    entry_id: str
    version: int
    action: str
    outcome: str
    severity: Severity
    source: str
    instead: str | None
    agreed: tuple[str, ...]
    weakened: str | None = None


@dataclass(frozen=True, slots=True)
class ShownNearMiss:
    """A near miss as it was decided: the entry, the code and one line."""

    entry_id: str
    why_not: str
    text: str


@dataclass(frozen=True, slots=True)
class JudgedAnnouncement:
    """An announcement with its decision; the gate calls it an action.

    Attributes:
        id: `act-…`.
        announcement: With secrets removed.
        digest: Of the whole original input.
        key: Of the digest and the situation it was said in: what joins, is kept, or is excepted as
            "the same". The same words about another service are not the same action.
        thread: Earlier texts of its thread, for judging it again; without secrets.
        headline: The main planned action in a person's words: "restart payments-api in prod".
        service, environment: The situation's, after the text had its say.
        effect, reason: The decision. `reason` is a code or, for `kept`, tells by whom.
        matches, near_misses, alerts: As decided.
        planned: Each planned action as JSON (see `application.planned_json`), for corrections.
        hold_id: The hold it opened or joined.
        agent: Name of the gate's agent, or None for a Slack message.
        idempotency_key, body_hash: Of the gate call.
        superseded_by: Id of the later judgement of the same announcement (edit, judged again).
        withdrawn: The message was deleted.
        break_glass: A hold that became a warning.
        judged_at: Aware.
    """

    id: str
    announcement: Announcement
    digest: str
    headline: str
    effect: Effect
    reason: str
    judged_at: datetime
    key: str = ""
    thread: tuple[str, ...] = ()
    service: str | None = None
    environment: str | None = None
    matches: tuple[ShownMatch, ...] = ()
    near_misses: tuple[ShownNearMiss, ...] = ()
    alerts: tuple[ShownMatch, ...] = ()
    planned: tuple[Mapping[str, object], ...] = ()
    hold_id: str | None = None
    agent: str | None = None
    idempotency_key: str | None = None
    body_hash: str | None = None
    superseded_by: str | None = None
    withdrawn: bool = False
    break_glass: bool = False


@dataclass(frozen=True, slots=True)
class ReportedOutcome:
    """What an agent reported after an action, and what was learned from it."""

    action_id: str
    outcome: Outcome
    at: datetime
    lesson: str | None = None
    entry_id: str | None = None


class PostKind(StrEnum):
    """What a channel post shows; `subject` of the post names whose state it is drawn from."""

    HOLD = "hold"  # subject: hold id
    WARNING = "warning"  # subject: action id
    KEPT = "kept"  # subject: action id, answered by an earlier Keep
    STOPPED = "stopped"  # subject: action id, corrected before any entry
    ENTRY_STORED = "entry_stored"  # subject: entry id
    LESSON = "lesson"  # subject: entry id, learned from an outcome
    REVIEW = "review"  # subject: review id (parent)
    REVIEW_ITEM = "review_item"  # subject: review id, detail: entry_id
    NOTE = "note"  # a sentence: detail.text, detail.mention


class PostState(StrEnum):
    """Where a channel post stands."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Post:
    """A channel post: written down before it is sent, drawn from the stored state of its subject.

    Attributes:
        id: `post-…`: carried in the message's metadata.
        team, channel: Where it goes.
        kind, subject: What it shows.
        thread_ts: Thread it stands in, or None.
        parent: Id of the post in whose thread it stands, when that is not sent yet.
        broadcast: Shown in the channel too.
        detail: JSON values that belong to the post alone.
        state: See `PostState`.
        ts: Slack's ts once sent.
        wanted, drawn: Revisions: it is drawn (again) while `drawn < wanted`.
        attempts: How often sending failed.
        due_at: Not before this moment.
        trouble: Slack's last error code.
        created_at: Aware.
    """

    id: str
    team: str
    channel: str
    kind: PostKind
    subject: str
    created_at: datetime
    due_at: datetime
    thread_ts: str | None = None
    parent: str | None = None
    broadcast: bool = False
    detail: Mapping[str, object] = field(default_factory=dict)
    state: PostState = PostState.WAITING
    ts: str | None = None
    wanted: int = 1
    drawn: int = 0
    attempts: int = 0
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent that may ask the gate. Its token is known only as a hash.

    Attributes:
        name: Unique in the workspace.
        token_hash: Hex SHA-256.
        channel: Where its cards go unless a call names another.
        app: The Slack app id under which it also posts, if any.
        acts_for: Its principal, if fixed.
        services, environments: What it may ask about; empty is everything.
        trusted_facts: Its facts may weaken a match.
        channel_met: Whether the scope of its channel is known already; told with its token alone.
    """

    team: str
    name: str
    token_hash: str = field(repr=False)
    channel: str
    created_at: datetime
    app: str | None = None
    acts_for: str | None = None
    services: tuple[str, ...] = ()
    environments: tuple[str, ...] = ()
    trusted_facts: bool = False
    revoked_at: datetime | None = None
    channel_met: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Fact:
    """A current fact about a service in an environment, told by a person or a trusted agent."""

    team: str
    service: str
    environment: str
    key: str
    value: str
    by: str
    at: datetime
    trusted: bool = True


class QuestionKind(StrEnum):
    """What a person was asked in a thread; their next reply there is the answer."""

    ENTRY_REASON = "entry_reason"
    HOLD_REASON = "hold_reason"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to one person in one thread, open until `until`."""

    team: str
    channel: str
    thread_ts: str
    user: str
    kind: QuestionKind
    subject: str
    until: datetime


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One entry in a review: the questions it raises, its evidence, and what was done.

    `done` is told as it is: "renewed", "weakened".
    """

    entry_id: str
    questions: tuple[str, ...]
    evidence: Mapping[str, object]
    done: str | None = None
    done_by: str | None = None
    done_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """A weekly review thread.

    Attributes:
        id: `rev-…`.
        week: ISO week, "2026-W48": one review of a week in a workspace. What is on demand says
            so, and when; see `is_weekly`.
        numbers: Totals and the fires by week, for the parent and its chart.
    """

    id: str
    team: str
    channel: str
    week: str
    created_at: datetime
    items: tuple[ReviewItem, ...] = ()
    numbers: Mapping[str, object] = field(default_factory=lambda: NO_FACTS)


def is_weekly(week: str) -> bool:
    """Whether a review's `week` is just a week, and not one on demand."""
    return re.fullmatch(r"\d{4}-W\d\d", week) is not None


@dataclass(frozen=True, slots=True)
class Fires:
    """How an entry did in its matches.

    Attributes:
        fired: Matches in all.
        held, warned: Of them, by effect.
        released, kept, expired, wrong: Of the holds.
        last_at, last_channel, last_ts: The latest one.
    """

    fired: int = 0
    held: int = 0
    warned: int = 0
    released: int = 0
    kept: int = 0
    expired: int = 0
    wrong: int = 0
    last_at: datetime | None = None
    last_channel: str | None = None
    last_ts: str | None = None
