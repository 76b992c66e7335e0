"""Everything that exists in the sandbox, behind one lock."""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.world.apps import App, Installation, Manifest, bot_profile
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.files import StoredFile
from bot.sandbox.world.identifiers import (
    Identifiers,
    new_app_token,
    new_bot_token,
    new_secret,
)
from bot.sandbox.world.messages import Message
from bot.sandbox.world.people import Person, UserGroup
from bot.sandbox.world.views import View


@dataclass(slots=True)
class Team:
    """A workspace."""

    id: str
    name: str
    domain: str
    created: int


@dataclass(frozen=True, slots=True)
class Happening:
    """An event before it is put into an app's envelope.

    Attributes:
        team: The workspace in which it happened.
        event: The inner event, as Slack sends it.
        channel: Where; None for what concerns the workspace or one person.
        app_id: The only app that is told; None: every app that is entitled.
    """

    team: str
    event: dict[str, Any]
    channel: Channel | None = None
    app_id: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a page may have to draw again: who sees it, and where it is.

    Attributes:
        channel: Id of the channel, or None for a view or a list.
        users: The only people who see it; None: everybody who sees the channel.
    """

    channel: str | None = None
    users: frozenset[str] | None = None


@dataclass(slots=True)
class World:
    """The state. Read and change it only inside `locked`.

    Attributes:
        stacks: user id -> ids of the open modals, the one in front last.
        homes: (bot id, user id) -> id of the Home tab.
        oauth_codes: code -> the workspace that it installs the app in.
        now: Unix seconds; drives ts, triggers and expiries.
        listeners: Called for each happening, in order, inside the lock.
        watchers: Called for each change, inside the lock.
    """

    now: Callable[[], float]
    ids: Identifiers = field(default_factory=Identifiers)
    teams: dict[str, Team] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    groups: dict[str, UserGroup] = field(default_factory=dict)
    apps: dict[str, App] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    messages: dict[str, list[Message]] = field(default_factory=dict)
    ephemerals: dict[str, list[Message]] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)
    stacks: dict[str, list[str]] = field(default_factory=dict)
    homes: dict[tuple[str, str], str] = field(default_factory=dict)
    files: dict[str, StoredFile] = field(default_factory=dict)
    oauth_codes: dict[str, str] = field(default_factory=dict)
    listeners: list[Callable[[Happening], None]] = field(default_factory=list)
    watchers: list[Callable[[Change], None]] = field(default_factory=list)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _last_event: int = 0
    _places: dict[tuple[str, str], Message] = field(default_factory=dict)
    _threads: dict[tuple[str, str], list[Message]] = field(default_factory=dict)

    @contextmanager
    def locked(self) -> Iterator["World"]:
        """Hold the lock; what is done inside is seen as one step."""
        with self._lock:
            yield self

    def publish(self, happening: Happening) -> None:
        """Tell the listeners, and whoever watches the channel."""
        for listener in self.listeners:
            listener(happening)
        if happening.channel is not None:
            self.changed(happening.channel.id)

    def changed(self, channel: str | None = None, users: frozenset[str] | None = None) -> None:
        """Tell the watchers that there is something to draw again."""
        for watcher in self.watchers:
            watcher(Change(channel, users))

    def event_ts(self) -> str:
        """Return the ts of an event that is not a post, unique and increasing."""
        self._last_event = max(int(self.now() * 1_000_000), self._last_event + 1)
        return f"{self._last_event // 1_000_000}.{self._last_event % 1_000_000:06d}"

    def clock(self) -> int:
        """Return the time in whole Unix seconds."""
        return int(self.now())

    def add_team(self, name: str, domain: str) -> Team:
        """Make a workspace."""
        team = Team(self.ids.new("T"), name, domain, self.clock())
        self.teams[team.id] = team
        return team

    def add_app(self, manifest: Manifest, icon: str = "") -> App:
        """Register an app with secrets of its own; it is not installed anywhere yet."""
        app_id = self.ids.new("A")
        app = App(
            id=app_id,
            manifest=manifest,
            client_id=f"{len(self.apps) + 1}000000000.{len(self.apps) + 1}000000001",
            client_secret=new_secret(),
            signing_secret=new_secret(),
            verification_token=new_secret()[:24],
            app_token=new_app_token(app_id),
            icon=icon,
        )
        self.apps[app.id] = app
        return app

    def install(self, app: App, team: Team) -> Installation:
        """Install an app, or install it again with a new token; its bot user stays the same."""
        known = app.installations.get(team.id)
        if known is not None:
            known.revoked, known.bot_token = False, new_bot_token()
            known.scopes = app.manifest.bot_scopes
            return known
        bot = Person(
            id=self.ids.new("U"),
            team=team.id,
            name=app.manifest.bot_name.lower().replace(" ", "_"),
            real_name=app.manifest.bot_name,
            tz="UTC",
            bot_id=self.ids.new("B"),
            app_id=app.id,
            image=app.icon,
            updated=self.clock(),
        )
        self.people[bot.id] = bot
        installation = Installation(
            app=app,
            team=team.id,
            bot_user=bot.id,
            bot_id=bot.bot_id or "",
            bot_token=new_bot_token(),
            scopes=app.manifest.bot_scopes,
            updated=self.clock(),
        )
        app.installations[team.id] = installation
        return installation

    def installation_of_token(self, token: str) -> Installation | None:
        """Return the installation that a bot token belongs to, or None."""
        for app in self.apps.values():
            for installation in app.installations.values():
                if installation.bot_token == token and not installation.revoked:
                    return installation
        return None

    def was_token(self, token: str) -> bool:
        """Return whether a token belonged to an app that has been removed since."""
        return any(
            installation.bot_token == token and installation.revoked
            for app in self.apps.values()
            for installation in app.installations.values()
        )

    def installation_of_bot(self, bot_id: str) -> Installation | None:
        """Return the installation with this bot id, or None."""
        for app in self.apps.values():
            for installation in app.installations.values():
                if installation.bot_id == bot_id:
                    return installation
        return None

    def add_message(self, message: Message) -> None:
        """Put a message in its place."""
        self.messages.setdefault(message.channel, []).append(message)
        self._places[(message.channel, message.ts)] = message
        if message.is_reply:
            self._threads.setdefault((message.channel, message.thread_ts or ""), []).append(message)

    def remove_message(self, message: Message) -> None:
        """Take a message out."""
        self.messages[message.channel].remove(message)
        del self._places[(message.channel, message.ts)]
        if message.is_reply:
            self._threads[(message.channel, message.thread_ts or "")].remove(message)

    def message(self, channel: str, ts: str) -> Message | None:
        """Return a message by its place, or None."""
        return self._places.get((channel, ts))

    def replies(self, channel: str, thread_ts: str) -> list[Message]:
        """Return the replies below a parent, oldest first, without the parent."""
        return list(self._threads.get((channel, thread_ts), ()))

    def profile_of(self, installation: Installation) -> dict[str, Any]:
        """Return the `bot_profile` of an installed app."""
        return bot_profile(installation)

    def lookup(self, *teams: str) -> Callable[[str], tuple[str, str] | None]:
        """Return the look-up of names that a text typed in these workspaces needs."""

        def find(name: str) -> tuple[str, str] | None:
            if name.startswith("<"):
                return self._by_id(name[2:-1])
            return self._by_handle(teams, name[0], name[1:].rstrip(".-_"))

        return find

    def _by_id(self, identifier: str) -> tuple[str, str] | None:
        if identifier in self.people:
            return "user", identifier
        channel = self.channels.get(identifier)
        return None if channel is None else ("channel", f"{channel.id}|{channel.name}")

    def _by_handle(self, teams: Collection[str], sign: str, name: str) -> tuple[str, str] | None:
        named: Mapping[str, Any] = self.channels if sign == "#" else self.people
        for one in named.values():
            if one.name != name:
                continue
            if sign == "#" and set(teams) & set(one.teams) and not one.is_private:
                return "channel", f"{one.id}|{one.name}"
            if sign == "@" and one.team in teams and not one.deleted:
                return "user", one.id
        if sign == "@":
            for group in self.groups.values():
                if group.handle == name and group.team in teams and not group.date_delete:
                    return "usergroup", group.id
        return None
