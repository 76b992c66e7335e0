"""Importing by pasting: entries as JSON lines, or a postmortem whose drafts are chosen from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from slack_bolt import App

from bot.application.entries.add_entry import add_entry
from bot.application.entries.entry_fields import fields_of
from bot.application.entries.exchange_entries import import_lines
from bot.application.entries.import_postmortem import entry_of_draft, span_of
from bot.application.people.answers import Answer
from bot.application.people.authority import refuse_absent
from bot.domain.errors import BadInput, InvalidEntry
from bot.domain.postmortem import Draft, read_postmortem
from bot.domain.redaction import redact
from bot.slack.forms import Next, Submitted, mend, on_submission, open_form
from bot.slack.listeners.adding import author_of
from bot.slack.parsing.interactions import Asker, Submission, remembered
from bot.slack.room import Room
from bot.slack.views.small_forms import DRAFTS_FORM, IMPORT_FORM, drafts_form, import_form

_PASTED = "pasted text"


def register(app: App, room: Room) -> None:
    """Listen to both forms."""
    on_submission(app, room, IMPORT_FORM, _pasted)
    on_submission(app, room, DRAFTS_FORM, _chosen)


def open_import_form(room: Room, asker: Asker) -> Answer | None:
    """Open the form to paste into."""
    private = remembered(asker)
    return open_form(room, asker, "Import", lambda: import_form(private))


def _pasted(room: Room, sent: Submission) -> Submitted:
    text = sent.fields().get("text", "")
    if text.lstrip().startswith("{"):
        return _entries(room, sent, text)
    drafts = _read(room, text)
    if not drafts:
        why = "Nothing in it reads as an action that made it worse. `/negmem add` takes it by hand."
        return mend((("text", why),), ("text",), import_form(sent.private, text))
    return Next(_drafts(sent, drafts))


def _entries(room: Room, sent: Submission, text: str) -> Submitted:
    asker = sent.asker
    refusal = refuse_absent(room.negmem, asker.team, asker.user, asker.channel)
    if refusal is not None:
        return refusal
    try:
        report = import_lines(room.negmem, asker.team, asker.user, text.split("\n"), _PASTED)
    except BadInput as bad:
        return mend((("text", str(bad)),), ("text",), import_form(sent.private, text))
    merged = f", merged into {', '.join(report.merged)}" if report.merged else ""
    told = f"Imported {len(report.stored)}: {', '.join(report.stored) or 'none'}{merged}."
    return Answer(True, " ".join([told, *report.notes[:5]]))


def _chosen(room: Room, sent: Submission) -> Submitted:
    """Store the ticked drafts; what is refused keeps the form open, with the reason."""
    numbers = sent.values.get("chosen", ())
    drafts = _read(room, sent.fields().get("text", ""))
    chosen = [drafts[int(n)] for n in numbers if n.isdigit() and int(n) < len(drafts)]
    if not chosen:
        form = _drafts(sent, drafts)
        return mend((("chosen", "Tick at least one, or cancel."),), ("chosen",), form)
    stored, refused = _store(room, sent, chosen)
    told = f"Stored {', '.join(stored) or 'none'}."
    return Answer(bool(stored), " ".join([told, *refused]))


def _store(room: Room, sent: Submission, chosen: Sequence[Draft]) -> tuple[list[str], list[str]]:
    asker, stored, refused = sent.asker, [], []
    for draft in chosen:
        fields = _fields(room, sent, draft)
        try:
            stored.append(add_entry(room.negmem, author_of(asker), fields).id)
        except InvalidEntry as invalid:
            refused.append(f"Not stored: {draft.action}: {invalid}")
    return stored, refused


def _fields(room: Room, sent: Submission, draft: Draft) -> Mapping[str, str]:
    typed = sent.fields()
    source = typed.get("source") or "postmortem"
    told = f"{source}, {span_of(draft.lines)}"
    entry = entry_of_draft(room.negmem, draft, told, sent.asker.user)
    fields = fields_of(entry)
    for key in ("service", "environment"):
        fields[key] = fields[key] or typed.get(key, "")
    return fields


def _drafts(sent: Submission, drafts: Sequence[Draft]) -> dict[str, object]:
    fields = sent.fields()
    shown = [(draft.action, _lacking(draft)) for draft in drafts]
    return drafts_form(
        redact(fields.get("text", "")), fields.get("source", ""), shown, sent.private
    )


def _lacking(draft: Draft) -> list[str]:
    named = (("service", draft.service), ("environment", draft.environment))
    return [key for key, value in named if not value]


def _read(room: Room, text: str) -> tuple[Draft, ...]:
    return read_postmortem(redact(text), name=_PASTED, lexicon=room.negmem.memories.lexicon)
