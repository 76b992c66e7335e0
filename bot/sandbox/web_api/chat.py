"""chat.*: posting, updating, deleting."""

from typing import Any

from bot.sandbox.web_api.call import Answer, ApiError, Call, Method
from bot.sandbox.web_api.content import (
    MAX_UPDATE_BYTES,
    check_attachments,
    read_blocks,
    read_draft,
    read_metadata,
)
from bot.sandbox.web_api.direct import direct_channel
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.ephemeral import show_ephemeral
from bot.sandbox.world.messages import Message, message_json
from bot.sandbox.world.posting import Draft, delete, edit, post, thread_parent

# What the answer of chat.update leaves out of the message.
_NOT_IN_UPDATE = (
    "ts",
    "subtype",
    "thread_ts",
    "parent_user_id",
    "root",
    "reactions",
    "username",
    "icons",
)


def post_message(call: Call) -> Answer:
    """Post in a channel, by id or name, or to a person."""
    call.needs("chat:write")
    channel = _target(call)
    if channel.is_archived:
        call.fail("is_archived")
    draft = read_draft(call)
    _dress(call, draft)
    _thread(call, channel, draft)
    message = post(call.world, channel, call.me, draft)
    shown = message_json(message, with_metadata=True)
    shown.pop("root", None)
    return {"channel": channel.id, "ts": message.ts, "message": shown}


def post_ephemeral(call: Call) -> Answer:
    """Show a message to one member of a channel."""
    call.needs("chat:write")
    channel = call.own_channel()
    if channel.is_archived:
        call.fail("is_archived")
    user = call.text("user")
    if user not in channel.members:
        call.fail("user_not_in_channel")
    draft = read_draft(call)
    _dress(call, draft)
    draft.broadcast = False
    _thread(call, channel, draft)
    message = show_ephemeral(call.world, channel, call.me, user, draft)
    return {"message_ts": message.ts}


def update(call: Call) -> Answer:
    """Change a message of the caller's own."""
    call.needs("chat:write")
    channel, message = _own_message(call, "cant_update_message")
    change = _change(call, message)
    edit(call.world, channel, message, change | {"by": call.me.bot_id})
    shown = message_json(message, with_metadata=True)
    shown = {key: value for key, value in shown.items() if key not in _NOT_IN_UPDATE}
    return {"channel": channel.id, "ts": message.ts, "text": message.text, "message": shown}


def delete_message(call: Call) -> Answer:
    """Delete a message of the caller's own."""
    call.needs("chat:write")
    channel, message = _own_message(call, "cant_delete_message")
    delete(call.world, channel, message)
    return {"channel": channel.id, "ts": message.ts}


def get_permalink(call: Call) -> Answer:
    """Return the address of a message on the page."""
    channel = call.channel()
    message = call.world.message(channel.id, call.text("message_ts"))
    if message is None:
        call.fail("message_not_found")
    link = f"{call.services.base_url}/archives/{channel.id}/p{message.ts.replace('.', '')}"
    if message.is_reply:
        link += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}


def _target(call: Call) -> Channel:
    name = call.text("channel")
    if name.startswith(("U", "W")) and name in call.world.people:
        return direct_channel(call, [name])[0]
    channel = _by_name(call, name)
    if call.me.bot_user not in channel.members and "chat:write.public" not in call.me.scopes:
        call.fail("not_in_channel")
    return channel


def _by_name(call: Call, name: str) -> Channel:
    for channel in call.world.channels.values():
        public = not channel.is_private and call.me.team in channel.teams
        if public and name.lstrip("#") == channel.name:
            return channel
    return call.channel()


def _thread(call: Call, channel: Channel, draft: Draft) -> None:
    draft.thread_ts = call.text("thread_ts") or None
    if draft.thread_ts and thread_parent(call.world, channel, draft.thread_ts) is None:
        call.fail("thread_not_found")


def _dress(call: Call, draft: Draft) -> None:
    # A custom name or icon makes an older kind of bot message, and needs a scope of its own.
    icon, emoji, name = call.text("icon_url"), call.text("icon_emoji"), call.text("username")
    if not (icon or emoji or name):
        return
    call.needs("chat:write.customize")
    draft.username = name or call.me.app.manifest.bot_name
    if emoji:
        draft.icons = {"emoji": emoji}
    elif icon:
        draft.icons = {f"image_{size}": icon for size in (36, 48, 72)}


def _own_message(call: Call, refusal: str) -> tuple[Channel, Message]:
    channel = call.channel()
    message = call.world.message(channel.id, call.text("ts"))
    if message is None or message.is_tombstone:
        call.fail("message_not_found")
    if channel.is_archived:
        call.fail("is_archived")
    if message.bot_id != call.me.bot_id:
        call.fail(refusal)
    return channel, message


def _change(call: Call, message: Message) -> dict[str, Any]:
    text = call.text("text") if "text" in call.params else None
    if text is not None and len(text.encode()) > MAX_UPDATE_BYTES:
        call.fail("msg_too_long")
    blocks = read_blocks(call)
    attachments = call.parsed("attachments", list, "invalid_attachments")
    if text is None and blocks is None and attachments is None and "metadata" not in call.params:
        call.fail("no_text")
    change: dict[str, Any] = {}
    if text is not None:
        change["text"] = text
    # A text without blocks takes the blocks away; metadata and attachments stay unless sent.
    if blocks is not None or text is not None:
        change["blocks"] = blocks or []
    if attachments is not None:
        check_attachments(attachments)
        change["attachments"] = attachments
    if (metadata := read_metadata(call)) is not None:
        change["metadata"] = metadata or None
    left = {key: change.get(key, getattr(message, key)) for key in ("text", "blocks")}
    if not left["text"].strip() and not left["blocks"] and not change.get("attachments"):
        raise ApiError("no_text")
    return change


METHODS: dict[str, Method] = {
    "chat.postMessage": post_message,
    "chat.postEphemeral": post_ephemeral,
    "chat.update": update,
    "chat.delete": delete_message,
    "chat.getPermalink": get_permalink,
}
