"""The buttons in a review thread."""

from __future__ import annotations

from collections.abc import Callable

from slack_bolt import App

from bot.application.people.answers import Answer
from bot.application.reviews.answer_review import answer_review
from bot.slack.answering import on_click
from bot.slack.listeners.entry_cards import open_narrow_form
from bot.slack.parsing.interactions import Click, ids_in, version_in
from bot.slack.room import Room


def register(app: App, room: Room) -> None:
    """Listen to the buttons; each acts at once but Narrow, which asks to what."""
    for choice in ("renew", "weaken", "retire"):
        on_click(app, room, f"review_{choice}", _answering(choice))
    on_click(app, room, "review_narrow", _narrow)
    on_click(app, room, "review_reassign", _reassign)


def _answering(choice: str) -> Callable[[Room, Click], Answer]:
    def do(room: Room, click: Click) -> Answer:
        return _answer(room, click, click.value, choice)

    return do


def _narrow(room: Room, click: Click) -> Answer | None:
    review_id, entry_id, version = click.ids(3)
    return open_narrow_form(room, click.asker, entry_id, review_id, version_in(version))


def _reassign(room: Room, click: Click) -> Answer:
    """The menu's value is the new owner; the block says which entry."""
    return _answer(room, click, click.block_id, "reassign", click.value)


def _answer(room: Room, click: Click, about: str, choice: str, owner: str | None = None) -> Answer:
    """Do it for what the card names: the review, the entry, and its version when it was drawn."""
    asker = click.asker
    review_id, entry_id, version = ids_in(about, 3)
    return answer_review(
        room.negmem,
        asker.team,
        asker.user,
        asker.channel or "",
        review_id,
        entry_id,
        choice,
        version=version_in(version),
        owner=owner,
    )
