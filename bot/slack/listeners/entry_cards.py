"""The buttons on cards and lists of entries: Undo, Make it a warning, Renew, Narrow and so on."""

from __future__ import annotations

from collections.abc import Callable

from slack_bolt import App

from bot.application.entries.change_entry import (
    make_block,
    make_warning,
    narrow_entry,
    renew_entry,
    retire_entry,
    undo_entry,
    weaken_entry,
)
from bot.application.entries.entry_fields import fields_of
from bot.application.entries.read_entries import show_entry
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.reviews.answer_review import answer_review
from bot.domain.errors import InvalidEntry
from bot.slack.answering import on_click
from bot.slack.forms import Submitted, mend, on_submission, open_form
from bot.slack.parsing.interactions import Asker, Click, Submission, remembered, version_in
from bot.slack.room import Room
from bot.slack.views.form import View
from bot.slack.views.small_forms import NARROW_FORM, narrow_form

Change = Callable[[Negmem, str, str, str | None, str], Answer]
_KEYS = ("action", "service", "environment", "window")


def register(app: App, room: Room) -> None:
    """Listen to the buttons and to the form that narrows."""
    changes: dict[str, Change] = {
        "undo_entry": undo_entry,
        "make_warning": make_warning,
        "make_block": make_block,
        "renew_entry": renew_entry,
        "retire_entry": retire_entry,
    }
    for action_id, change in changes.items():
        on_click(app, room, action_id, _changing(change))
    on_click(app, room, "weaken_entry", _weaken)
    on_click(app, room, "narrow_entry", _narrow)
    on_submission(app, room, NARROW_FORM, _narrowed)


def open_narrow_form(
    room: Room,
    asker: Asker,
    entry_id: str,
    review_id: str | None = None,
    version: int | None = None,
) -> Answer | None:
    """Open the form that narrows an entry, for itself or as the answer to a review."""
    private = remembered(asker, entry_id=entry_id, review_id=review_id, version=version)

    def build() -> View:
        fields = fields_of(show_entry(room.negmem, asker.team, entry_id).entry)
        return narrow_form(entry_id, fields, private)

    return open_form(room, asker, f"Narrow {entry_id}", build)


def _changing(change: Change) -> Callable[[Room, Click], Answer]:
    def do(room: Room, click: Click) -> Answer:
        asker = click.asker
        return change(room.negmem, asker.team, asker.user, asker.channel, click.ids(1)[0])

    return do


def _weaken(room: Room, click: Click) -> Answer:
    """One step down from what was shown: two who click at once take one step."""
    asker = click.asker
    entry_id, version = click.ids(2)
    return weaken_entry(
        room.negmem, asker.team, asker.user, asker.channel, entry_id, version=version_in(version)
    )


def _narrow(room: Room, click: Click) -> Answer | None:
    return open_narrow_form(room, click.asker, click.ids(1)[0])


def _narrowed(room: Room, sent: Submission) -> Submitted:
    asker, fields = sent.asker, sent.fields()
    entry_id, review_id = str(sent.private.get("entry_id")), sent.private.get("review_id")
    try:
        if review_id and asker.channel:
            return answer_review(
                room.negmem,
                asker.team,
                asker.user,
                asker.channel,
                review_id,
                entry_id,
                "narrow",
                version=sent.private.get("version"),
                fields=fields,
            )
        return narrow_entry(room.negmem, asker.team, asker.user, asker.channel, entry_id, fields)
    except InvalidEntry as invalid:
        return mend(invalid.missing, _KEYS, narrow_form(entry_id, fields, sent.private))
