"""Reactions to announcements: some of them stop it."""

from __future__ import annotations

from typing import Any

from slack_bolt import App, BoltContext

from bot.application.learning.correct_action import hear_reaction, is_stopped_by
from bot.domain.reading.reply import reaction_stops
from bot.slack.answering import answer, team_of, to_person
from bot.slack.once import Once
from bot.slack.parsing.interactions import Asker
from bot.slack.patience import patiently
from bot.slack.room import Room


def register(app: App, room: Room) -> None:
    """Listen to reactions on messages."""

    def on_reaction(event: dict[str, Any], body: dict[str, Any], context: BoltContext) -> None:
        item = event.get("item") or {}
        user, channel, name = event.get("user"), item.get("channel"), event.get("reaction", "")
        # Most reactions are chatter: they cost nothing, whatever state the database is in.
        if item.get("type") != "message" or not user or not channel or not reaction_stops(name):
            return
        team, ts = team_of(context), item.get("ts", "")
        once = Once(room.negmem, team, f"reaction:{body.get('event_id')}")

        def hear() -> None:
            if not is_stopped_by(room.negmem, team, channel, ts, name) or not once.ours():
                return
            found = hear_reaction(room.negmem, team, channel, ts, user, name)
            answer(to_person(room, Asker(team, user, channel)), lambda: found)

        patiently(hear)

    app.event("reaction_added")(on_reaction)
