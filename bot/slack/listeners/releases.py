"""The buttons of a hold's card and of a warning: Release, Keep blocked, Wrong match, Remember."""

from __future__ import annotations

import re

from slack_bolt import App

from bot.application.holds.keep_hold import keep_hold
from bot.application.holds.release_hold import release_hold
from bot.application.holds.wrong_match import call_wrong
from bot.application.learning.remember import lacks_service, remember_stop
from bot.application.people.answers import Answer
from bot.application.records.post import PostKind
from bot.domain.errors import NotFound
from bot.slack.answering import on_click
from bot.slack.forms import open_form
from bot.slack.listeners.adding import add_form
from bot.slack.parsing.interactions import Click
from bot.slack.room import Room
from bot.slack.views.form import View


def register(app: App, room: Room) -> None:
    """Listen to the buttons."""
    on_click(app, room, "release", _release)
    on_click(app, room, "keep", _keep)
    on_click(app, room, "wrong", _wrong)
    on_click(app, room, "remember", _remember)
    on_click(app, room, re.compile(r"^remember:\d+$"), _remember_one)


def _release(room: Room, click: Click) -> Answer:
    hold_id, revision = click.ids(2)
    # A card without a revision is from before it had one: nothing newer was on it than the first.
    seen = int(revision) if revision.isdigit() else 1
    return release_hold(room.negmem, click.asker.team, hold_id, click.asker.user, seen)


def _keep(room: Room, click: Click) -> Answer:
    return keep_hold(room.negmem, click.asker.team, click.ids(1)[0], click.asker.user)


def _wrong(room: Room, click: Click) -> Answer:
    action_id, entry_id = click.ids(2)
    asker = click.asker
    channel = asker.channel or ""
    return call_wrong(room.negmem, asker.team, asker.user, channel, action_id, entry_id)


def _remember(room: Room, click: Click) -> Answer | None:
    team, action_id = click.asker.team, click.ids(1)[0]
    if lacks_service(room.negmem, team, action_id):
        return _complete(room, click, action_id, 0)
    return remember_stop(room.negmem, team, action_id, click.asker.user)


def _remember_one(room: Room, click: Click) -> Answer | None:
    """One of several stopped actions: as a draft, which the person completes."""
    action_id, number = click.ids(2)
    return _complete(room, click, action_id, int(number or 0))


def _complete(room: Room, click: Click, action_id: str, number: int) -> Answer | None:
    """The form of an entry with the action of that number, and the reason that was given."""

    def build() -> View:
        text, reason = _stopped(room, click, action_id, number)
        return add_form(room, click.asker, text, {"outcome": reason, "severity": "block"})

    return open_form(room, click.asker, "New entry", build)


def _stopped(room: Room, click: Click, action_id: str, number: int) -> tuple[str, str]:
    """The action with that number and the reason, as they were written down for the card."""
    with room.negmem.store.read() as tx:
        posts = tx.outbox.of_subject(click.asker.team, action_id)
    card = next((one for one in posts if one.kind is PostKind.STOPPED), None)
    headlines = card.detail.get("headlines") if card else None
    if not isinstance(headlines, list) or not number < len(headlines):
        raise NotFound("I do not know this action any more.", "Add it with `/negmem add`.")
    return str(headlines[number]), str(card.detail.get("reason") or "") if card else ""
