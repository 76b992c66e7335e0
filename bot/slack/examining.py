"""What `serve` will need of Slack, tried beforehand; each error says how to mend it."""

from __future__ import annotations

import re

from bot.domain.errors import BadInput
from bot.slack.installation import Installation
from bot.slack.scopes import all_scopes

_APP_IN_TOKEN = re.compile(r"xapp-\d+-(A[A-Z0-9]+)-")
_SIGNING_SECRET = re.compile(r"[0-9a-f]{32}")


def refuse_missing_scopes(installation: Installation) -> None:
    """Check the scopes that Slack says the bot token has against those that the app asks for.

    Raises:
        BadInput: Some are missing; they are named.
    """
    granted = installation.client.auth_test().headers
    told = next((text for name, text in granted.items() if name.lower() == "x-oauth-scopes"), None)
    if told is None:
        return
    missing = sorted(all_scopes() - {one.strip() for one in str(told).split(",")})
    if missing:
        raise BadInput(
            f"The bot token lacks {', '.join(missing)}.",
            "Add them under OAuth & Permissions, or take manifest.yml over as a whole under App"
            " Manifest; then install the app again.",
        )


def refuse_another_app(app_token: str, installation: Installation) -> None:
    """Check that both tokens are of one app: else it connects, and hears nothing.

    Raises:
        BadInput: They are not.
    """
    found = _APP_IN_TOKEN.match(app_token)
    ours = installation.us.app_id
    if found and ours and found[1] != ours:
        raise BadInput(
            f"SLACK_APP_TOKEN is of the app {found[1]}, SLACK_BOT_TOKEN of {ours}.",
            "Take both from the same app's page.",
        )


def refuse_malformed_secret(secret: str) -> None:
    """Check the form of the signing secret: Slack offers no way to try it.

    Raises:
        BadInput: It cannot be one. It is not repeated.
    """
    if not _SIGNING_SECRET.fullmatch(secret):
        raise BadInput(
            "SLACK_SIGNING_SECRET is none: one has 32 characters, 0-9 and a-f.",
            "Copy it from the app's page, Basic Information, Signing Secret.",
        )
