"""Channel posts, as they are written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


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
