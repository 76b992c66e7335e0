"""How the command line speaks: JSON for programs, plain text for people, errors on one line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table


def switch(name: str, told: str) -> Any:
    """An option that is given or not: no value beside it in the help, and no `--no-` form."""
    return typer.Option(name, metavar="", help=told)


AsJson = Annotated[bool, switch("--json", "Print JSON instead of text.")]
Team = Annotated[
    str | None,
    typer.Option("--workspace", help="Slack team id; needed where several are known."),
]


def say_json(value: Any) -> None:
    """One JSON value on one line of standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()


def say(text: str) -> None:
    """A line for a person."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def say_error(what: str, hint: str = "") -> None:
    """One line on standard error: what is wrong and how to mend it."""
    line = " ".join(as_command(f"{what} {hint}").split())
    sys.stderr.write(f"negmem: {line}\n")


_IN_SLACK = re.compile(
    r"(?<![\w/])/negmem (?=(?:add|list|show|search|renew|retire|import|export|check|review)\b)"
)


_MOMENT = re.compile(r"<!date\^\d+\^[^|<>]+\|([^<>]*)>")
"""A moment for Slack, which shows it in the reader's zone; what is behind the bar is in UTC."""


def as_command(text: str) -> str:
    """A text of the use cases with commands and moments as they are here.

    Use cases speak of Slack's `/negmem`; what only Slack has, like `/negmem setup`, stays so.
    """
    return _MOMENT.sub(r"\1", _IN_SLACK.sub("negmem ", text))


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: "1 entry", "3 entries"."""
    return f"{number:,} {one if number == 1 else many}"


def times(number: int) -> str:
    """How often: "once", "twice", "4 times"."""
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


_ENDLESS = 100_000
"""Columns of a terminal on which any table fits."""


def say_table(
    columns: Iterable[str], rows: Iterable[Iterable[object]], *, wide: Collection[str] = ()
) -> None:
    """A table that fits the terminal; whole lines where the output is a pipe.

    Args:
        columns: Their names.
        rows: A cell for each.
        wide: Columns that share the room where it is short: the others, if any are named, are no
            wider than their longest word then.
    """
    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False, markup=False)
    cells = [[str(cell) for cell in row] for row in rows]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in cells:
        table.add_row(*row)
    whole = console.measure(table, options=console.options.update(width=_ENDLESS)).maximum
    if wide and whole > console.width:
        for number, column in enumerate(table.columns):
            if column.header not in wide:
                words = " ".join([str(column.header), *(row[number] for row in cells)]).split()
                column.max_width = max(map(cell_len, words))
    console.print(table)


def say_fields(fields: Mapping[str, object]) -> None:
    """Name and value, one a line, empty ones left out."""
    width = max((len(name) for name in fields), default=0)
    for name, value in fields.items():
        if value not in (None, "", (), []):
            say(f"{name:<{width}}  {value}")
