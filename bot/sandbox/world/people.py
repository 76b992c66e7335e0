"""People, bot users and user groups, and the forms in which the Web API shows them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo


@dataclass(slots=True)
class Person:
    """A member of a workspace: a human being or the bot user of an app.

    Attributes:
        team: The workspace (and so the organisation) that the person belongs to.
        name: The handle, as in `@mara`.
        guest: `""`, `"multi"` (multi-channel guest) or `"single"` (single-channel guest).
    """

    id: str
    team: str
    name: str
    real_name: str
    tz: str = "Europe/Berlin"
    is_admin: bool = False
    is_owner: bool = False
    is_primary_owner: bool = False
    guest: str = ""
    deleted: bool = False
    bot_id: str | None = None
    app_id: str | None = None
    email: str | None = None
    color: str = "9f69e7"
    image: str = ""
    updated: int = 0

    @property
    def is_bot(self) -> bool:
        """Whether this is an app's bot user."""
        return self.bot_id is not None


@dataclass(slots=True)
class UserGroup:
    """A user group such as `@oncall-payments`."""

    id: str
    team: str
    handle: str
    name: str
    users: list[str]
    created_by: str
    date_create: int
    date_update: int
    date_delete: int = 0


def user_json(person: Person, viewer_team: str) -> dict[str, Any]:
    """Return a person as `users.info` shows them to an app of `viewer_team`.

    People of another organisation carry their own `team_id`, `is_stranger` and no role of
    theirs; deactivated ones carry `deleted` and lose the fields that Slack drops then.
    """
    user: dict[str, Any] = {
        "id": person.id,
        "team_id": person.team,
        "name": person.name,
        "deleted": person.deleted,
        "color": person.color,
        "real_name": person.real_name,
        **_zone(person.tz),
        "profile": profile_json(person),
        "is_bot": person.is_bot,
        "is_app_user": False,
        "updated": person.updated,
    }
    if person.deleted:
        del user["color"], user["real_name"], user["tz"], user["tz_label"], user["tz_offset"]
        return user
    outside = person.team != viewer_team
    user |= {
        "is_admin": person.is_admin and not outside,
        "is_owner": person.is_owner and not outside,
        "is_primary_owner": person.is_primary_owner and not outside,
        "is_restricted": bool(person.guest) and not outside,
        "is_ultra_restricted": person.guest == "single" and not outside,
        "is_email_confirmed": not person.is_bot,
        "who_can_share_contact_card": "EVERYONE",
    }
    if outside:
        user["is_stranger"] = True
    return user


def slackbot(team: str) -> Person:
    """Return Slackbot, whom every workspace has and who, oddly, is no bot to the Web API."""
    return Person("USLACKBOT", team, "slackbot", "Slackbot", tz="America/Los_Angeles")


def profile_json(person: Person) -> dict[str, Any]:
    """Return the `profile` object of a person."""
    first, _, last = person.real_name.partition(" ")
    profile: dict[str, Any] = {
        "title": "",
        "phone": "",
        "skype": "",
        "real_name": person.real_name,
        "real_name_normalized": person.real_name,
        "display_name": "" if person.is_bot else person.name,
        "display_name_normalized": "" if person.is_bot else person.name,
        "status_text": "",
        "status_emoji": "",
        "status_expiration": 0,
        "avatar_hash": f"g{person.id.lower()}",
        "first_name": first,
        "last_name": last,
        "team": person.team,
    }
    if person.image:
        sizes = (24, 32, 48, 72, 192, 512)
        profile |= {f"image_{size}": person.image for size in sizes}
    if person.is_bot:
        profile |= {"bot_id": person.bot_id, "api_app_id": person.app_id, "always_active": True}
    elif person.email:
        profile["email"] = person.email
    return profile


def group_json(group: UserGroup, *, with_users: bool, with_count: bool) -> dict[str, Any]:
    """Return a user group as `usergroups.list` shows it."""
    shown: dict[str, Any] = {
        "id": group.id,
        "team_id": group.team,
        "is_usergroup": True,
        "is_subteam": True,
        "name": group.name,
        "description": "",
        "handle": group.handle,
        "is_external": False,
        "date_create": group.date_create,
        "date_update": group.date_update,
        "date_delete": group.date_delete,
        "auto_provision": False,
        "enterprise_subteam_id": "",
        "created_by": group.created_by,
        "updated_by": group.created_by,
        "prefs": {"channels": [], "groups": []},
    }
    if with_users:
        shown["users"] = list(group.users)
    if with_count:
        shown["user_count"] = len(group.users)
    return shown


def _zone(name: str) -> dict[str, Any]:
    # The offset depends on the season only; a label is not worth a table of its own.
    zone = datetime.now(ZoneInfo(name))
    offset = zone.utcoffset()
    return {
        "tz": name,
        "tz_label": zone.tzname() or name,
        "tz_offset": int(offset.total_seconds()) if offset else 0,
    }
