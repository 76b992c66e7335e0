"""The payloads of interactions: block_actions, shortcuts, view_submission, commands."""

from typing import Any

from bot.sandbox.world.apps import Installation
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.messages import Message, message_json, thread_figures
from bot.sandbox.world.people import Person
from bot.sandbox.world.views import VALUE_KEYS, View, find_option, view_json
from bot.sandbox.world.world import World


def head(world: World, installation: Installation, person: Person, kind: str) -> dict[str, Any]:
    """Return what every interaction payload starts with."""
    team = world.teams[installation.team]
    return {
        "type": kind,
        "team": {"id": team.id, "domain": team.domain},
        "user": {
            "id": person.id,
            "username": person.name,
            "name": person.name,
            "team_id": person.team,
        },
        "api_app_id": installation.app.id,
        "token": installation.app.verification_token,
        "enterprise": None,
        "is_enterprise_install": False,
    }


def action(element: dict[str, Any], block_id: str, value: Any, ts: str) -> dict[str, Any]:
    """Return the entry of `actions` for a pressed button or a picked option."""
    kind = element["type"]
    entry: dict[str, Any] = {
        "type": kind,
        "action_id": element["action_id"],
        "block_id": block_id,
        "action_ts": ts,
    }
    kept = ("text", "value", "style", "url", "confirm") if kind == "button" else ("placeholder",)
    entry |= {name: element[name] for name in kept if name in element}
    key = VALUE_KEYS.get(kind)
    if key == "selected_option":
        entry[key] = find_option(element, value)
    elif key is not None:
        entry[key] = value
    return entry


def source_of_message(world: World, channel: Channel, message: Message) -> dict[str, Any]:
    """Return what a block_actions payload says about the message that was clicked."""
    container: dict[str, Any] = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": channel.id,
        "is_ephemeral": message.for_user is not None,
    }
    if message.thread_ts:
        container["thread_ts"] = message.thread_ts
    part: dict[str, Any] = {"container": container, "channel": place(channel)}
    if message.for_user is None:
        part["message"] = clicked_message(world, message)
        part["state"] = {"values": message.state}
    return part


def source_of_view(view: View) -> dict[str, Any]:
    """Return what a block_actions payload says about the view that was clicked."""
    return {"container": {"type": "view", "view_id": view.id}, "view": view_json(view)}


def clicked_message(world: World, message: Message) -> dict[str, Any]:
    """Return a message as it stands in an interaction payload."""
    shown = message_json(message, with_metadata=True)
    shown.pop("reactions", None)
    if replies := world.replies(message.channel, message.ts):
        shown |= thread_figures(message, replies)
    return shown


def place(channel: Channel) -> dict[str, str]:
    """Return a channel as interactions name it; private ones are not named."""
    names = {"group": "privategroup", "im": "directmessage"}
    return {"id": channel.id, "name": names.get(channel.kind, channel.name)}


def command(
    world: World, installation: Installation, person: Person, channel: Channel
) -> dict[str, Any]:
    """Return what a slash command says about its place and its person."""
    team = world.teams[installation.team]
    return {
        "token": installation.app.verification_token,
        "team_id": team.id,
        "team_domain": team.domain,
        "channel_id": channel.id,
        "channel_name": place(channel)["name"],
        "user_id": person.id,
        "user_name": person.name,
        "api_app_id": installation.app.id,
        "is_enterprise_install": "false",
    }
