"""users.*, usergroups.* and bots.info."""

from typing import Any

from bot.sandbox.web_api.call import Answer, Call, Method
from bot.sandbox.world.apps import icons
from bot.sandbox.world.people import Person, UserGroup, group_json, slackbot, user_json


def info(call: Call) -> Answer:
    """Show one person."""
    call.needs("users:read")
    user = call.text("user")
    person = slackbot(call.me.team) if user == "USLACKBOT" else call.world.people.get(user)
    if person is None:
        call.fail("user_not_found")
    if not _known(call, person):
        call.fail("user_not_visible")
    return {"user": _shown(call, person)}


def list_people(call: Call) -> Answer:
    """List the members of the workspace, page by page."""
    call.needs("users:read")
    people = [one for one in call.world.people.values() if one.team == call.me.team]
    people.insert(0, slackbot(call.me.team))
    page, cursor = call.page(people, 1000)
    return {
        "members": [_shown(call, one) for one in page],
        "cache_ts": call.world.clock(),
        "response_metadata": {"next_cursor": cursor},
    }


def lookup_by_email(call: Call) -> Answer:
    """Find a member by address."""
    call.needs("users:read.email")
    wanted = call.text("email").lower()
    members = (one for one in call.world.people.values() if one.team == call.me.team)
    found = next((one for one in members if one.email == wanted and not one.deleted), None)
    if found is None:
        call.fail("users_not_found")
    return {"user": _shown(call, found)}


def list_groups(call: Call) -> Answer:
    """List the user groups of the workspace."""
    call.needs("usergroups:read")
    users, count = call.flag("include_users"), call.flag("include_count")
    groups = [
        group_json(group, with_users=users, with_count=count)
        for group in call.world.groups.values()
        if group.team == call.me.team
        if call.flag("include_disabled") or not group.date_delete
    ]
    return {"usergroups": groups}


def list_group_members(call: Call) -> Answer:
    """List the members of a user group."""
    call.needs("usergroups:read")
    group: UserGroup | None = call.world.groups.get(call.text("usergroup"))
    if group is None or group.team != call.me.team:
        call.fail("no_such_subteam")
    if group.date_delete and not call.flag("include_disabled"):
        call.fail("no_such_subteam")
    return {"users": list(group.users)}


def bot_info(call: Call) -> Answer:
    """Show a bot."""
    call.needs("users:read")
    found = call.world.installation_of_bot(call.text("bot"))
    if found is None:
        call.fail("bot_not_found")
    bot = {
        "id": found.bot_id,
        "deleted": found.revoked,
        "name": found.app.manifest.name,
        "updated": found.updated,
        "app_id": found.app.id,
        "user_id": found.bot_user,
        "icons": icons(found.app),
    }
    return {"bot": bot}


def _known(call: Call, person: Person) -> bool:
    if person.team == call.me.team:
        return True
    return any(
        call.me.team in channel.teams and person.id in channel.members
        for channel in call.world.channels.values()
    )


def _shown(call: Call, person: Person) -> dict[str, Any]:
    shown = user_json(person, call.me.team)
    if "users:read.email" not in call.me.scopes or person.team != call.me.team:
        shown["profile"].pop("email", None)
    return shown


METHODS: dict[str, Method] = {
    "users.info": info,
    "users.list": list_people,
    "users.lookupByEmail": lookup_by_email,
    "usergroups.list": list_groups,
    "usergroups.users.list": list_group_members,
    "bots.info": bot_info,
}
