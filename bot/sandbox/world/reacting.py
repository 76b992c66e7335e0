"""Reactions, with their events."""

from bot.sandbox.world.channels import Channel
from bot.sandbox.world.messages import Message
from bot.sandbox.world.world import Happening, World


def react(world: World, channel: Channel, message: Message, user: str, name: str) -> bool:
    """Add a reaction; return False when this user has reacted so already."""
    users = message.reactions.setdefault(name, [])
    if user in users:
        return False
    users.append(user)
    _tell(world, channel, message, "reaction_added", user, name)
    return True


def unreact(world: World, channel: Channel, message: Message, user: str, name: str) -> bool:
    """Take a reaction back; return False when there is none of this user."""
    users = message.reactions.get(name, [])
    if user not in users:
        return False
    users.remove(user)
    if not users:
        del message.reactions[name]
    _tell(world, channel, message, "reaction_removed", user, name)
    return True


def _tell(
    world: World, channel: Channel, message: Message, kind: str, user: str, name: str
) -> None:
    event = {
        "type": kind,
        "user": user,
        "reaction": name,
        "item": {"type": "message", "channel": channel.id, "ts": message.ts},
        "item_user": message.user or "",
        "event_ts": world.event_ts(),
    }
    world.publish(Happening(channel.home, event, channel))
