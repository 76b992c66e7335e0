"""Everything that no other listener takes: acknowledged, so that Slack does not send it again."""

from __future__ import annotations

import re

from slack_bolt import Ack, App

from bot.application.people.answers import Answer
from bot.slack.answering import on_click
from bot.slack.parsing.interactions import Click
from bot.slack.room import Room

_ANYTHING = re.compile(r".*", re.DOTALL)


def register(app: App, room: Room) -> None:
    """Register this last: only the first listener that matches runs."""

    def acknowledged(ack: Ack) -> None:
        ack()

    on_click(app, room, _ANYTHING, _from_another_time)
    app.event(_ANYTHING)(lambda: None)
    for register_all in (app.view_submission, app.view_closed, app.shortcut, app.command):
        register_all(_ANYTHING)(acknowledged)
    app.options(_ANYTHING)(acknowledged)


def _from_another_time(_room: Room, _click: Click) -> Answer:
    return Answer(False, "This button is from another version of mine and does nothing any more.")
