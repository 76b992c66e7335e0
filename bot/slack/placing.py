"""In which channel somebody stands who asks from where there is none: Home, or a direct message.

Who may do what depends on being a member of a channel. From Home that is a watched channel that
the person is in: the review's first.
"""

from __future__ import annotations

from dataclasses import replace

from bot.slack.parsing.interactions import Asker, Click, Command
from bot.slack.room import Room

_MOST_TRIED = 10


def placed(room: Room, command: Command) -> Command:
    """The command as asked in a channel of ours, where it came from a direct message."""
    return replace(command, asker=_standing(room, command.asker))


def placed_click(room: Room, click: Click) -> Click:
    """The click as made in a channel of ours, where it was made in Home."""
    return replace(click, asker=_standing(room, click.asker))


def _standing(room: Room, asker: Asker) -> Asker:
    if asker.channel is not None and not asker.channel.startswith("D"):
        return asker
    with room.negmem.store.read() as tx:
        review = tx.workspaces.get(asker.team).review.channel
        watched = [one.id for one in tx.channels.all(asker.team) if one.watched]
    for channel in ([review] if review else []) + watched[:_MOST_TRIED]:
        if room.directory.person(asker.team, asker.user, channel).in_channel:
            return replace(asker, channel=channel)
    return asker
