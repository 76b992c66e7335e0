"""The set-up form, and break-glass."""

from __future__ import annotations

import re
from typing import Any

from slack_bolt import App

from bot.application.people.answers import Answer
from bot.application.people.authority import refuse_administering
from bot.application.team.break_glass import open_break_glass
from bot.application.team.set_up import set_up
from bot.domain.errors import BadInput, NotAllowed
from bot.slack.forms import Submitted, mend, on_submission, open_form
from bot.slack.parsing.interactions import Asker, Command, Submission, remembered
from bot.slack.room import Room
from bot.slack.views.form import View
from bot.slack.views.setup_form import OPTIONS, SETUP_FORM, setup_form
from bot.slack.views.small_forms import BREAK_GLASS_FORM, break_glass_form

_MINUTES_AND_WHY = re.compile(r"^(?:(\d{1,4})\s*(?:m|min|minutes)?\b)?\s*(.*)$", re.DOTALL)
_USUAL_MINUTES = 60


def register(app: App, room: Room) -> None:
    """Listen to both forms."""
    on_submission(app, room, SETUP_FORM, _set_up)
    on_submission(app, room, BREAK_GLASS_FORM, _glass_form)


def open_setup_form(room: Room, asker: Asker) -> Answer | None:
    """Open the form for an admin; anybody else is told who may."""

    def build() -> View:
        _only_admins(room, asker)
        with room.negmem.store.read() as tx:
            workspace = tx.workspaces.get(asker.team)
        groups = room.directory.group_handles(asker.team)
        return setup_form(workspace, groups, remembered(asker))

    return open_form(room, asker, "Set up negmem", build)


def _set_up(room: Room, sent: Submission) -> Submitted:
    asker = sent.asker
    texts = sent.fields()
    if not texts.get("hold_minutes", "").isdigit():
        return _mend_set_up(room, sent, "hold_minutes", "Write a number of minutes, such as 30.")
    try:
        return set_up(room.negmem, asker.team, asker.user, asker.channel, _fields(room, sent))
    except BadInput as bad:
        key = "review_tz" if "time zone" in str(bad) else "hold_minutes"
        return _mend_set_up(room, sent, key, str(bad))


def _mend_set_up(room: Room, sent: Submission, key: str, why: str) -> Submitted:
    team = sent.asker.team
    with room.negmem.store.read() as tx:
        workspace = tx.workspaces.get(team)
    form = setup_form(workspace, room.directory.group_handles(team), sent.private)
    return mend(((key, why),), (key,), form)


def _fields(room: Room, sent: Submission) -> dict[str, object]:
    texts = sent.fields()
    groups, users = _several(sent, "groups"), _several(sent, "users")
    ticked = _several(sent, "options")
    fields: dict[str, object] = {
        "users": users,
        "hold_minutes": int(texts["hold_minutes"]),
        "review_channel": texts.get("review_channel") or None,
        "review_day": texts.get("review_day", "mon"),
        "review_hour": int(texts.get("review_hour") or 9),
        "review_tz": texts.get("review_tz", "UTC").strip(),
        **{key: key in ticked for key in OPTIONS},
    }
    if "groups" in sent.values:
        fields["groups"] = groups
        fields["approver_label"] = _label(room, sent.asker.team, groups, users, fields)
    return fields


def _label(
    room: Room, team: str, groups: list[str], users: list[str], fields: dict[str, object]
) -> str:
    """How cards name the approvers: by handle, which calls nobody. "" leaves it to the set-up."""
    handles = room.directory.group_handles(team)
    names = [room.directory.person(team, user, None).name for user in users]
    known = [handles.get(group, "") for group in groups] + [f"@{name}" for name in names if name]
    if fields["all_members"] or not known or not all(known) or len(known) > 5:
        return ""
    return " or ".join([*known, "an admin"])


def _several(sent: Submission, key: str) -> list[str]:
    value: Any = sent.values.get(key, ())
    return list(value) if isinstance(value, tuple) else [value] if value else []


def break_glass(room: Room, command: Command) -> Answer | None:
    """`/negmem break-glass 30 why`; without a reason, a form asks for it."""
    found = _MINUTES_AND_WHY.match(command.rest)
    minutes, reason = (found[1], found[2].strip()) if found else (None, "")
    asker = command.asker
    if not reason:
        return open_form(room, asker, "Break glass", lambda: _glass_form_for(room, asker))
    return _open(room, asker, reason, int(minutes) if minutes else _USUAL_MINUTES)


def _glass_form_for(room: Room, asker: Asker) -> View:
    _only_admins(room, asker)
    return break_glass_form(remembered(asker))


def _only_admins(room: Room, asker: Asker) -> None:
    refusal = refuse_administering(room.negmem, asker.team, asker.user, asker.channel)
    if refusal is not None:
        raise NotAllowed(refusal.text)


def _glass_form(room: Room, sent: Submission) -> Submitted:
    fields = sent.fields()
    minutes = fields.get("minutes", "").strip()
    if not minutes.isdigit():
        form = break_glass_form(sent.private)
        return mend((("minutes", "Write a number from 1 to 60."),), ("minutes",), form)
    return _open(room, sent.asker, fields.get("reason", ""), int(minutes))


def _open(room: Room, asker: Asker, reason: str, minutes: int) -> Answer:
    if asker.channel is None:
        raise BadInput("A channel is opened, so ask for it there.", "Write it in that channel.")
    return open_break_glass(room.negmem, asker.team, asker.channel, asker.user, reason, minutes)
