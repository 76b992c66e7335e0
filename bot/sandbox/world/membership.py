"""Joining, leaving and changing channels, with the events that each causes."""

from typing import Any

from bot.sandbox.world.apps import App
from bot.sandbox.world.channels import Channel, Topic
from bot.sandbox.world.people import Person
from bot.sandbox.world.posting import system_post
from bot.sandbox.world.world import Happening, World


def join(world: World, channel: Channel, person: Person, inviter: str | None = None) -> None:
    """Make somebody a member; nothing happens when they are one."""
    if person.id in channel.members:
        return
    channel.members.append(person.id)
    if channel.kind in ("im", "mpim"):
        return
    event: dict[str, Any] = {
        "type": "member_joined_channel",
        "user": person.id,
        "channel": channel.id,
        "channel_type": _letter(channel),
        "team": person.team,
        "event_ts": world.event_ts(),
    }
    extra = {} if inviter is None else {"inviter": inviter}
    world.publish(Happening(person.team, event | extra, channel))
    word = "group" if channel.kind == "group" else "channel"
    text = f"<@{person.id}> has joined the {word}"
    system_post(world, channel, person.id, f"{word}_join", text, **extra)


def leave(world: World, channel: Channel, person: Person) -> None:
    """End somebody's membership; they are still told."""
    if person.id not in channel.members:
        return
    event = {
        "type": "member_left_channel",
        "user": person.id,
        "channel": channel.id,
        "channel_type": _letter(channel),
        "team": person.team,
        "event_ts": world.event_ts(),
    }
    world.publish(Happening(person.team, event, channel))
    _tell_bot(world, channel, person)
    channel.members.remove(person.id)
    world.changed(channel.id)


def _tell_bot(world: World, channel: Channel, person: Person) -> None:
    """An app is told when its own bot has to leave."""
    app_id = next((a.id for a in world.apps.values() if _is_bot_of(a, person)), None)
    if app_id is None or channel.kind in ("im", "mpim"):
        return
    event: dict[str, Any] = {
        "type": f"{_word(channel)}_left",
        "channel": channel.id,
        "event_ts": world.event_ts(),
    }
    world.publish(Happening(person.team, event, channel, app_id))


def _is_bot_of(app: App, person: Person) -> bool:
    return any(one.bot_user == person.id for one in app.installations.values())


def rename(world: World, channel: Channel, name: str, by: str) -> None:
    """Give a channel another name; its id stays."""
    old, channel.name = channel.name, name
    channel.previous_names.insert(0, old)
    shown = {
        "id": channel.id,
        "is_channel": channel.kind == "channel",
        "is_mpim": channel.kind == "mpim",
        "name": name,
        "name_normalized": name,
        "created": channel.created,
    }
    event = {"type": f"{_word(channel)}_rename", "channel": shown, "event_ts": world.event_ts()}
    world.publish(Happening(channel.home, event, channel))
    text = f'has renamed the channel from "{old}" to "{name}"'
    subtype = f"{_word(channel)}_name"
    system_post(world, channel, by, subtype, text, old_name=old, name=name)


def archive(world: World, channel: Channel, by: str, *, archived: bool = True) -> None:
    """Archive a channel, or bring it back."""
    channel.is_archived = archived
    kind = f"{_word(channel)}_{'archive' if archived else 'unarchive'}"
    event: dict[str, Any] = {
        "type": kind,
        "channel": channel.id,
        "user": by,
        "event_ts": world.event_ts(),
    }
    if archived:
        event["is_moved"] = 0
    world.publish(Happening(channel.home, event, channel))


def set_topic(world: World, channel: Channel, value: str, by: str) -> None:
    """Set a channel's topic; `by` is a person or a bot user."""
    channel.topic = Topic(value, by, world.clock())
    text = f"set the channel topic: {value}"
    system_post(world, channel, by, f"{_word(channel)}_topic", text, topic=value)


def _word(channel: Channel) -> str:
    return "group" if channel.kind == "group" else "channel"


def _letter(channel: Channel) -> str:
    return "G" if channel.kind == "group" else "C"
