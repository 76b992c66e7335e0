"""The set-up of a workspace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.application.records.workspace import Workspace
from bot.domain.entry import WEEKDAYS
from bot.slack.blocks.parts import option
from bot.slack.views.form import (
    INPUT,
    View,
    channel,
    checks,
    choice,
    modal,
    people,
    says,
    text_input,
)

SETUP_FORM = "setup_form"
_DAYS = {
    "mon": "Monday",
    "tue": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "fri": "Friday",
    "sat": "Saturday",
    "sun": "Sunday",
}
OPTIONS = {
    "all_members": "Every full member of the channel may release",
    "mention_approvers": "Mention the approvers on each new hold",
    "warn_people": "Warn people too about what they announce (never hold it)",
}


def setup_form(workspace: Workspace, groups: Mapping[str, str], private: Mapping[str, Any]) -> View:
    """The form, filled with what is set.

    Args:
        workspace: The present set-up.
        groups: User groups to choose from: id -> "@handle".
        private: What the form remembers.
    """
    policy, review = workspace.approvers, workspace.review
    on = {
        "all_members": policy.all_members,
        "mention_approvers": workspace.mention_approvers,
        "warn_people": workspace.warn_people,
    }
    blocks = [
        says(
            "Workspace admins and owners can always release. Whoever announced an action, bots, "
            "guests and people of other organisations never can."
        ),
        *([_groups(groups, policy.groups)] if groups else []),
        people("users", "People who may release", sorted(policy.users)),
        checks("options", "Also", OPTIONS, [key for key, ticked in on.items() if ticked]),
        text_input(
            "hold_minutes",
            "Minutes after which a hold ends by itself, blocked",
            str(workspace.hold_minutes),
            optional=False,
        ),
        channel("review_channel", "Channel of the weekly review", review.channel),
        choice("review_day", "On", {day: _DAYS[day] for day in WEEKDAYS}, review.day),
        choice("review_hour", "At", {str(h): f"{h:02}:00" for h in range(24)}, str(review.hour)),
        text_input("review_tz", "Time zone", review.tz, hint="Europe/Berlin", optional=False),
    ]
    return modal("Set up negmem", blocks, callback_id=SETUP_FORM, submit="Save", private=private)


def _groups(groups: Mapping[str, str], chosen: frozenset[str]) -> dict[str, Any]:
    made = {group: option(handle, group) for group, handle in list(groups.items())[:100]}
    element: dict[str, Any] = {
        "type": "multi_static_select",
        "action_id": INPUT,
        "options": list(made.values()),
    }
    ticked = [made[one] for one in sorted(chosen) if one in made]
    if ticked:
        element["initial_options"] = ticked
    return {
        "type": "input",
        "block_id": "groups",
        "label": {"type": "plain_text", "text": "User groups that may release", "emoji": False},
        "element": element,
        "optional": True,
    }
