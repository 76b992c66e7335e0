"""auth.test, team.info, apps.connections.open, oauth.v2.access, reactions.*."""

import base64
import binascii
from typing import Any

from bot.sandbox.web_api.call import Answer, ApiError, Call, Method
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.messages import Message
from bot.sandbox.world.reacting import react, unreact


def auth_test(call: Call) -> Answer:
    """Say who the token is."""
    me, team = call.me, call.world.teams[call.me.team]
    return {
        "url": f"https://{team.domain}.slack.com/",
        "team": team.name,
        "user": call.world.people[me.bot_user].name,
        "team_id": team.id,
        "user_id": me.bot_user,
        "bot_id": me.bot_id,
        "is_enterprise_install": False,
    }


def team_info(call: Call) -> Answer:
    """Show the workspace."""
    call.needs("team:read")
    team = call.world.teams[call.me.team]
    shown = {
        "id": team.id,
        "name": team.name,
        "url": f"https://{team.domain}.slack.com/",
        "domain": team.domain,
        "email_domain": "",
        "icon": {"image_default": True},
        "is_verified": False,
    }
    return {"team": shown}


def open_connection(call: Call) -> Answer:
    """Return an address that opens one Socket Mode connection; needs the app-level token."""
    if call.token != call.services.app.app_token:
        call.fail("not_allowed_token_type" if call.caller else "invalid_auth")
    base = call.services.base_url.replace("http", "ws", 1)
    ticket = call.services.socket_ticket()
    return {"url": f"{base}/link/?ticket={ticket}&app_id={call.services.app.id}"}


def oauth_access(call: Call) -> Answer:
    """Exchange the code of an installation for its bot token."""
    client_id, secret = _client(call)
    app = call.services.app
    if client_id != app.client_id:
        call.fail("invalid_client_id")
    if secret != app.client_secret:
        call.fail("bad_client_secret")
    team = call.world.teams.get(call.world.oauth_codes.pop(call.text("code"), ""))
    if team is None:
        call.fail("invalid_code")
    installation = call.world.install(app, team)
    admins = (one.id for one in call.world.people.values() if one.is_admin)
    return {
        "app_id": app.id,
        "authed_user": {"id": next(admins, "USLACKBOT")},
        "scope": ",".join(installation.scopes),
        "token_type": "bot",
        "access_token": installation.bot_token,
        "bot_user_id": installation.bot_user,
        "team": {"id": team.id, "name": team.name},
        "enterprise": None,
        "is_enterprise_install": False,
    }


def add_reaction(call: Call) -> Answer:
    """React to a message."""
    channel, message, name = _reaction(call)
    if not react(call.world, channel, message, call.me.bot_user, name):
        call.fail("already_reacted")
    return {}


def remove_reaction(call: Call) -> Answer:
    """Take a reaction back."""
    channel, message, name = _reaction(call)
    if not unreact(call.world, channel, message, call.me.bot_user, name):
        call.fail("no_reaction")
    return {}


def _reaction(call: Call) -> tuple[Channel, Message, str]:
    call.needs("reactions:write")
    channel = call.own_channel()
    name = call.text("name").strip(":")
    if not name or not all(one.isalnum() or one in "_-+':" for one in name):
        call.fail("invalid_name")
    message = call.world.message(channel.id, call.text("timestamp"))
    if message is None:
        call.fail("message_not_found")
    if channel.is_archived:
        call.fail("is_archived")
    return channel, message, name


def _client(call: Call) -> tuple[str, str]:
    basic: Any = call.params.get("_basic")
    if not basic:
        return call.text("client_id"), call.text("client_secret")
    try:
        client_id, _, secret = base64.b64decode(basic, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        raise ApiError("invalid_client_id") from None
    return client_id, secret


METHODS: dict[str, Method] = {
    "auth.test": auth_test,
    "team.info": team_info,
    "reactions.add": add_reaction,
    "reactions.remove": remove_reaction,
}
# These are called without a bot token.
WITHOUT_BOT_TOKEN: dict[str, Method] = {
    "apps.connections.open": open_connection,
    "oauth.v2.access": oauth_access,
}
