"""Direct messages: found, or opened when there are none yet."""

from bot.sandbox.web_api.call import Call
from bot.sandbox.world.apps import Installation
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.world import World


def direct_channel(call: Call, users: list[str]) -> tuple[Channel, bool]:
    """Return the direct message of the caller with these people, and whether it was there."""
    world = call.world
    for user in users:
        person = world.people.get(user)
        if person is None:
            call.fail("user_not_found")
        if person.deleted:
            call.fail("user_disabled")
    return _find_or_open(world, call.me, users)


def direct_message(world: World, owner: Installation, user: str) -> Channel:
    """Return the direct message between an app's bot and a person."""
    return _find_or_open(world, owner, [user])[0]


def _find_or_open(world: World, owner: Installation, users: list[str]) -> tuple[Channel, bool]:
    members = sorted({owner.bot_user, *users})
    kind = "im" if len(members) <= 2 else "mpim"
    for channel in world.channels.values():
        if channel.kind == kind and sorted(channel.members) == members:
            return channel, True
    names = [world.people[one].name for one in members]
    channel = Channel(
        id=world.ids.new("D" if kind == "im" else "C"),
        name="" if kind == "im" else "mpdm-" + "--".join(names) + "-1",
        kind=kind,
        creator=owner.bot_user,
        created=world.clock(),
        teams=[owner.team],
        members=members,
    )
    world.channels[channel.id] = channel
    world.changed(channel.id)
    return channel, False
