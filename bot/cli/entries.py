"""`negmem add, list, show, search, renew, retire`: entries one at a time."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.application.add_entry import Author, add_entry, draft_from_text
from bot.application.answers import Answer
from bot.application.change_entry import renew_entry, retire_entry
from bot.application.entry_fields import fields_of
from bot.application.operator import OPERATOR
from bot.application.read_entries import list_entries, search_entries, show_entry
from bot.bootstrap.offline import operating
from bot.cli.output import AsJson, Team, say, say_error, say_fields, say_json, say_table
from bot.domain.entry import Entry, Severity
from bot.domain.entry_json import entry_to_json
from bot.domain.errors import InvalidEntry

Id = Annotated[str, typer.Argument(help="Id of the entry, like nm-17.")]
Env = Annotated[str | None, typer.Option(help="Environment.")]
Service = Annotated[str | None, typer.Option(help="Service.")]


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
            return _say_missing(invalid, as_json)
    if as_json:
        say_json(entry_to_json(entry))
    else:
        say(f"{entry.id} stored: {entry.action}")
        for note in draft.notes:
            say(f"  {note}")
    return 0


def _say_missing(invalid: InvalidEntry, as_json: bool) -> int:
    if as_json:
        missing = [{"key": key, "why": why} for key, why in invalid.missing]
        say_json({"error": invalid.code, "message": invalid.what, "missing": missing})
    say_error(f"Not stored: {invalid.what}", invalid.hint)
    return 1


def list_(
    service: Service = None,
    env: Env = None,
    severity: Annotated[Severity | None, typer.Option(help="Only of this severity.")] = None,
    retired: Annotated[bool, typer.Option(help="Retired ones too.")] = False,
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
    _say_entries(found, as_json)


def search(
    words: Annotated[list[str], typer.Argument(help="Words that all occur in the entry.")],
    workspace: Team = None,
    as_json: AsJson = False,
) -> int:
    """Find entries by words. Exit 1: there are none."""
    with operating(workspace) as (negmem, team):
        found = search_entries(negmem, team, " ".join(words))
    _say_entries(found, as_json)
    return 0 if found else 1


def show(entry_id: Id, workspace: Team = None, as_json: AsJson = False) -> None:
    """Show an entry: how it reads, how often it fired, what became of it."""
    with operating(workspace) as (negmem, team):
        view = show_entry(negmem, team, entry_id)
    fires = view.fires
    if as_json:
        counted = {"fired": fires.fired, "released": fires.released, "kept": fires.kept}
        say_json({**entry_to_json(view.entry), "reading": view.reading, "fires": counted})
        return
    say_fields({"id": view.entry.id, "state": view.entry.state.value, **fields_of(view.entry)})
    say(f"Reads as: {'; '.join(view.reading)}")
    say(f"Fired {fires.fired} times, released {fires.released}, kept {fires.kept}.")
    for record in view.history:
        say(f"  {record.at:%Y-%m-%d %H:%M} {record.event.value} by {record.actor}")


def renew(
    entry_id: Id,
    days: Annotated[int, typer.Option(min=1, max=3650, help="Days from today.")] = 180,
    workspace: Team = None,
) -> int:
    """Let an entry live on; a retired one comes back."""
    with operating(workspace) as (negmem, team):
        return _say_answer(renew_entry(negmem, team, OPERATOR, None, entry_id, days))


def retire(entry_id: Id, workspace: Team = None) -> int:
    """Take an entry out of decisions."""
    with operating(workspace) as (negmem, team):
        return _say_answer(retire_entry(negmem, team, OPERATOR, None, entry_id))


def _say_answer(answer: Answer) -> int:
    if answer.ok:
        say(answer.text)
        return 0
    say_error(answer.text)
    return 1


def _say_entries(entries: tuple[Entry, ...], as_json: bool) -> None:
    if as_json:
        for entry in entries:
            say_json(entry_to_json(entry))
        return
    if not entries:
        say('No entries. Add one: negmem add "restart payments-api in prod => dropped payments"')
        return
    rows = (
        (
            entry.id,
            entry.severity.value,
            ", ".join(entry.scope.services),
            ", ".join(entry.scope.environments),
            entry.action,
            f"{entry.expires:%Y-%m-%d}" if entry.expires else "never",
        )
        for entry in entries
    )
    say_table(("id", "severity", "service", "environment", "action", "expires"), rows)
