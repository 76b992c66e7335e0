"""One call of a Web API method: who calls, with what, and how it is refused."""

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from bot.sandbox.response_urls import ResponseUrls
from bot.sandbox.triggers import Triggers
from bot.sandbox.world.apps import App, Installation
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.world import World


class ApiError(Exception):
    """A refusal: `error` is Slack's code, `details` the keys that go along."""

    def __init__(self, error: str, **details: Any) -> None:
        super().__init__(error)
        self.error = error
        self.details = details


@dataclass(frozen=True, slots=True)
class Services:
    """What the methods need besides the world."""

    world: World
    app: App
    triggers: Triggers
    response_urls: ResponseUrls
    base_url: str
    socket_ticket: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Call:
    """A call with its parameters, as sent by form, query or JSON body."""

    services: Services
    params: Mapping[str, Any]
    token: str
    caller: Installation | None = None

    @property
    def world(self) -> World:
        """The world, locked while the method runs."""
        return self.services.world

    @property
    def me(self) -> Installation:
        """The installation that calls."""
        if self.caller is None:
            raise ApiError("invalid_auth")
        return self.caller

    def text(self, name: str, default: str = "") -> str:
        """Return a parameter as text."""
        value = self.params.get(name)
        return default if value is None else str(value)

    def flag(self, name: str) -> bool:
        """Return whether a parameter is switched on (`true`, `1`)."""
        return self.text(name).lower() in ("true", "1")

    def number(self, name: str, default: int, *, most: int = 1000) -> int:
        """Return a whole number between 1 and `most`; `invalid_limit` when it is none."""
        value = self.text(name)
        if not value:
            return default
        if not value.isdigit() or int(value) < 1:
            raise ApiError("invalid_limit")
        return min(int(value), most)

    def parsed(self, name: str, kind: type, error: str) -> Any:
        """Return a parameter that is JSON of this kind, or None when it is not given."""
        value = self.params.get(name)
        if value is None or value == "":
            return None
        if isinstance(value, str):
            try:
                value = json.loads(value)
            except ValueError:
                raise ApiError(error) from None
        if not isinstance(value, kind):
            raise ApiError(error)
        return value

    def needs(self, *scopes: str) -> None:
        """Refuse with `missing_scope` unless the token has one of these scopes."""
        if not any(scope in self.me.scopes for scope in scopes):
            raise ApiError(
                "missing_scope", needed=",".join(scopes), provided=",".join(self.me.scopes)
            )

    def channel(self, name: str = "channel") -> Channel:
        """Return the channel that a parameter names, by its id, if the caller may know it."""
        channel = self.world.channels.get(self.text(name))
        if channel is None or self.me.team not in channel.teams:
            self.fail("channel_not_found")
        if channel.is_private and self.me.bot_user not in channel.members:
            self.fail("channel_not_found")
        return channel

    def own_channel(self, name: str = "channel") -> Channel:
        """Return a channel in which the caller is a member, else `not_in_channel`."""
        channel = self.channel(name)
        if self.me.bot_user not in channel.members:
            self.fail("not_in_channel")
        return channel

    def fail(self, error: str, **details: Any) -> NoReturn:
        """Refuse the call."""
        raise ApiError(error, **details)

    def page(self, items: Sequence[Any], default: int) -> tuple[list[Any], str]:
        """Return the items of the page that `cursor` and `limit` ask for, and the next cursor."""
        limit, start = self.number("limit", default), decode_cursor(self.text("cursor"), "offset")
        first = int(start) if start else 0
        end = first + limit
        following = encode_cursor("offset", str(end)) if end < len(items) else ""
        return list(items[first:end]), following


def encode_cursor(kind: str, value: str) -> str:
    """Return an opaque cursor."""
    return base64.b64encode(f"{kind}:{value}".encode()).decode()


def decode_cursor(cursor: str, kind: str) -> str:
    """Return the value in a cursor of this kind, `""` for none; else `invalid_cursor`."""
    if not cursor:
        return ""
    try:
        found, _, value = base64.b64decode(cursor, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        raise ApiError("invalid_cursor") from None
    if found != kind or not value.isdigit():
        raise ApiError("invalid_cursor")
    return value


Answer = dict[str, Any]
Method = Callable[[Call], Answer]
