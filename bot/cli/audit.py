"""`negmem audit`: check and export the chained records."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.application.team.audit_trail import audit_records, record_json, verify_audit
from bot.bootstrap.offline import operating
from bot.cli.output import AsJson, Team, counted, say, say_error, say_json


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(help="The chained audit records.", no_args_is_help=True)
    group.command("verify")(verify)
    group.command("export")(export)
    app.add_typer(group, name="audit")


def verify(workspace: Team = None, as_json: AsJson = False) -> int:
    """Check the hash chain. Exit 1: it is broken."""
    with operating(workspace) as (negmem, team):
        result = verify_audit(negmem, team)
    if as_json:
        say_json({"records": result.records, "broken_at": result.broken_at, "head": result.head})
    elif result.broken_at is None:
        records = counted(result.records, "record", "records")
        say(f"{records}, the chain holds. Head: {result.head}")
    else:
        say_error(f"The chain breaks at record {result.broken_at} of {result.records}.")
    return 0 if result.broken_at is None else 1


def export(
    since: Annotated[int, typer.Option(help="From this record number on.")] = 1,
    workspace: Team = None,
    as_json: AsJson = False,  # noqa: ARG001 - accepted for uniformity: it prints JSON anyway
) -> None:
    """Print the records, one JSON a line, in order."""
    with operating(workspace) as (negmem, team):
        for record in audit_records(negmem, team):
            if record.seq >= since:
                say_json(record_json(record))
