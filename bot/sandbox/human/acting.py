"""Who acts, where, and whether Slack's client would let them."""

from collections.abc import Mapping
from typing import Any

from bot.sandbox.world.apps import Installation
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.messages import Message
from bot.sandbox.world.people import Person
from bot.sandbox.world.world import World


class NotPossible(Exception):
    """Slack's client would not let this person do that; `str()` says why."""

    def __init__(self, why: str, **details: Any) -> None:
        super().__init__(why)
        self.details = details


Body = Mapping[str, Any]


def field_of(body: Body, name: str) -> str:
    """Return a required text field."""
    value = body.get(name)
    if not isinstance(value, str) or not value:
        raise NotPossible(f"missing {name}")
    return value


def person_of(world: World, body: Body) -> Person:
    """Return the person who acts: a human being whose account is active."""
    person = world.people.get(field_of(body, "user"))
    if person is None:
        raise NotPossible(f"user_not_found: there is nobody with the id {body['user']}")
    if person.deleted:
        raise NotPossible(f"account_inactive: {person.name} is deactivated")
    if person.is_bot:
        raise NotPossible(
            f"{person.name} is a bot: it posts with as_app, the id of its app, and cannot click"
        )
    return person


def author_of(world: World, channel: Channel, body: Body) -> Person | Installation:
    """Return who posts: the person `user`, or the installation of the app `as_app`."""
    if not body.get("as_app"):
        return person_of(world, body)
    app = world.apps.get(str(body["as_app"]))
    if app is None:
        raise NotPossible(f"there is no app with the id {body['as_app']}")
    for team in channel.teams:
        if team in app.installations:
            return app.installations[team]
    raise NotPossible(f"{app.manifest.name} is not installed in this channel's workspace")


def channel_of(world: World, body: Body) -> Channel:
    """Return the channel that is named by its id, or by its name."""
    name = field_of(body, "channel")
    channel = world.channels.get(name)
    if channel is None:
        found = [one for one in world.channels.values() if one.name == name.lstrip("#")]
        if len(found) != 1:
            raise NotPossible(f"channel_not_found: there is no channel {name}")
        channel = found[0]
    return channel


def must_be_member(channel: Channel, author: Person | Installation) -> None:
    """Refuse somebody who is not a member, and everybody in an archived channel."""
    user = author.id if isinstance(author, Person) else author.bot_user
    if user not in channel.members:
        raise NotPossible(f"not_in_channel: join #{channel.name} first")
    if channel.is_archived:
        raise NotPossible(f"is_archived: #{channel.name} is archived")


def can_see(channel: Channel, person: Person) -> bool:
    """Return whether a person sees a channel: members do, and for public ones its workspace."""
    if person.id in channel.members:
        return True
    return not channel.is_private and person.team in channel.teams and not person.guest


def must_see(channel: Channel, person: Person) -> None:
    """Refuse somebody who cannot see the channel."""
    if not can_see(channel, person):
        raise NotPossible(f"channel_not_found: {person.name} does not see #{channel.name}")


def message_of(world: World, channel: Channel, body: Body) -> Message:
    """Return the message at `ts`."""
    message = world.message(channel.id, field_of(body, "ts"))
    if message is None or message.is_tombstone:
        raise NotPossible(f"message_not_found: no message {body['ts']} in #{channel.name}")
    return message


def owner_of(world: World, message: Message) -> Installation:
    """Return the app that posted a message."""
    found = world.installation_of_bot(message.bot_id or "")
    if found is None:
        raise NotPossible("this message was not posted by an app")
    return found
