"""What happened in a channel: a message event as one of a few plain facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeGuard

from bot.domain.action import Place
from bot.domain.storable import storable
from bot.slack.parsing.content import text_of
from bot.slack.parsing.seal import seal_of
from bot.slack.parsing.unfurls import is_from_app

_SLACKBOT = "USLACKBOT"
# Subtypes in which somebody says something; every other one reports what happened to the channel.
_SPEECH = (None, "bot_message", "thread_broadcast", "file_share", "me_message")


class Speaker(StrEnum):
    """What kind of author a message has."""

    PERSON = "person"
    AGENT = "agent"
    NOBODY = "nobody"
    """Ourselves, Slackbot, and the channel's own notices."""


@dataclass(frozen=True, slots=True)
class Us:
    """How our own posts are told apart: by app, by bot and by bot user."""

    app_id: str | None
    bot_id: str
    bot_user: str

    def wrote(self, message: Mapping[str, Any]) -> bool:
        """Whether the message is ours, whatever name it is shown under."""
        profile = message.get("bot_profile")
        app_ids = (message.get("app_id"), profile.get("app_id") if _is_map(profile) else None)
        return (
            message.get("bot_id") == self.bot_id
            or message.get("user") == self.bot_user
            or (self.app_id is not None and self.app_id in app_ids)
        )


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said something.

    Attributes:
        place: Where; its `ts` is the message's.
        text: Its whole text.
        seal: Hash of all that is shown of it; see `seal`.
        speaker: Agent or person.
        announcer: App id, else bot id, else user id.
        user: User id under which it was said, if any.
        at: When, from its ts.
        is_complete: False while a streamed message is still being written.
    """

    place: Place
    text: str
    speaker: Speaker
    announcer: str
    user: str | None
    at: datetime
    is_complete: bool = True
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Edited:
    """The content of a message changed; `said` is what it says now."""

    said: Said


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message is gone; `ours` when we had posted it."""

    place: Place
    ours: bool = False


@dataclass(frozen=True, slots=True)
class TopicSet:
    """The channel's topic was set, by `user`."""

    team: str
    channel: str
    topic: str
    user: str | None


Heard = Said | Edited | Deleted | TopicSet


def read_event(team: str, event: Mapping[str, Any], us: Us) -> Heard | None:
    """What a message event says, or None if there is nothing in it for us.

    Args:
        team: Workspace in which the app got the event.
        event: An event of type `message`, in any shape.
        us: How to know our own posts.
    """
    channel = event.get("channel")
    if not isinstance(channel, str) or not channel:
        return None
    subtype = event.get("subtype")
    if subtype == "message_changed":
        return _edited(team, channel, event, us)
    if subtype == "message_deleted":
        return _deleted(team, channel, event, us)
    if subtype in ("channel_topic", "group_topic"):
        return TopicSet(team, channel, _text(event, "topic"), _text(event, "user") or None)
    return read_message(team, channel, event, us, as_posted=True)


def read_message(
    team: str, channel: str, message: Mapping[str, Any], us: Us, *, as_posted: bool = False
) -> Said | None:
    """What a message says, or None for our own, Slackbot's, and notices about the channel.

    Args:
        team: Workspace.
        channel: Where it stands.
        message: In any shape.
        us: How to know our own posts.
        as_posted: It comes as the event of its post, and not read back or as a change.
    """
    speaker = _speaker(message, us)
    ts = _text(message, "ts")
    at = moment_of(ts)
    if speaker is Speaker.NOBODY or at is None:
        return None
    thread_ts = _text(message, "thread_ts")
    return Said(
        place=Place(team, channel, ts, thread_ts if thread_ts and thread_ts != ts else None),
        text=storable(text_of(message, as_posted=as_posted)),
        speaker=speaker,
        announcer=_announcer(message),
        user=_text(message, "user") or None,
        at=at,
        is_complete=message.get("streaming_state") != "in_progress",
        seal=seal_of(message),
    )


def moment_of(ts: str) -> datetime | None:
    """The aware moment of a Slack ts ("1764428400.000100"), or None if it is not one."""
    try:
        return datetime.fromtimestamp(float(ts), UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _edited(team: str, channel: str, event: Mapping[str, Any], us: Us) -> Heard | None:
    message, before = event.get("message"), event.get("previous_message")
    if not _is_map(message):
        return None
    if message.get("subtype") == "tombstone":
        # A deleted parent that still has replies arrives as a change.
        return _deleted(team, channel, {**event, "deleted_ts": message.get("ts")}, us)
    said = read_message(team, channel, message, us)
    if said is None or not said.is_complete:
        return None
    if _is_map(before) and _was_complete(before) and seal_of(before) == said.seal:
        return None
    return Edited(said)


def _was_complete(message: Mapping[str, Any]) -> bool:
    return message.get("streaming_state") != "in_progress"


def _deleted(team: str, channel: str, event: Mapping[str, Any], us: Us) -> Deleted | None:
    before = event.get("previous_message")
    known = before if _is_map(before) else {}
    ts = _text(event, "deleted_ts") or _text(known, "ts")
    if not ts:
        return None
    thread_ts = _text(known, "thread_ts")
    place = Place(team, channel, ts, thread_ts if thread_ts and thread_ts != ts else None)
    return Deleted(place, ours=us.wrote(known))


def _speaker(message: Mapping[str, Any], us: Us) -> Speaker:
    if us.wrote(message) or message.get("user") == _SLACKBOT:
        return Speaker.NOBODY
    if message.get("subtype") not in _SPEECH:
        return Speaker.NOBODY
    if is_from_app(message):
        return Speaker.AGENT
    return Speaker.PERSON if message.get("user") else Speaker.NOBODY


def _announcer(message: Mapping[str, Any]) -> str:
    profile = message.get("bot_profile")
    known = (
        _text(message, "app_id"),
        _text(profile, "app_id") if _is_map(profile) else "",
        _text(message, "bot_id"),
        _text(message, "user"),
    )
    return next((one for one in known if one), "unknown")


def _text(node: Mapping[str, Any], key: str) -> str:
    value = node.get(key)
    return value if isinstance(value, str) else ""


def _is_map(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)
