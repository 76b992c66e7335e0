"""A workspace as tests and demos furnish it: people, apps, channels, user groups."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.sandbox.world import membership
from bot.sandbox.world.apps import App, Installation, Manifest
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.people import Person, UserGroup, user_json
from bot.sandbox.world.posting import edit
from bot.sandbox.world.world import Happening, Team, World

_OTHER_APP_SCOPES = (
    "chat:write",
    "chat:write.customize",
    "channels:history",
    "channels:join",
    "channels:read",
    "groups:history",
    "groups:read",
    "reactions:write",
    "users:read",
)


class Workspace:
    """One workspace with the app under test installed, or not yet.

    Every method may be called from any thread, before or after the sandbox is started. People
    and channels are named by the ids that the `add_…` methods return.
    """

    def __init__(self, world: World, team: Team, app: App) -> None:
        self._world = world
        self.team = team
        self._app = app

    @property
    def id(self) -> str:
        """The team id."""
        return self.team.id

    @property
    def installation(self) -> Installation:
        """The installation of the app under test; LookupError when it is not installed."""
        try:
            return self._app.installations[self.id]
        except KeyError:
            raise LookupError(
                f"the app is not installed in workspace {self.team.name}: call install() first"
            ) from None

    @property
    def bot_token(self) -> str:
        """The bot token (`xoxb-…`) of the app under test."""
        return self.installation.bot_token

    @property
    def bot_user(self) -> str:
        """The user id of the bot of the app under test."""
        return self.installation.bot_user

    def install(self) -> Installation:
        """Install the app under test; again: with a new token and the manifest's scopes."""
        with self._world.locked() as world:
            return world.install(self._app, self.team)

    def uninstall(self) -> None:
        """Remove the app under test: its token dies, and it is told of that."""
        with self._world.locked() as world:
            installation = self.installation
            revoked = {"oauth": [], "bot": [installation.bot_user]}
            for event in (
                {"type": "app_uninstalled"},
                {"type": "tokens_revoked", "tokens": revoked},
            ):
                world.publish(Happening(self.id, event, app_id=self._app.id))
            installation.revoked = True

    def add_person(
        self,
        name: str,
        real_name: str = "",
        *,
        tz: str = "Europe/Berlin",
        admin: bool = False,
        owner: bool = False,
        guest: str = "",
        deleted: bool = False,
    ) -> str:
        """Add a human member and return the user id.

        Args:
            name: The handle.
            real_name: The full name; without it, made from the handle.
            tz: Name of the time zone.
            admin: Whether a workspace admin.
            owner: Whether a workspace owner (and so an admin).
            guest: `"multi"` or `"single"` for a guest.
            deleted: Whether deactivated.
        """
        with self._world.locked() as world:
            person = Person(
                id=world.ids.new("U"),
                team=self.id,
                name=name,
                real_name=real_name or name.replace(".", " ").title(),
                tz=tz,
                is_admin=admin or owner,
                is_owner=owner,
                guest=guest,
                deleted=deleted,
                email=f"{name}@{self.team.domain}.example",
                updated=world.clock(),
            )
            world.people[person.id] = person
            return person.id

    def change_person(self, user: str, **changes: Any) -> None:
        """Change a person (`is_admin`, `guest`, `deleted`, `tz` …) and send `user_change`."""
        with self._world.locked() as world:
            person = world.people[user]
            for key, value in changes.items():
                if not hasattr(person, key):
                    raise AttributeError(f"a person has no {key}: see world.people.Person")
                setattr(person, key, value)
            person.updated = world.clock()
            shown = user_json(person, self.id)
            event = {"type": "user_change", "user": shown, "cache_ts": world.clock()}
            world.publish(Happening(self.id, event))
            world.changed()

    def add_app(self, name: str, *, icon: str = "", scopes: Sequence[str] = ()) -> Installation:
        """Add another app, with a bot user and a token; it does not listen to events."""
        with self._world.locked() as world:
            granted = tuple(scopes) or _OTHER_APP_SCOPES
            manifest = Manifest(name=name, bot_name=name, bot_scopes=granted)
            return world.install(world.add_app(manifest, icon), self.team)

    def add_channel(
        self,
        name: str,
        *,
        members: Iterable[str] = (),
        private: bool = False,
        topic: str = "",
        shared_with: Iterable["Workspace"] = (),
    ) -> str:
        """Add a channel and return its id; its first members cause no events.

        Args:
            name: The name without `#`.
            members: User ids, bot users included.
            private: Whether only members see it.
            topic: The topic, set by the first member.
            shared_with: Workspaces of other organisations that share it.
        """
        with self._world.locked() as world:
            members = list(members)
            channel = Channel(
                id=world.ids.new("C"),
                name=name,
                kind="group" if private else "channel",
                creator=members[0] if members else "USLACKBOT",
                created=world.clock(),
                teams=[self.id, *(other.id for other in shared_with)],
                members=members,
            )
            if topic:
                channel.topic.value = topic
                channel.topic.creator = channel.creator
                channel.topic.last_set = world.clock()
            world.channels[channel.id] = channel
            world.changed(channel.id)
            return channel.id

    def invite(self, channel: str, user: str, inviter: str | None = None) -> None:
        """Make somebody a member of a channel."""
        with self._world.locked() as world:
            membership.join(world, world.channels[channel], world.people[user], inviter)

    def remove(self, channel: str, user: str) -> None:
        """End somebody's membership of a channel."""
        with self._world.locked() as world:
            membership.leave(world, world.channels[channel], world.people[user])

    def rename_channel(self, channel: str, name: str, by: str) -> None:
        """Rename a channel."""
        with self._world.locked() as world:
            membership.rename(world, world.channels[channel], name, by)

    def archive_channel(self, channel: str, by: str, *, archived: bool = True) -> None:
        """Archive a channel, or with `archived=False` bring it back."""
        with self._world.locked() as world:
            membership.archive(world, world.channels[channel], by, archived=archived)

    def set_topic(self, channel: str, topic: str, by: str) -> None:
        """Set the topic of a channel, as a person, a guest or a bot user."""
        with self._world.locked() as world:
            membership.set_topic(world, world.channels[channel], topic, by)

    def unfurl(self, channel: str, ts: str, attachments: list[dict[str, Any]]) -> None:
        """Attach link previews to a message, as Slack does some moments after the post."""
        with self._world.locked() as world:
            message = world.message(channel, ts)
            if message is None:
                raise LookupError(f"no message {ts} in {channel}")
            edit(world, world.channels[channel], message, {"attachments": attachments})

    def add_group(self, handle: str, name: str, users: Iterable[str]) -> str:
        """Add a user group and return its id (`S…`)."""
        with self._world.locked() as world:
            users, now = list(users), world.clock()
            creator = users[0] if users else "USLACKBOT"
            group = UserGroup(world.ids.new("S"), self.id, handle, name, users, creator, now, now)
            world.groups[group.id] = group
            return group.id

    def set_group_members(self, group: str, users: Iterable[str]) -> None:
        """Replace the members of a user group and send `subteam_members_changed`."""
        with self._world.locked() as world:
            changed, users = world.groups[group], list(users)
            added = [one for one in users if one not in changed.users]
            removed = [one for one in changed.users if one not in users]
            event = {
                "type": "subteam_members_changed",
                "subteam_id": group,
                "team_id": self.id,
                "date_previous_update": changed.date_update,
                "date_update": world.clock(),
                "added_users": added,
                "added_users_count": len(added),
                "removed_users": removed,
                "removed_users_count": len(removed),
                "event_ts": world.event_ts(),
            }
            changed.users, changed.date_update = users, world.clock()
            world.publish(Happening(self.id, event))

    def disable_group(self, group: str) -> None:
        """Disable a user group: it stays listed, with the date of its end."""
        with self._world.locked() as world:
            world.groups[group].date_delete = world.clock()
