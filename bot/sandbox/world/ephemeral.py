"""Messages that one person sees and nobody can read back."""

from bot.sandbox.world.apps import Installation
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.messages import Message
from bot.sandbox.world.posting import Draft, compose
from bot.sandbox.world.world import World


def show_ephemeral(
    world: World, channel: Channel, author: Installation, user: str, draft: Draft
) -> Message:
    """Show a message to one person; it causes no event."""
    message = compose(world, channel, author, draft)
    message.for_user = user
    message.metadata = None
    world.ephemerals.setdefault(user, []).append(message)
    world.changed(channel.id, frozenset({user}))
    return message


def take_ephemeral(world: World, message: Message) -> None:
    """Take an ephemeral message away; nothing happens when it is gone."""
    shown = world.ephemerals.get(message.for_user or "", [])
    if message in shown:
        shown.remove(message)
        world.changed(message.channel, frozenset({message.for_user or ""}))


def find_ephemeral(world: World, user: str, channel: str, ts: str) -> Message | None:
    """Return what a person sees at that place, or None."""
    for message in world.ephemerals.get(user, ()):
        if message.channel == channel and message.ts == ts:
            return message
    return None
