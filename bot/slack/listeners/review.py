"""The buttons in a review thread."""

from __future__ import annotations

from collections.abc import Callable

from slack_bolt import App

from bot.application.answer_review import answer_review
from bot.application.answers import Answer
from bot.slack.answering import on_click
from bot.slack.listeners.entry_cards import open_narrow_form
from bot.slack.parsing.interactions import Click
from bot.slack.room import Room


def register(app: App, room: Room) -> None:
    """Listen to the buttons; each acts at once but Narrow, which asks to what."""
    for choice in ("renew", "weaken", "retire"):
        on_click(app, room, f"review_{choice}", _answering(choice))
    on_click(app, room, "review_narrow", _narrow)
    on_click(app, room, "review_reassign", _reassign)


def _answering(choice: str) -> Callable[[Room, Click], Answer]:
    def do(room: Room, click: Click) -> Answer:
        review_id, entry_id = click.ids(2)
        return _answer(room, click, review_id, entry_id, choice)

    return do


def _narrow(room: Room, click: Click) -> Answer | None:
    review_id, entry_id = click.ids(2)
    return open_narrow_form(room, click.asker, entry_id, review_id)


def _reassign(room: Room, click: Click) -> Answer:
    """The menu's value is the new owner; the block says which entry."""
    review_id, _, entry_id = click.block_id.partition("|")
    return _answer(room, click, review_id, entry_id, "reassign", click.value)


def _answer(
    room: Room, click: Click, review_id: str, entry_id: str, choice: str, owner: str | None = None
) -> Answer:
    asker = click.asker
    channel = asker.channel or ""
    return answer_review(
        room.negmem, asker.team, asker.user, channel, review_id, entry_id, choice, owner=owner
    )
