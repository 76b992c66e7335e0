"""`negmem add, list, show, search, renew, retire`: entries one at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

import typer

from bot.application.entries.add_entry import Author, add_entry, draft_from_text
from bot.application.entries.change_entry import RENEWED_FOR, renew_entry, retire_entry
from bot.application.entries.entry_fields import fields_of
from bot.application.entries.read_entries import list_entries, search_entries, show_entry
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.people.operator import OPERATOR
from bot.application.records.fires import Fires
from bot.bootstrap.offline import operating
from bot.cli.output import (
    AsJson,
    Team,
    as_command,
    say,
    say_error,
    say_fields,
    say_json,
    say_table,
    switch,
    times,
)
from bot.domain.entry import Entry, Severity
from bot.domain.entry_json import entry_to_json
from bot.domain.errors import BadInput, InvalidEntry, NotAllowed, NotFound
from bot.domain.expiry import MOST_DAYS, read_days

Id = Annotated[str, typer.Argument(help="Id of the entry: nm-17, or just 17.")]
Env = Annotated[str | None, typer.Option(help="Environment.")]
Service = Annotated[str | None, typer.Option(help="Service.")]

OPTIONS = {
    "outcome": "--outcome",
    "severity": "--severity",
    "service": "--service",
    "environment": "--env",
    "expires": "--expires",
}
"""What gives a key that the text lacks."""

"""Of life that one renewal gives."""

NO_ENTRIES = 'No entries. Add one: negmem add "restart payments-api in prod => dropped payments"'
NONE_FITS = "No entry fits. Retired ones are listed with --retired."


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for name, command in (
        ("add", add),
        ("list", list_),
        ("show", show),
        ("search", search),
        ("renew", renew),
        ("retire", retire),
    ):
        app.command(name)(command)


def add(
    text: Annotated[
        str,
        typer.Argument(
            help='Free text: "restart payments-api in prod during peak => dropped in-flight'
            ' payments, block, for 90 days".'
        ),
    ],
    service: Service = None,
    env: Env = None,
    outcome: Annotated[str | None, typer.Option(help="What it led to.")] = None,
    severity: Annotated[str | None, typer.Option(help="block, warn or alert.")] = None,
    expires: Annotated[str | None, typer.Option(help='"in 90 days", 2027-03-14, …')] = None,
    instead: Annotated[str | None, typer.Option(help="The safer alternative.")] = None,
    source: Annotated[str | None, typer.Option(help="Where the lesson comes from.")] = None,
    workspace: Team = None,
    as_json: AsJson = False,
) -> int:
    """Add an entry. What is missing or too vague is named, and nothing is stored."""
    given = {
        "service": service,
        "environment": env,
        "outcome": outcome,
        "severity": severity,
        "expires": expires,
        "instead": instead,
        "source": source,
    }
    with operating(workspace) as (negmem, team):
        author = Author(team, OPERATOR, None)
        draft = draft_from_text(negmem, author, text)
        fields = {**draft.fields, **{key: value for key, value in given.items() if value}}
        try:
            entry = add_entry(negmem, author, fields)
        except InvalidEntry as invalid:
            return _say_missing(invalid, given, as_json)
    merged = entry.version > 1
    # Of a merged one the older entry decides, whatever was taken for granted here.
    notes = () if merged else draft.notes_beside([key for key, value in given.items() if value])
    if as_json:
        more = {"merged": True} if merged else {"notes": notes} if notes else {}
        say_json(entry_to_json(entry) | more)
    elif merged:
        say(f"Merged into {entry.id}, which says the same: {entry.action}")
    else:
        say(f"{entry.id} stored: {entry.action}")
        for note in notes:
            say(f"  {note}")
    return 0


def _say_missing(invalid: InvalidEntry, given: Mapping[str, str | None], as_json: bool) -> int:
    options = [OPTIONS[key] for key, _ in invalid.missing if key in OPTIONS and not given[key]]
    where = f"Say it in the text, or with {', '.join(dict.fromkeys(options))}."
    hint = invalid.hint or (where if options else "")
    if as_json:
        missing = [{"key": key, "why": why} for key, why in invalid.missing]
        told = {"error": invalid.code, "message": as_command(invalid.what)}
        say_json({**told, "hint": as_command(hint), "missing": missing})
    say_error(f"Not stored: {invalid.what}", hint)
    return 1


def list_(
    service: Service = None,
    env: Env = None,
    severity: Annotated[Severity | None, typer.Option(help="Only of this severity.")] = None,
    retired: Annotated[bool, switch("--retired", "Retired ones too.")] = False,
    workspace: Team = None,
    as_json: AsJson = False,
) -> None:
    """List entries."""
    with operating(workspace) as (negmem, team):
        found = list_entries(
            negmem,
            team,
            service=service,
            environment=env,
            severity=severity,
            include_retired=retired,
        )
        now = negmem.clock()
        any_at_all = found or list_entries(negmem, team, include_retired=True)
    if not found and not as_json:
        say(NONE_FITS if any_at_all else NO_ENTRIES)
        return
    _say_entries(found, now, as_json, with_state=retired)


def search(
    words: Annotated[list[str], typer.Argument(help="Words that all occur in the entry.")],
    workspace: Team = None,
    as_json: AsJson = False,
) -> int:
    """Find entries by words. Exit 1: there are none."""
    with operating(workspace) as (negmem, team):
        found = search_entries(negmem, team, " ".join(words))
        now = negmem.clock()
    if not found:
        raise NotFound(
            f"No entry has {'all of the words' if len(words) > 1 else 'the word'} "
            f"{' '.join(words)!r}.",
            "Try fewer or other ones, or negmem list.",
        )
    _say_entries(found, now, as_json, with_state=True)
    return 0


def show(entry_id: Id, workspace: Team = None, as_json: AsJson = False) -> None:
    """Show an entry: how it reads, how often it fired, what became of it."""
    with operating(workspace) as (negmem, team):
        view = show_entry(negmem, team, _known_id(negmem, team, entry_id))
        now = negmem.clock()
    fires = view.fires
    if as_json:
        counts = {"fired": fires.fired, "released": fires.released, "kept": fires.kept}
        say_json({**entry_to_json(view.entry), "reading": view.reading, "fires": counts})
        return
    fields = {**fields_of(view.entry), "expires": _end(view.entry, now)}
    if view.entry.approvals == 1:
        del fields["approvals"]  # one is what everybody expects
    say_fields({"id": view.entry.id, "state": view.entry.state.value, **fields})
    say(f"Read as: {'; '.join(view.reading)}")
    say(_fired(fires))
    for record in view.history:
        told = record.event.value.removeprefix("entry_").replace("_", " ")
        say(f"  {record.at:%Y-%m-%d %H:%M} UTC {told} by {record.actor}")


def _fired(fires: Fires) -> str:
    """How it did: "Fired 4 times, released once, last on 2026-11-12."."""
    if not fires.fired:
        return "Never fired."
    counts = (("released", fires.released), ("kept", fires.kept), ("wrong", fires.wrong))
    told = "".join(f", {name} {times(count)}" for name, count in counts if count)
    last = f", last on {fires.last_at:%Y-%m-%d}" if fires.last_at else ""
    return f"Fired {times(fires.fired)}{told}{last}."


def renew(
    entry_id: Id,
    until: Annotated[
        list[str] | None, typer.Argument(help='How long: "for 90 days", "until 14 March".')
    ] = None,
    days: Annotated[int, typer.Option(min=1, max=MOST_DAYS, help="Days from today.")] = RENEWED_FOR,
    workspace: Team = None,
    as_json: AsJson = False,
) -> None:
    """Let an entry live on; a retired one comes back."""
    with operating(workspace) as (negmem, team):
        known = _known_id(negmem, team, entry_id)
        if until:
            days = _days(" ".join(until), negmem.clock())
        _say_answer(renew_entry(negmem, team, OPERATOR, None, known, days), as_json)


def _days(said: str, now: datetime) -> int:
    """How many days from now that is, in words or as a number of days, as in Slack."""
    days = read_days(said, now)
    if days is None:
        raise BadInput(
            f"I do not understand until when: {said!r}.",
            'Write "for 90 days", "until 14 March" or a date like 2027-03-01.',
        )
    return days


def retire(entry_id: Id, workspace: Team = None, as_json: AsJson = False) -> None:
    """Take an entry out of decisions."""
    with operating(workspace) as (negmem, team):
        known = _known_id(negmem, team, entry_id)
        _say_answer(retire_entry(negmem, team, OPERATOR, None, known), as_json)


def _known_id(negmem: Negmem, team: str, said: str) -> str:
    """The id of the entry that was meant: `NM-1` and `1` are nm-1; what is none stays as said."""
    with negmem.store.read() as tx:
        known = {one.id.lower(): one.id for one in tx.entries.all(team, include_retired=True)}
    asked = said.strip().lower()
    if re.fullmatch(r"\d+", asked) and asked not in known:
        asked = f"nm-{int(asked)}"
    return known.get(asked, said)


def _say_answer(answer: Answer, as_json: bool) -> None:
    if not answer.ok:
        raise NotAllowed(answer.text)
    say_json({"id": answer.subject, "text": answer.text}) if as_json else say(
        as_command(answer.text)
    )


def _say_entries(
    entries: Sequence[Entry], now: datetime, as_json: bool, *, with_state: bool
) -> None:
    """Entries as a table; the columns that say nothing about any of them are left out."""
    if as_json:
        for entry in entries:
            say_json(entry_to_json(entry))
        return
    columns = {
        "id": [entry.id for entry in entries],
        "state": [entry.state.value for entry in entries] if with_state else [],
        "severity": [entry.severity.value for entry in entries],
        "scope": [_scope(entry) for entry in entries],
        "action": [entry.action for entry in entries],
        "expires": [_end(entry, now) for entry in entries],
    }
    shown = {name: cells for name, cells in columns.items() if any(cells)}
    say_table(shown, zip(*shown.values(), strict=True), wide=("scope", "action"))


def _scope(entry: Entry) -> str:
    """Where and when it holds: "payments-api in prod, mon-fri 08:00-20:00 UTC".

    In one cell: most entries have no window, and a column of its own would be empty room.
    """
    fields = fields_of(entry)
    where = f"{fields['service']} in {fields['environment']}"
    return f"{where}, {fields['window']}" if fields["window"] else where


def _end(entry: Entry, now: datetime) -> str:
    """The day of its end, marked where that has passed: such an entry matches nothing."""
    if entry.expires is None:
        return "never"
    return f"{entry.expires:%Y-%m-%d}{' (expired)' if entry.expires <= now else ''}"
