"""The command line: one file for each group of commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated

import typer
from typer._click import core as click_core  # as below
from typer._click import exceptions as click  # typer ships its own click and exports no base class

from bot.cli import (
    agents,
    audit,
    check,
    database,
    demo,
    doctor,
    entries,
    exchange,
    guards,
    learn,
    replay,
    review,
    secrets,
    serve,
)
from bot.cli.output import as_command, say, say_error, say_json
from bot.cli.workspace_client import DemoStuck
from bot.domain.errors import Conflict, Gone, InvalidEntry, NegmemError, NotAllowed, NotFound

EXIT_NEGATIVE = 1
EXIT_USAGE = 2

NEGATIVE_ANSWERS = (InvalidEntry, NotFound, NotAllowed, Conflict, Gone, DemoStuck)
"""What was asked well and answered with no; every other error is the asker's or the machine's."""

GROUPS = (
    demo,
    serve,
    check,
    entries,
    exchange,
    replay,
    learn,
    secrets,
    guards,
    agents,
    review,
    audit,
    database,
    doctor,
)


def build() -> typer.Typer:
    """The command line with every group."""
    app = typer.Typer(
        name="negmem",
        help="The negative memory of on-call teams.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback()(_common)
    for group in GROUPS:
        group.register(app)
    return app


def _command() -> click_core.Command:
    """The command line, ready to be run."""
    command = typer.main.get_command(build())
    _show_help_as_a_switch(command)
    return command


def _show_help_as_a_switch(command: click_core.Command) -> None:
    """Leave the type out beside `--help`, as our own switches do, in every command."""
    shown = command.get_help_option(click_core.Context(command))
    if shown is not None:
        shown.metavar = ""
    for below in getattr(command, "commands", {}).values():
        _show_help_as_a_switch(below)


def _say_version(asked: bool) -> None:
    if asked:
        say(f"negmem {version('negmem-bot')}")
        raise typer.Exit


def _common(
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_say_version,
            is_eager=True,
            metavar="",
            help="Say the version and end.",
        ),
    ] = False,
) -> None:
    """The negative memory of on-call teams."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run it; returns the exit code.

    Args:
        arguments: Words of the command line; those of the process by default.

    Returns:
        0 fine, 1 a negative answer (held, not found, invalid, a failing check), 2 bad input, or
        settings, a database or an installation that cannot be used.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in words
    try:
        result = _command()(args=words, prog_name="negmem", standalone_mode=False)
    except click.NoArgsIsHelpError as no_arguments:
        sys.stdout.write(no_arguments.format_message() + "\n")
        return 0
    except click.ClickException as usage:
        _say_failure("usage", _wrong_usage(usage), _help_of(usage), as_json)
        return EXIT_USAGE
    except NegmemError as error:
        _say_failure(error.code, error.what, error.hint, as_json)
        return EXIT_NEGATIVE if isinstance(error, NEGATIVE_ANSWERS) else EXIT_USAGE
    except (KeyboardInterrupt, typer.Abort):
        return 130
    return result if isinstance(result, int) else 0


def _say_failure(code: str, what: str, hint: str, as_json: bool) -> None:
    """A line on standard error; for programs the same as JSON on standard output."""
    if as_json:
        say_json({"error": code, "message": as_command(what), "hint": as_command(hint)})
    say_error(what, hint)


def _wrong_usage(usage: click.ClickException) -> str:
    """What the parser of the words says, as a sentence."""
    told = usage.format_message().replace("Value error, ", "")
    return told if told.endswith((".", "?")) else f"{told}."


def _help_of(usage: click.ClickException) -> str:
    """Where the help of the very command is."""
    context = getattr(usage, "ctx", None)
    return f"See {context.command_path if context else 'negmem'} --help."
