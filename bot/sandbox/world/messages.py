"""Messages, and the forms in which the Web API and the events show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Message:
    """One post.

    Attributes:
        team: The workspace of its author.
        state: What people have chosen in its elements: block_id -> action_id -> state.
        extra: Keys that belong to one subtype only (`topic`, `inviter`, `root` …).
        for_user: The only person who sees it, for an ephemeral post.
        reactions: name -> who reacted, in order.
    """

    channel: str
    ts: str
    team: str
    text: str
    user: str | None = None
    blocks: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[dict[str, Any]] = field(default_factory=list)
    files: list[dict[str, Any]] = field(default_factory=list)
    subtype: str | None = None
    thread_ts: str | None = None
    parent_user: str | None = None
    is_broadcast: bool = False
    bot_id: str | None = None
    app_id: str | None = None
    bot_profile: dict[str, Any] | None = None
    username: str | None = None
    icons: dict[str, Any] | None = None
    client_msg_id: str | None = None
    metadata: dict[str, Any] | None = None
    edited: dict[str, str] | None = None
    reactions: dict[str, list[str]] = field(default_factory=dict)
    state: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    for_user: str | None = None

    @property
    def is_tombstone(self) -> bool:
        """Whether it stands for a deleted parent that still has replies."""
        return self.subtype == "tombstone"

    @property
    def is_reply(self) -> bool:
        """Whether it stands in a thread below a parent."""
        return self.thread_ts is not None and self.thread_ts != self.ts


def message_json(message: Message, *, with_metadata: bool = False) -> dict[str, Any]:
    """Return a message without what depends on its replies.

    Args:
        message: The message.
        with_metadata: Whether its metadata goes along, as with `include_all_metadata`.
    """
    shown: dict[str, Any] = {"type": "message"}
    optional: Iterable[tuple[str, Any]] = (
        ("subtype", message.subtype),
        ("client_msg_id", message.client_msg_id),
        ("user", message.user),
        ("bot_id", message.bot_id),
        ("app_id", message.app_id),
        ("bot_profile", message.bot_profile),
        ("username", message.username),
        ("icons", message.icons),
        ("edited", message.edited),
    )
    shown |= {key: value for key, value in optional if value is not None}
    shown |= {"text": message.text, "ts": message.ts}
    if message.subtype in (None, "thread_broadcast", "file_share"):
        shown["team"] = message.team
    if message.is_reply:
        shown["thread_ts"] = message.thread_ts
        shown["parent_user_id"] = message.parent_user
    for key in ("blocks", "attachments", "files"):
        if part := getattr(message, key):
            shown[key] = part
    if message.files:
        shown |= {"upload": False, "display_as_bot": False}
    if message.reactions:
        shown["reactions"] = [
            {"name": name, "users": list(users), "count": len(users)}
            for name, users in message.reactions.items()
        ]
    if with_metadata and message.metadata:
        shown["metadata"] = message.metadata
    return shown | message.extra


def thread_json(
    parent: Message, replies: Sequence[Message], *, with_metadata: bool = False
) -> dict[str, Any]:
    """Return a parent message with the figures of its thread, if it has one."""
    shown = message_json(parent, with_metadata=with_metadata)
    if replies or parent.is_tombstone:
        shown |= thread_figures(parent, replies)
    return shown


def thread_figures(parent: Message, replies: Sequence[Message]) -> dict[str, Any]:
    """Return what Slack says about a thread on its parent."""
    users = list(dict.fromkeys(reply.user or reply.bot_id or "" for reply in replies))
    return {
        "thread_ts": parent.ts,
        "reply_count": len(replies),
        "reply_users_count": len(users),
        "latest_reply": replies[-1].ts if replies else "0000000000.000000",
        "reply_users": users[:5],
        "is_locked": False,
        "subscribed": False,
    }


# What Slack leaves out of the messages inside message_changed and message_deleted.
_NOT_NESTED = ("metadata", "reply_users", "reactions", "username", "icons")


def nested_json(message: Message, replies: Sequence[Message]) -> dict[str, Any]:
    """Return a message as it stands inside a `message_changed` or `message_deleted` event."""
    shown = thread_json(message, replies)
    nested = {key: value for key, value in shown.items() if key not in _NOT_NESTED}
    if message.user and "team" in nested and message.bot_id is None:
        nested |= {"source_team": message.team, "user_team": message.team}
    if message.is_tombstone:
        nested["hidden"] = True
    return nested


# A broadcast reply carries its parent without what a parent's own view adds.
_ROOT = frozenset(
    "type subtype text ts username icons bot_id bot_profile user team edited thread_ts "
    "reply_count reply_users_count latest_reply subscribed".split()
)


def root_json(parent: Message, replies: Sequence[Message]) -> dict[str, Any]:
    """Return a parent as the `root` of a broadcast reply."""
    shown = thread_json(parent, replies) | thread_figures(parent, replies)
    return {key: value for key, value in shown.items() if key in _ROOT}
