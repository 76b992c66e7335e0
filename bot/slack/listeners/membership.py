"""Where the bot is, what channels are called, and when facts about people changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slack_bolt import App, BoltContext

from bot.application.team.watch_channel import (
    channel_back,
    channel_left,
    channel_renamed,
    joined_channel,
)
from bot.slack.answering import team_of
from bot.slack.once import Once
from bot.slack.patience import patiently
from bot.slack.room import Room

Happened = Callable[[Room, str, dict[str, Any]], None]
Concerns = Callable[[Room, str, dict[str, Any]], bool]


def register(app: App, room: Room) -> None:
    """Listen to what happens to channels and people."""
    app.event("member_joined_channel")(_once(room, _joined, concerns=_is_ours))
    for name, do in _OF_CHANNELS.items():
        app.event(name)(_once(room, do))
    for name, do in _OF_PEOPLE.items():
        app.event(name)(_always(room, do))


def _once(room: Room, do: Happened, concerns: Concerns | None = None) -> Callable[..., None]:
    def on_event(event: dict[str, Any], body: dict[str, Any], context: BoltContext) -> None:
        team = team_of(context)
        if concerns is not None and not concerns(room, team, event):
            return
        once = Once(room.negmem, team, f"event:{body.get('event_id')}")
        patiently(lambda: do(room, team, event) if once.ours() else None)

    return on_event


def _always(room: Room, do: Happened) -> Callable[..., None]:
    """Forgetting twice does no harm, and there are many of these."""

    def on_event(event: dict[str, Any], context: BoltContext) -> None:
        team = team_of(context)
        patiently(lambda: do(room, team, event))

    return on_event


def _is_ours(room: Room, team: str, event: dict[str, Any]) -> bool:
    """Whether the bot itself joined: people join all the time, and nothing is written for them."""
    return bool(event.get("user") == room.installations.of(team).us.bot_user)


def _joined(room: Room, team: str, event: dict[str, Any]) -> None:
    joined_channel(room.negmem, team, event["channel"])


def _left(room: Room, team: str, event: dict[str, Any]) -> None:
    channel_left(room.negmem, team, event["channel"], "not_in_channel")


def _archived(room: Room, team: str, event: dict[str, Any]) -> None:
    channel_left(room.negmem, team, event["channel"], "is_archived")


def _unarchived(room: Room, team: str, event: dict[str, Any]) -> None:
    channel_back(room.negmem, team, event["channel"])


def _renamed(room: Room, team: str, event: dict[str, Any]) -> None:
    channel_renamed(room.negmem, team, event["channel"]["id"])


def _person_changed(room: Room, team: str, event: dict[str, Any]) -> None:
    room.directory.forget_person(team, event["user"]["id"])


def _group_changed(room: Room, team: str, _event: dict[str, Any]) -> None:
    room.directory.forget_groups(team)


_OF_CHANNELS: dict[str, Happened] = {
    "channel_left": _left,
    "group_left": _left,
    "channel_archive": _archived,
    "group_archive": _archived,
    "channel_unarchive": _unarchived,
    "group_unarchive": _unarchived,
    "channel_rename": _renamed,
    "group_rename": _renamed,
}

_OF_PEOPLE: dict[str, Happened] = {
    "user_change": _person_changed,
    "subteam_members_changed": _group_changed,
    "subteam_updated": _group_changed,
}
