"""Reactions to announcements: some of them stop it."""

from __future__ import annotations

from typing import Any

from slack_bolt import App, BoltContext

from bot.application.answers import Answer
from bot.application.correct_action import hear_reaction
from bot.slack.answering import answer, team_of, to_person
from bot.slack.once import Once
from bot.slack.parsing.interactions import Asker
from bot.slack.room import Room


def register(app: App, room: Room) -> None:
    """Listen to reactions on messages."""

    def on_reaction(event: dict[str, Any], body: dict[str, Any], context: BoltContext) -> None:
        item = event.get("item") or {}
        team, user, channel = team_of(context), event.get("user"), item.get("channel")
        if item.get("type") != "message" or not user or not channel:
            return
        ts, name = item.get("ts", ""), event.get("reaction", "")
        once = Once(room.negmem, team, f"reaction:{body.get('event_id')}")
        tell = to_person(room, Asker(team, user, channel))

        def hear() -> Answer | None:
            return (
                hear_reaction(room.negmem, team, channel, ts, user, name) if once.ours() else None
            )

        answer(tell, hear)

    app.event("reaction_added")(on_reaction)
