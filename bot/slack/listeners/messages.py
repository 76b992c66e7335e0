"""What is said in a channel: announcements of agents, replies of people, edits, deletions."""

from __future__ import annotations

from typing import Any

from slack_bolt import App, BoltContext

from bot.slack.answering import team_of
from bot.slack.hearing import hear, once_for
from bot.slack.parsing.events import Edited, Said, read_event
from bot.slack.patience import patiently
from bot.slack.room import Room


def register(app: App, room: Room) -> None:
    """Listen to messages. `app.event`, since `app.message` drops posts without text."""

    def on_message(event: dict[str, Any], context: BoltContext) -> None:
        team = team_of(context)
        heard = read_event(team, event, room.installations.of(team).us)
        if heard is not None:
            said = heard.said if isinstance(heard, Edited) else heard
            once = once_for(room, said) if isinstance(said, Said) else None
            patiently(lambda: hear(room, heard, once))

    app.event("message")(on_message)
