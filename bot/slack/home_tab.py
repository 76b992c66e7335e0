"""A person's Home, and what they may see of channels that they are not in: nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.application.team.overview import Home, OpenHold, home
from bot.slack.room import Room
from bot.slack.views.home import home_view


def publish_home(room: Room, team: str, user: str, told: str = "") -> None:
    """Draw the person's Home, with `told` on top until it is drawn again."""
    view = home_view(_visible(room, team, user, home(room.negmem, team, user)), told)
    room.installations.of(team).client.views_publish(user_id=user, view=view)


def holds_seen_by(
    room: Room, team: str, user: str, holds: Sequence[OpenHold]
) -> tuple[OpenHold, ...]:
    """The holds of channels that the person is in."""
    seen = _channels_of(room, team, user, (one.hold.channel for one in holds))
    return tuple(one for one in holds if one.hold.channel in seen)


def _visible(room: Room, team: str, user: str, whole: Home) -> Home:
    seen = _channels_of(room, team, user, (one.id for one in whole.channels))
    if room.directory.person(team, user, None).is_admin:
        # Of a channel that the bot was removed from nobody's membership can be looked up.
        seen |= {one.id for one in whole.channels if one.trouble is not None}
    channels = tuple(one for one in whole.channels if one.id in seen)
    hidden = [one.id for one in whole.channels if one.id not in seen]
    return replace(
        whole,
        holds=holds_seen_by(room, team, user, whole.holds),
        channels=channels,
        missing=tuple(one for one in whole.missing if not any(f"<#{h}>" in one for h in hidden)),
    )


def _channels_of(
    room: Room, team: str, user: str, channels: Iterable[str | None]
) -> frozenset[str]:
    asked = {channel for channel in channels if channel is not None}
    return frozenset(
        channel for channel in asked if room.directory.person(team, user, channel).in_channel
    )
