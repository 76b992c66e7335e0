"""Which events an installation is entitled to, and the envelope around them."""

import secrets
from collections.abc import Iterator
from typing import Any

from bot.sandbox.delivery.parcel import Parcel
from bot.sandbox.world.apps import App, Installation
from bot.sandbox.world.world import Happening, World

# subscription -> a scope that it needs; subscriptions that need none are left out
_SCOPES = {
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
    "app_mention": "app_mentions:read",
    "reaction_added": "reactions:read",
    "reaction_removed": "reactions:read",
    "channel_rename": "channels:read",
    "channel_archive": "channels:read",
    "channel_unarchive": "channels:read",
    "channel_left": "channels:read",
    "group_rename": "groups:read",
    "group_archive": "groups:read",
    "group_unarchive": "groups:read",
    "group_left": "groups:read",
    "subteam_members_changed": "usergroups:read",
    "user_change": "users:read",
}
_MESSAGE_EVENTS = {
    "channel": "message.channels",
    "group": "message.groups",
    "im": "message.im",
    "mpim": "message.mpim",
}


def parcels(world: World, app: App, happening: Happening) -> Iterator[Parcel]:
    """Yield what the app is sent for a happening, one for each installation entitled to it.

    Only subscribed events, with the scope they need, and those of a channel only where the
    bot is a member. A post that mentions the bot also causes `app_mention`.
    """
    for installation in app.installations.values():
        if installation.revoked or not _concerns(installation, happening):
            continue
        for event in _events(installation, happening):
            if _entitled(installation, event, happening):
                yield Parcel(
                    kind="events_api",
                    payload=envelope(world, installation, event, happening),
                    lane=happening.channel.id if happening.channel else happening.team,
                )


def rate_limit_notices(world: World, app: App) -> Iterator[Parcel]:
    """Yield `app_rate_limited` for each workspace: it has no inner event and needs no scope."""
    minute = world.clock() // 60 * 60
    for installation in app.installations.values():
        if not installation.revoked:
            payload = {
                "token": app.verification_token,
                "type": "app_rate_limited",
                "team_id": installation.team,
                "minute_rate_limited": minute,
                "api_app_id": app.id,
            }
            yield Parcel(kind="events_api", payload=payload, lane=installation.team)


def envelope(
    world: World, installation: Installation, event: dict[str, Any], happening: Happening
) -> dict[str, Any]:
    """Return the outer event that goes around `event`."""
    app = installation.app
    channel = happening.channel
    authorization = {
        "enterprise_id": None,
        "team_id": installation.team,
        "user_id": installation.bot_user,
        "is_bot": True,
        "is_enterprise_install": False,
    }
    return {
        "token": app.verification_token,
        "team_id": installation.team,
        "api_app_id": app.id,
        "event": event,
        "type": "event_callback",
        "event_id": "Ev0" + secrets.token_hex(4).upper(),
        "event_time": world.clock(),
        "authorizations": [authorization],
        "is_ext_shared_channel": bool(channel and channel.is_ext_shared),
        "event_context": "4-" + secrets.token_hex(24),
    }


def _concerns(installation: Installation, happening: Happening) -> bool:
    if happening.app_id is not None and happening.app_id != installation.app.id:
        return False
    if happening.channel is not None:
        return installation.bot_user in happening.channel.members
    return happening.team == installation.team


def _events(installation: Installation, happening: Happening) -> Iterator[dict[str, Any]]:
    event = happening.event
    yield event
    mentioned = f"<@{installation.bot_user}>" in str(event.get("text", ""))
    posted = event["type"] == "message" and event.get("subtype") in (None, "thread_broadcast")
    direct = happening.channel is not None and happening.channel.kind == "im"
    if mentioned and posted and not direct and event.get("user") != installation.bot_user:
        drop = ("channel_type", "metadata", "attachments", "parent_user_id", "subtype", "root")
        yield {k: v for k, v in event.items() if k not in drop} | {"type": "app_mention"}


def _entitled(installation: Installation, event: dict[str, Any], happening: Happening) -> bool:
    name = event["type"]
    if name == "message" and happening.channel is not None:
        name = _MESSAGE_EVENTS[happening.channel.kind]
    if name not in installation.app.manifest.bot_events:
        return False
    needed = _SCOPES.get(name)
    return needed is None or needed in installation.scopes
