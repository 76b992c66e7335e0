"""Message shortcuts: make a message an entry, and ask why it got no warning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond

from bot.application.actions.explain_message import explain_message
from bot.application.people.answers import Answer
from bot.domain.action import Place
from bot.slack.answering import answer, on_click, team_of, to_person
from bot.slack.forms import fill_form, open_form
from bot.slack.listeners.adding import add_form, open_add_form
from bot.slack.parsing.content import text_of
from bot.slack.parsing.interactions import (
    Asker,
    Click,
    OnMessage,
    private_of,
    read_message_shortcut,
    remembered,
)
from bot.slack.room import Room
from bot.slack.views.explanation import MAKE_ENTRY, explanation_view
from bot.slack.views.form import View

_WHY = "Why no warning?"


def register(app: App, room: Room) -> None:
    """Listen to both, and to the way from the second to the first."""
    app.shortcut({"type": "message_action", "callback_id": "add_to_memory"})(_listener(room, _add))
    app.shortcut({"type": "message_action", "callback_id": "why_no_warning"})(_listener(room, _why))
    on_click(app, room, MAKE_ENTRY, _make_entry)


def _listener(room: Room, do: Callable[[Room, OnMessage], Answer | None]) -> Callable[..., None]:
    def on_shortcut(ack: Ack, body: dict[str, Any], context: BoltContext, respond: Respond) -> None:
        ack()
        chosen = read_message_shortcut(team_of(context), body)
        answer(to_person(room, chosen.asker, respond), lambda: do(room, chosen))

    return on_shortcut


def _add(room: Room, chosen: OnMessage) -> Answer | None:
    source = _link(room, chosen.asker, str(chosen.message.get("ts", "")))
    return open_add_form(room, chosen.asker, text_of(chosen.message), {"source": source})


def _why(room: Room, chosen: OnMessage) -> Answer | None:
    asker, ts = chosen.asker, str(chosen.message.get("ts", ""))
    thread_ts = asker.thread_ts if asker.thread_ts != ts else None
    place = Place(asker.team, asker.channel, ts, thread_ts)
    private = {**remembered(asker), "ts": ts, "thread_ts": thread_ts}

    def build() -> View:
        text = text_of(chosen.message)
        thread = room.directory.thread_texts(asker.team, place)
        return explanation_view(
            text, explain_message(room.negmem, place, text, thread=thread), private
        )

    return open_form(room, asker, _WHY, build)


def _make_entry(room: Room, click: Click) -> None:
    """The explanation becomes the form of an entry; the message is read again from Slack."""
    private = private_of(click.view or {})
    asker, ts = click.asker, str(private.get("ts", ""))

    def build() -> View:
        place = Place(asker.team, asker.channel, ts, private.get("thread_ts"))
        text = room.directory.message(asker.team, place).text or ""
        return add_form(room, asker, text, {"source": _link(room, asker, ts)})

    fill_form(room, click, _WHY, build)


def _link(room: Room, asker: Asker, ts: str) -> str:
    return room.directory.permalink(asker.team, asker.channel or "", ts) or ""
