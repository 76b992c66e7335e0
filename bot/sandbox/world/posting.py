"""Posting, editing and deleting, with the events that each of them causes."""

import copy
import uuid
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.world.apps import Installation
from bot.sandbox.world.block_ids import with_ids
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.messages import Message, message_json, nested_json, root_json
from bot.sandbox.world.people import Person
from bot.sandbox.world.world import Happening, World

CHANNEL_TYPES = {"channel": "channel", "group": "group", "im": "im", "mpim": "mpim"}


@dataclass(slots=True)
class Draft:
    """What an author gives; `text` stands as it is stored, escaped already."""

    text: str = ""
    blocks: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[dict[str, Any]] = field(default_factory=list)
    files: list[dict[str, Any]] = field(default_factory=list)
    thread_ts: str | None = None
    broadcast: bool = False
    metadata: dict[str, Any] | None = None
    username: str | None = None
    icons: dict[str, Any] | None = None


def post(
    world: World,
    channel: Channel,
    author: Person | Installation,
    draft: Draft,
    extra: dict[str, Any] | None = None,
) -> Message:
    """Post a message, tell whoever must know, and return it.

    A thread that is named must exist; see `thread_parent`. `extra` holds keys that the message
    carries besides, such as `streaming_state`.
    """
    message = compose(world, channel, author, draft)
    message.extra |= extra or {}
    world.add_message(message)
    _tell_posted(world, channel, message)
    if message.is_reply:
        _tell_thread(world, channel, message)
    return message


def compose(world: World, channel: Channel, author: Person | Installation, draft: Draft) -> Message:
    """Return a message that is not posted yet."""
    parent = thread_parent(world, channel, draft.thread_ts) if draft.thread_ts else None
    message = Message(
        channel=channel.id,
        ts=channel.next_ts(world.now()),
        team=author.team,
        text=draft.text,
        blocks=with_ids(draft.blocks),
        attachments=_numbered(draft.attachments),
        files=draft.files,
        metadata=copy.deepcopy(draft.metadata),
        thread_ts=parent.ts if parent else None,
        parent_user=(parent.user or parent.bot_id) if parent else None,
        is_broadcast=bool(parent and draft.broadcast),
    )
    if draft.files:
        message.subtype = "file_share"
    if parent and draft.broadcast:
        message.subtype = "thread_broadcast"
        message.extra["root"] = root_json(parent, world.replies(channel.id, parent.ts))
    _sign(world, message, author, draft)
    return message


def _sign(world: World, message: Message, author: Person | Installation, draft: Draft) -> None:
    if isinstance(author, Person):
        message.user, message.client_msg_id = author.id, str(uuid.uuid4())
        return
    message.bot_id = author.bot_id
    if draft.username is not None:
        # A custom name makes it the older kind of bot message, without a bot user.
        message.subtype = "bot_message"
        message.username, message.icons = draft.username, draft.icons
        return
    message.user, message.app_id = author.bot_user, author.app.id
    message.bot_profile = world.profile_of(author)


def thread_parent(world: World, channel: Channel, thread_ts: str) -> Message | None:
    """Return the parent that a `thread_ts` leads to, also from one of its replies, or None."""
    found = world.message(channel.id, thread_ts)
    if found is not None and found.is_reply and found.thread_ts:
        return world.message(channel.id, found.thread_ts)
    return found


def edit(world: World, channel: Channel, message: Message, change: dict[str, Any]) -> None:
    """Change a message and send `message_changed`.

    Args:
        world: Where it is.
        channel: Its channel.
        message: The message.
        change: Fields to replace (`text`, `blocks`, `attachments`, `metadata`, `files`) and
            `by`, the user who edits; without `by` it is not marked as edited, as when Slack
            unfurls a link.
    """
    before = nested_json(message, world.replies(channel.id, message.ts))
    editor = change.pop("by", None)
    complete = {"blocks": with_ids, "attachments": _numbered}
    for key, value in change.items():
        setattr(message, key, complete[key](value) if key in complete else value)
    if editor is not None:
        message.edited = {"user": editor, "ts": f"{world.clock()}.000000"}
    _tell_changed(world, channel, message, before)


def delete(world: World, channel: Channel, message: Message) -> None:
    """Delete a message; a parent with replies leaves a tombstone, as in Slack."""
    replies = world.replies(channel.id, message.ts)
    before = nested_json(message, replies)
    if replies:
        _make_tombstone(message)
        _tell_changed(world, channel, message, before)
        return
    world.remove_message(message)
    _tell_deleted(world, channel, message.ts, before)
    parent = world.message(channel.id, message.thread_ts or "") if message.is_reply else None
    if parent is not None and parent.is_tombstone and not world.replies(channel.id, parent.ts):
        world.remove_message(parent)
        _tell_deleted(world, channel, parent.ts, nested_json(parent, []))


def _make_tombstone(message: Message) -> None:
    message.subtype, message.text, message.user = "tombstone", "This message was deleted.", None
    message.blocks, message.attachments, message.files = [], [], []
    message.bot_id = message.app_id = message.bot_profile = message.client_msg_id = None
    message.metadata = message.edited = message.username = message.icons = None
    message.user = "USLACKBOT"
    message.reactions = {}


def system_post(
    world: World, channel: Channel, user: str, subtype: str, text: str, **extra: Any
) -> None:
    """Post a message that Slack itself writes (`channel_join`, `channel_topic` …)."""
    message = Message(
        channel=channel.id,
        ts=channel.next_ts(world.now()),
        team=channel.home,
        text=text,
        user=user,
        subtype=subtype,
        extra=extra,
    )
    world.add_message(message)
    _tell_posted(world, channel, message)


def _tell_posted(world: World, channel: Channel, message: Message) -> None:
    event = message_json(message, with_metadata=message.subtype is None)
    # reactions cannot exist yet; the rest of a post is what its event carries
    event |= _place(channel) | {"event_ts": message.ts}
    if message.user and channel.is_ext_shared and message.subtype is None:
        event |= {"user_team": message.team, "source_team": message.team}
    world.publish(Happening(message.team, event, channel))


def _tell_changed(world: World, channel: Channel, message: Message, before: dict[str, Any]) -> None:
    ts = channel.next_ts(world.now())
    after = nested_json(message, world.replies(channel.id, message.ts))
    event = {
        "type": "message",
        "subtype": "message_changed",
        "message": after,
        "previous_message": before,
        "hidden": True,
        "ts": ts,
        "event_ts": ts,
    }
    world.publish(Happening(message.team, event | _place(channel), channel))


def _tell_deleted(world: World, channel: Channel, deleted_ts: str, before: dict[str, Any]) -> None:
    ts = channel.next_ts(world.now())
    event = {
        "type": "message",
        "subtype": "message_deleted",
        "previous_message": before,
        "hidden": True,
        "deleted_ts": deleted_ts,
        "ts": ts,
        "event_ts": ts,
    }
    world.publish(Happening(channel.home, event | _place(channel), channel))


def _tell_thread(world: World, channel: Channel, reply: Message) -> None:
    # Slack also sends message_changed for the parent, whose figures are new.
    parent = world.message(channel.id, reply.thread_ts or "")
    if parent is not None:
        earlier = [one for one in world.replies(channel.id, parent.ts) if one is not reply]
        _tell_changed(world, channel, parent, nested_json(parent, earlier))


def _place(channel: Channel) -> dict[str, Any]:
    return {"channel": channel.id, "channel_type": CHANNEL_TYPES[channel.kind]}


def _numbered(attachments: list[dict[str, Any]]) -> list[dict[str, Any]]:
    numbered = [
        {"id": number, **{k: v for k, v in one.items() if k != "id"}}
        for number, one in enumerate(attachments, start=1)
    ]
    for one in numbered:
        if one.get("blocks"):
            one["blocks"] = with_ids(one["blocks"])
    return numbered
