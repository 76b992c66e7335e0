"""Clicks, commands, shortcuts and submitted forms, as plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.slack.parsing.mrkdwn import plain_text

FormValue = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asker:
    """A person who did something, and where.

    Attributes:
        team: Workspace in which the app acts.
        user: User id.
        channel: Channel, or None in Home and in forms opened from there.
        thread_ts: Thread in which the answer belongs, or None.
        trigger_id: Opens a form within three seconds; "" where none came.
        from_home: It was done in Home, or in a form opened from there.
        view_id: A form that is open already and waits to be filled; "" where none is.
    """

    team: str
    user: str
    channel: str | None = None
    thread_ts: str | None = None
    trigger_id: str = ""
    from_home: bool = False
    view_id: str = ""


@dataclass(frozen=True, slots=True)
class Click:
    """A press of a button or a choice in a menu.

    Attributes:
        asker: Who, where.
        action_id, block_id, value: What was pressed; of a menu, what was chosen.
        view: The form or Home in which it stands, or None.
    """

    asker: Asker
    action_id: str
    block_id: str
    value: str
    view: Mapping[str, Any] | None = None

    def ids(self, count: int) -> tuple[str, ...]:
        """The ids in the value, filled up with empty ones."""
        return ids_in(self.value, count)


@dataclass(frozen=True, slots=True)
class Command:
    """`/negmem NAME REST`."""

    asker: Asker
    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class OnMessage:
    """A message shortcut: the message on which it was chosen."""

    asker: Asker
    message: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted form.

    Attributes:
        asker: Who, and the channel that the form remembers.
        values: By block id; several choices are a tuple.
        private: What the form remembers, ids only.
    """

    asker: Asker
    values: Mapping[str, FormValue]
    private: Mapping[str, Any] = field(default_factory=dict)

    def fields(self) -> dict[str, str]:
        """The values as texts; several choices are joined by commas."""
        return {
            key: value if isinstance(value, str) else ", ".join(value)
            for key, value in self.values.items()
        }


def ids_in(value: str, count: int) -> tuple[str, ...]:
    """The ids that a button's value or a block's id joins, filled up with empty ones."""
    return tuple((value.split("|") + [""] * count)[:count])


def version_in(part: str) -> int | None:
    """Which version of an entry was drawn; None on a card from before it was said."""
    return int(part) if part.isdecimal() and part.isascii() else None


def read_click(team: str, body: Mapping[str, Any]) -> Click:
    """Read an interaction of type `block_actions`."""
    action = _first(body.get("actions"))
    view = body.get("view") if isinstance(body.get("view"), Mapping) else None
    return Click(
        asker=_asker_of_click(team, body, view),
        action_id=_text(action, "action_id"),
        block_id=_text(action, "block_id"),
        value=_joined(element_value(action)),
        view=view,
    )


def read_command(team: str, body: Mapping[str, Any]) -> Command:
    """Read a slash command; its first word is the name, in lower case."""
    text = plain_text(_text(body, "text")).strip()
    name, _, rest = text.partition(" ")
    asker = Asker(
        team,
        _text(body, "user_id"),
        _text(body, "channel_id") or None,
        trigger_id=_text(body, "trigger_id"),
    )
    return Command(asker, name.lower(), rest.strip())


def read_message_shortcut(team: str, body: Mapping[str, Any]) -> OnMessage:
    """Read a shortcut on a message."""
    message = _map(body.get("message"))
    asker = Asker(
        team,
        _text(_map(body.get("user")), "id"),
        _text(_map(body.get("channel")), "id") or None,
        _text(message, "thread_ts") or None,
        _text(body, "trigger_id"),
    )
    return OnMessage(asker, message)


def read_submission(team: str, body: Mapping[str, Any]) -> Submission:
    """Read a submitted form."""
    view = _map(body.get("view"))
    private = private_of(view)
    asker = Asker(
        team,
        _text(_map(body.get("user")), "id"),
        private.get("channel"),
        private.get("thread_ts"),
        _text(body, "trigger_id"),
        bool(private.get("from_home")),
    )
    return Submission(asker, values_of(view), private)


def remembered(asker: Asker, **more: str | int | None) -> dict[str, Any]:
    """What a form remembers of who opened it, and `more`; see `private_of`."""
    where = {"channel": asker.channel, "thread_ts": asker.thread_ts, "from_home": asker.from_home}
    return {**where, **more}


def private_of(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a form remembers; empty for one of another kind or from before a change."""
    try:
        found = json.loads(_text(view, "private_metadata") or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, Mapping) else {}


def values_of(view: Mapping[str, Any]) -> dict[str, FormValue]:
    """The values of a form's inputs, by block id."""
    state = _map(_map(view.get("state")).get("values"))
    return {
        block_id: element_value(_first(list(_map(elements).values())))
        for block_id, elements in state.items()
    }


def element_value(element: Mapping[str, Any]) -> FormValue:
    """What an element holds; "" or an empty tuple where nothing was chosen."""
    for key in ("selected_options", "selected_users", "selected_conversations"):
        if isinstance(element.get(key), list):
            return tuple(_choice(one) for one in element[key])
    for key in ("selected_option", "selected_user", "selected_conversation", "selected_channel"):
        if element.get(key) is not None:
            return _choice(element[key])
    return _text(element, "value")


def _choice(one: object) -> str:
    if isinstance(one, Mapping):
        return _text(one, "value")
    return one if isinstance(one, str) else ""


def _asker_of_click(team: str, body: Mapping[str, Any], view: Mapping[str, Any] | None) -> Asker:
    message = _map(body.get("message"))
    channel = _text(_map(body.get("channel")), "id") or _text(
        _map(body.get("container")), "channel_id"
    )
    remembered = private_of(view).get("channel") if view else None
    # A card that was sent to the channel too is clicked there as well: an answer in the thread
    # would not be seen from the channel.
    sent_to_channel = message.get("subtype") == "thread_broadcast"
    thread_ts = None if sent_to_channel else _text(message, "thread_ts") or None
    return Asker(
        team,
        _text(_map(body.get("user")), "id"),
        channel or remembered,
        thread_ts,
        _text(body, "trigger_id"),
        bool(view and (view.get("type") == "home" or private_of(view).get("from_home"))),
    )


def _joined(value: FormValue) -> str:
    return value if isinstance(value, str) else ",".join(value)


def _first(items: object) -> Mapping[str, Any]:
    return _map(items[0]) if isinstance(items, list) and items else {}


def _map(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _text(node: Mapping[str, Any], key: str) -> str:
    value = node.get(key)
    return value if isinstance(value, str) else ""
