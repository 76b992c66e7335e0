"""Adding and editing an entry in its form: draft, try out, store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from slack_bolt import App

from bot.application.entries.add_entry import Author, add_entry, draft_from_text, try_out
from bot.application.entries.backtest import Backtest
from bot.application.entries.change_entry import edit_entry
from bot.application.entries.entry_fields import fields_of
from bot.application.entries.read_entries import show_entry
from bot.application.people.answers import Answer, day
from bot.domain.entry import Entry
from bot.domain.errors import InvalidEntry, NotAllowed
from bot.slack.answering import on_click
from bot.slack.forms import Next, Submitted, fill_form, mend, on_submission, open_form
from bot.slack.parsing.interactions import (
    Asker,
    Click,
    Submission,
    private_of,
    remembered,
    values_of,
)
from bot.slack.room import Room
from bot.slack.views.entry_form import (
    ENTRY_FORM,
    KEYS,
    TRY_OUT,
    Shown,
    end_as_written,
    entry_form,
    fingerprint,
)
from bot.slack.views.form import View

_ADD, _EDIT = "New entry", "Edit entry"


def register(app: App, room: Room) -> None:
    """Listen to the form and its button."""
    on_click(app, room, TRY_OUT, _try_out)
    on_click(app, room, "edit_entry", _edit)
    on_submission(app, room, ENTRY_FORM, _submitted)


def open_add_form(
    room: Room, asker: Asker, text: str, more: Mapping[str, str] | None = None
) -> Answer | None:
    """Open the form for a new entry, filled from free text.

    Args:
        room: See `Room`.
        asker: Who adds it, and in which channel.
        text: Free text; may be empty.
        more: Fields that are known besides.
    """
    return open_form(room, asker, _ADD, lambda: add_form(room, asker, text, more))


def add_form(room: Room, asker: Asker, text: str, more: Mapping[str, str] | None = None) -> View:
    """The form for a new entry, filled from free text."""
    tz = room.directory.person(asker.team, asker.user, None).tz
    draft = draft_from_text(room.negmem, Author(asker.team, asker.user, asker.channel, tz), text)
    known = {key: value for key, value in (more or {}).items() if value}
    until = end_as_written(draft.fields["expires"], room.negmem.clock(), tz)
    fields = {**draft.fields, **known, "expires": until}
    shown = _shown(room, asker.team, fields) if text.strip() else Shown()
    shown = replace(shown, notes=tuple(draft.notes))
    return entry_form(fields, shown, remembered(asker, tz=tz), title=_ADD)


def open_edit_form(room: Room, asker: Asker, entry_id: str) -> Answer | None:
    """Open the form of an entry that is there."""

    def build() -> View:
        fields = fields_of(show_entry(room.negmem, asker.team, entry_id).entry)
        private = remembered(asker, entry_id=entry_id)
        return entry_form(fields, _shown(room, asker.team, fields), private, title=_EDIT)

    return open_form(room, asker, _EDIT, build)


def _edit(room: Room, click: Click) -> Answer | None:
    return open_edit_form(room, click.asker, click.ids(1)[0])


def _try_out(room: Room, click: Click) -> None:
    """Show in the open form what it would match as it stands."""
    view = click.view or {}
    private = private_of(view)
    fields = Submission(click.asker, values_of(view)).fields()
    title = _EDIT if private.get("entry_id") else _ADD

    def build() -> View:
        shown = _shown(room, click.asker.team, _with_zone(fields, private))
        return entry_form(fields, shown, private, title=title)

    fill_form(room, click, title, build)


def _submitted(room: Room, sent: Submission) -> Submitted:
    """Store it; where it would match recent announcements that were not shown yet, show them."""
    fields = _with_zone(sent.fields(), sent.private)
    title = _EDIT if sent.private.get("entry_id") else _ADD
    shown = _shown(room, sent.asker.team, fields)
    form = entry_form(fields, shown, sent.private, title=title)
    if shown.gaps:
        return mend(shown.gaps, KEYS, form)
    unseen = sent.private.get("tried") != fingerprint(fields)
    if unseen and shown.tested is not None and shown.tested.hits:
        return Next(form)
    try:
        return _store(room, sent, fields)
    except InvalidEntry as invalid:
        return mend(invalid.missing, KEYS, form)


def _store(room: Room, sent: Submission, fields: Mapping[str, str]) -> Answer:
    asker, entry_id = sent.asker, sent.private.get("entry_id")
    if entry_id:
        return edit_entry(room.negmem, asker.team, asker.user, asker.channel, entry_id, fields)
    author = author_of(asker, fields.get("tz", "UTC"))
    return Answer(True, stored_text(add_entry(room.negmem, author, fields)))


def author_of(asker: Asker, tz: str = "UTC") -> Author:
    """Who adds an entry from Slack: somebody in a channel, since membership of it is asked for.

    Raises:
        NotAllowed: They are in none that is watched.
    """
    if asker.channel is None:
        raise NotAllowed("Entries are added in a channel.", "Do it in one that I watch.")
    return Author(asker.team, asker.user, asker.channel, tz)


def stored_text(entry: Entry) -> str:
    """What is said about an entry that was just stored."""
    until = f" until {day(entry.expires)}" if entry.expires else ""
    tail = " It was merged with the entry that said the same." if entry.version > 1 else ""
    return f"Stored as {entry.id} ({entry.severity.value}): {entry.action}{until}.{tail}"


def _shown(room: Room, team: str, fields: Mapping[str, str]) -> Shown:
    try:
        tested: Backtest = try_out(room.negmem, team, fields)
    except InvalidEntry as invalid:
        return Shown(gaps=invalid.missing or (("action", str(invalid)),))
    return Shown(gaps=tuple((gap.key, _gap_text(gap)) for gap in tested.gaps), tested=tested)


def _gap_text(gap: Any) -> str:
    proposal = f" For example: {gap.proposal}" if gap.proposal else ""
    return f"{gap.text}{proposal}"


def _with_zone(fields: Mapping[str, str], private: Mapping[str, Any]) -> dict[str, str]:
    """The fields with the person's zone, in which times without one are meant."""
    zone = private.get("tz")
    return {**fields, "tz": zone} if isinstance(zone, str) else dict(fields)
