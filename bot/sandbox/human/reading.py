"""What a person sees: channels, threads, ephemeral messages, the open view."""

from typing import Any

from bot.sandbox.human.acting import NotPossible, can_see
from bot.sandbox.world.apps import App
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.messages import Message, message_json, thread_json
from bot.sandbox.world.modals import current, home_of
from bot.sandbox.world.people import Person
from bot.sandbox.world.views import view_json
from bot.sandbox.world.world import World


def channel_messages(world: World, channel_id: str, user: str | None) -> list[dict[str, Any]]:
    """Return the messages of a channel in ts order, as `user` sees them.

    Top-level messages and replies that were also sent to the channel, with metadata; with a
    user also what is visible only to them. Without a user: what every member sees.
    """
    channel = _channel(world, channel_id, user)
    shown = [
        _shown(world, one)
        for one in world.messages.get(channel.id, ())
        if not one.is_reply or one.is_broadcast
    ]
    shown += [
        ephemeral_json(one)
        for one in world.ephemerals.get(user or "", ())
        if one.channel == channel.id and not one.is_reply
    ]
    return sorted(shown, key=lambda one: _order(one["ts"]))


def thread(world: World, channel_id: str, ts: str, user: str | None) -> list[dict[str, Any]]:
    """Return a thread, parent first."""
    channel = _channel(world, channel_id, user)
    parent = world.message(channel.id, ts)
    if parent is None:
        raise NotPossible(f"thread_not_found: no message {ts} in #{channel.name}")
    if parent.is_reply:
        parent = world.message(channel.id, parent.thread_ts or "") or parent
    below = [_shown(world, one) for one in world.replies(channel.id, parent.ts)]
    below += [
        ephemeral_json(one)
        for one in world.ephemerals.get(user or "", ())
        if one.channel == channel.id and one.thread_ts == parent.ts
    ]
    return [_shown(world, parent), *sorted(below, key=lambda one: _order(one["ts"]))]


def ephemerals(world: World, user: str) -> list[dict[str, Any]]:
    """Return what is visible only to this person, oldest first, each with its channel."""
    _person(world, user)
    return [ephemeral_json(one) for one in world.ephemerals.get(user, ())]


def open_view(world: World, user: str) -> dict[str, Any] | None:
    """Return the modal that this person has in front, or None."""
    _person(world, user)
    view = current(world, user)
    return None if view is None else view_json(view)


def state(world: World, app: App, user: str) -> dict[str, Any]:
    """Return all that a page needs besides messages, as this person sees it.

    `user` may be an app's bot user, for a page that acts as that app. `host` is the first
    workspace: who is a guest or from outside is said as its members see it, whoever looks.
    """
    person = world.people.get(user)
    if person is None:
        raise NotPossible(f"user_not_found: there is nobody with the id {user}")
    view = current(world, user)
    team, host = world.teams[person.team], next(iter(world.teams))
    return {
        "host": host,
        "team": {"id": team.id, "name": team.name, "domain": team.domain},
        "me": person_json(person),
        "people": [person_json(one) for one in world.people.values()],
        "apps": [app_json(one) for one in world.apps.values()],
        "channels": [
            channel_line(world, one, user)
            for one in world.channels.values()
            if can_see(one, person)
        ],
        "user_groups": [
            {"id": one.id, "handle": one.handle, "name": one.name, "users": one.users}
            for one in world.groups.values()
            if one.team in (person.team, host) and not one.date_delete
        ],
        "view": None if view is None else view_json(view),
        "home": _home(world, app, person),
        "commands": [
            {"command": name, "description": text} for name, text in app.manifest.commands.items()
        ],
        "shortcuts": [
            {"callback_id": one, "type": kind, "name": app.manifest.shortcut_names[one]}
            for one, kind in app.manifest.shortcuts.items()
        ],
    }


def person_json(person: Person) -> dict[str, Any]:
    """Return a person for the page."""
    return {
        "id": person.id,
        "name": person.name,
        "real_name": person.real_name,
        "team_id": person.team,
        "tz": person.tz,
        "is_admin": person.is_admin,
        "is_owner": person.is_owner,
        "is_restricted": bool(person.guest),
        "is_bot": person.is_bot,
        "app_id": person.app_id,
        "deleted": person.deleted,
        "image": person.image,
    }


def app_json(app: App) -> dict[str, Any]:
    """Return an app for the page, with its bot user in each workspace."""
    return {
        "id": app.id,
        "name": app.manifest.name,
        "icon": app.icon,
        "bot_users": {team: one.bot_user for team, one in app.installations.items()},
        "bot_ids": [one.bot_id for one in app.installations.values()],
        "has_home": app.manifest.home_tab,
    }


def channel_line(world: World, channel: Channel, user: str) -> dict[str, Any]:
    """Return a channel for the page's list; a direct message is named after the other one."""
    name = channel.name
    if channel.kind == "im":
        other = next((one for one in channel.members if one != user), user)
        name = world.people[other].name
    return {
        "id": channel.id,
        "name": name,
        "topic": channel.topic.value,
        "is_member": user in channel.members,
        "is_private": channel.is_private,
        "is_archived": channel.is_archived,
        "is_im": channel.kind == "im",
        "is_ext_shared": channel.is_ext_shared,
        "members": list(channel.members),
    }


def ephemeral_json(message: Message) -> dict[str, Any]:
    """Return an ephemeral message, which carries its channel and says what it is."""
    return message_json(message) | {"channel": message.channel, "is_ephemeral": True}


def _home(world: World, app: App, person: Person) -> dict[str, Any] | None:
    owner = app.installations.get(person.team)
    view = None if owner is None else home_of(world, owner, person.id)
    return None if view is None else view_json(view)


def _shown(world: World, message: Message) -> dict[str, Any]:
    if message.is_reply:
        return message_json(message, with_metadata=True)
    return thread_json(message, world.replies(message.channel, message.ts), with_metadata=True)


def _channel(world: World, channel_id: str, user: str | None) -> Channel:
    channel = world.channels.get(channel_id)
    if channel is None:
        raise NotPossible(f"channel_not_found: there is no channel {channel_id}")
    if user is not None and not can_see(channel, _person(world, user)):
        raise NotPossible(f"channel_not_found: {user} does not see #{channel.name}")
    return channel


def _person(world: World, user: str) -> Person:
    person = world.people.get(user)
    if person is None:
        raise NotPossible(f"user_not_found: there is nobody with the id {user}")
    return person


def _order(ts: str) -> tuple[int, str]:
    seconds, _, fraction = ts.partition(".")
    return int(seconds), fraction
