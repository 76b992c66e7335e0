"""App Home."""

from __future__ import annotations

from typing import Any

from slack_bolt import App, BoltContext

from bot.application.people.answers import Answer
from bot.slack.answering import on_click, team_of
from bot.slack.home_tab import publish_home
from bot.slack.listeners.adding import open_add_form
from bot.slack.listeners.set_up import open_setup_form
from bot.slack.parsing.interactions import Click
from bot.slack.patience import patiently
from bot.slack.room import Room
from bot.slack.views.home import ADD, SETUP


def register(app: App, room: Room) -> None:
    """Draw Home whenever somebody opens it."""

    def on_opened(event: dict[str, Any], context: BoltContext) -> None:
        team, user = team_of(context), event.get("user")
        if event.get("tab") == "home" and user:
            patiently(lambda: publish_home(room, team, user))

    app.event("app_home_opened")(on_opened)
    on_click(app, room, ADD, _add)
    on_click(app, room, SETUP, _setup)


def _add(room: Room, click: Click) -> Answer | None:
    return open_add_form(room, click.asker, "")


def _setup(room: Room, click: Click) -> Answer | None:
    return open_setup_form(room, click.asker)
