"""Slack's record of a user as the facts that decide who may do what.

Source of the rules: docs.slack.dev, "User object", and the shapes of `users.info`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.domain.hold import PersonFacts

_BOTS = ("is_bot", "is_workflow_bot", "is_connector_bot")
_GUESTS = ("is_restricted", "is_ultra_restricted")
_ADMINS = ("is_admin", "is_owner", "is_primary_owner")


def facts_of(team: str, user: Mapping[str, Any]) -> PersonFacts:
    """Read a user record as it is shown to the app in workspace `team`.

    Where the person is and belongs (`in_channel`, `groups`) is not in it.
    """
    grid = user.get("enterprise_user") or {}
    outside = bool(user.get("is_stranger")) or team not in _teams(user, grid)
    admin = any(user.get(key) for key in _ADMINS) or any(grid.get(key) for key in _ADMINS)
    profile = user.get("profile") or {}
    return PersonFacts(
        user=user["id"],
        is_bot=user["id"] == "USLACKBOT" or any(user.get(key) for key in _BOTS),
        is_deactivated=bool(user.get("deleted")),
        is_guest=any(user.get(key) for key in _GUESTS),
        is_external=outside,
        is_admin=bool(admin) and not outside,
        tz=user.get("tz") or "UTC",
        name=profile.get("display_name") or user.get("real_name") or user.get("name") or "",
    )


def _teams(user: Mapping[str, Any], grid: Mapping[str, Any]) -> tuple[str, ...]:
    return (user.get("team_id") or "", *(grid.get("teams") or ()), *(user.get("teams") or ()))
