"""`negmem db`: upgrade and back up the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.bootstrap.offline import opened_store
from bot.cli.output import AsJson, say, say_json


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(help="The database.", no_args_is_help=True)
    group.command("upgrade")(upgrade)
    group.command("backup")(backup)
    app.add_typer(group, name="db")


def upgrade(as_json: AsJson = False) -> None:
    """Bring the tables up to date; serving does so by itself."""
    with opened_store() as store:
        revision = store.upgrade()
    say_json({"revision": revision}) if as_json else say(f"At revision {revision}.")


def backup(
    path: Annotated[Path, typer.Argument(help="A new file to write the copy to.")],
    as_json: AsJson = False,
) -> None:
    """Write a consistent copy of a SQLite database while it is in use."""
    with opened_store(create=False) as store:
        store.backup(path)
    say_json({"backup": str(path)}) if as_json else say(f"Backed up to {path}.")
