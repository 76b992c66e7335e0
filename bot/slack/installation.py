"""The workspaces that the app is installed in: their clients, and who we are in each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from slack_bolt.authorization import AuthorizeResult
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.domain.errors import BadInput, NotFound
from bot.slack.parsing.events import Us

LOOKUP_SECONDS = 3
"""A person waits for a look-up, so it is given up early and counts as failed."""
POST_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Installation:
    """The app in one workspace.

    Attributes:
        team: Workspace id.
        us: How our own posts are known.
        client: For posting; repeats nothing by itself, since a repeat after a lost answer would
            post twice.
        lookups: For questions that a person waits for.
        token: The bot's token.
    """

    team: str
    us: Us
    client: WebClient
    lookups: WebClient
    token: str


class Installations:
    """Every workspace by its id. OAuth will add to them; the look-up stays the same."""

    def __init__(self, installations: Iterable[Installation]) -> None:
        self._by_team = {one.team: one for one in installations}

    def of(self, team: str) -> Installation:
        """The installation in a workspace.

        Raises:
            NotFound: The app is not installed there.
        """
        found = self._by_team.get(team)
        if found is None:
            raise NotFound(f"The app is not installed in workspace {team}.", "Install it there.")
        return found

    def teams(self) -> tuple[str, ...]:
        """Ids of the workspaces."""
        return tuple(self._by_team)

    def authorize(self, team_id: str | None, **_: Any) -> AuthorizeResult | None:
        """Bolt's question at every request: with which token to answer. None refuses it."""
        found = self._by_team.get(team_id or "")
        if found is None:
            return None
        return AuthorizeResult(
            enterprise_id=None,
            team_id=found.team,
            bot_token=found.token,
            bot_id=found.us.bot_id,
            bot_user_id=found.us.bot_user,
        )


def web_client(token: str, base_url: str | None, seconds: int) -> WebClient:
    """A client that repeats no call by itself."""
    more: dict[str, Any] = {"base_url": base_url} if base_url else {}
    return WebClient(token=token, timeout=seconds, retry_handlers=[], **more)


def installed_with(token: str, base_url: str | None = None) -> Installation:
    """Ask Slack who we are under a bot token.

    Args:
        token: `xoxb-…`.
        base_url: Another address of the Web API, with its trailing slash.

    Raises:
        BadInput: Slack refuses the token, or cannot be reached.
    """
    client = web_client(token, base_url, POST_SECONDS)
    try:
        who = client.auth_test()
    except SlackApiError as error:
        refused = error.response.get("error", "unknown error")
        raise BadInput(
            f"Slack refuses SLACK_BOT_TOKEN ({refused}).",
            "Copy the bot token (xoxb-…) from the app's page, OAuth & Permissions.",
        ) from None
    except OSError as error:
        raise BadInput(
            f"Slack cannot be reached: {why_unreachable(error)}.",
            "Check the network and NEGMEM_SLACK_API_URL.",
        ) from None
    us = Us(_app_id(client, who["bot_id"]), who["bot_id"], who["user_id"])
    lookups = web_client(token, base_url, LOOKUP_SECONDS)
    return Installation(who["team_id"], us, client, lookups, token)


def why_unreachable(error: OSError) -> str:
    """What the system says about it, without the wrapping of the library that asked."""
    cause = getattr(error, "reason", error)
    return str(getattr(cause, "strerror", None) or cause)


def _app_id(client: WebClient, bot_id: str) -> str | None:
    """Our app id; without it our posts are still known by bot id and bot user."""
    try:
        bot: dict[str, Any] = client.bots_info(bot=bot_id).get("bot", {})
    except (SlackApiError, OSError):
        return None
    found = bot.get("app_id")
    return found if isinstance(found, str) else None
