"""People and other apps post, edit, delete and react."""

from typing import Any

from bot.sandbox.blockkit import violations
from bot.sandbox.human.acting import (
    Body,
    NotPossible,
    author_of,
    channel_of,
    field_of,
    message_of,
    must_be_member,
    person_of,
)
from bot.sandbox.web_api.content import MAX_TEXT
from bot.sandbox.world.apps import Installation
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.messages import Message
from bot.sandbox.world.people import Person
from bot.sandbox.world.posting import Draft, delete, edit, post, thread_parent
from bot.sandbox.world.reacting import react, unreact
from bot.sandbox.world.texts import typed_text
from bot.sandbox.world.world import World

# Nobody has to acknowledge these: they count as acknowledged when they are done.
_DONE = {"ok": True, "acked": True}


def post_message(world: World, body: Body) -> dict[str, Any]:
    """Post as a person or as another app's bot.

    Besides the contract: `reply_broadcast`, and for apps `username` (an older bot message),
    `icons`, `metadata` and `streaming_state`.
    """
    channel = channel_of(world, body)
    author = author_of(world, channel, body)
    must_be_member(channel, author)
    draft = _draft(world, channel, author, body)
    draft.thread_ts = body.get("thread_ts") or None
    draft.broadcast = bool(body.get("reply_broadcast"))
    if draft.thread_ts and thread_parent(world, channel, draft.thread_ts) is None:
        raise NotPossible(f"thread_not_found: no message {draft.thread_ts} to answer")
    extra = {key: body[key] for key in ("streaming_state",) if body.get(key)}
    message = post(world, channel, author, draft, extra)
    return _DONE | {"ts": message.ts}


def edit_message(world: World, body: Body) -> dict[str, Any]:
    """Edit one's own message."""
    channel = channel_of(world, body)
    author = author_of(world, channel, body)
    message = message_of(world, channel, body)
    if not _is_own(message, author):
        raise NotPossible("cant_update_message: only its author edits a message")
    must_be_member(channel, author)
    draft = _draft(world, channel, author, body)
    change: dict[str, Any] = {"text": draft.text, "blocks": draft.blocks}
    if "attachments" in body:
        change["attachments"] = draft.attachments
    if body.get("streaming_state"):
        message.extra["streaming_state"] = body["streaming_state"]
    change["by"] = author.id if isinstance(author, Person) else author.bot_user
    edit(world, channel, message, change)
    return _DONE | {"ts": message.ts}


def delete_message(world: World, body: Body) -> dict[str, Any]:
    """Delete one's own message; admins delete any."""
    channel = channel_of(world, body)
    author = author_of(world, channel, body)
    message = message_of(world, channel, body)
    is_admin = isinstance(author, Person) and author.is_admin and author.team in channel.teams
    if not (_is_own(message, author) or is_admin):
        raise NotPossible("cant_delete_message: only its author or an admin deletes a message")
    delete(world, channel, message)
    return _DONE | {"ts": message.ts}


def react_to_message(world: World, body: Body) -> dict[str, Any]:
    """React to a message, or with `remove` take the reaction back."""
    channel, person = channel_of(world, body), person_of(world, body)
    message = message_of(world, channel, body)
    must_be_member(channel, person)
    name = field_of(body, "name").strip(":")
    if body.get("remove"):
        if not unreact(world, channel, message, person.id, name):
            raise NotPossible("no_reaction: there is none to take back")
    elif not react(world, channel, message, person.id, name):
        raise NotPossible("already_reacted: this person has reacted so already")
    return _DONE | {"ts": message.ts}


def _draft(world: World, channel: Channel, author: Person | Installation, body: Body) -> Draft:
    text = str(body.get("text") or "")
    blocks, attachments = body.get("blocks") or [], body.get("attachments") or []
    if not text.strip() and not blocks and not attachments:
        raise NotPossible("no_text: there is nothing to post")
    if blocks and (found := violations({"blocks": blocks, "text": text}, "message")):
        raise NotPossible("invalid_blocks: " + "; ".join(found))
    if isinstance(author, Person):
        if len(text) > MAX_TEXT:
            raise NotPossible(f"msg_too_long: a message holds {MAX_TEXT} characters")
        stored, composed = typed_text(text, world.lookup(author.team, *channel.teams))
        return Draft(text=stored, blocks=blocks or composed, attachments=attachments)
    return Draft(
        text=text[:MAX_TEXT],
        blocks=blocks,
        attachments=attachments,
        metadata=body.get("metadata"),
        username=body.get("username"),
        icons=body.get("icons"),
    )


def _is_own(message: Message, author: Person | Installation) -> bool:
    if isinstance(author, Person):
        return message.user == author.id and message.bot_id is None
    return message.bot_id == author.bot_id
