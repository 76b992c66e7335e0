"""The command line: one file for each group of commands."""

from __future__ import annotations

import sys

import typer
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
from bot.cli.output import say_error
from bot.config import BadSetting
from bot.domain.errors import NegmemError

EXIT_NEGATIVE = 1
EXIT_USAGE = 2

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
    for group in GROUPS:
        group.register(app)
    return app


def run() -> int:
    """Run it; returns the exit code: 0 fine, 1 a negative answer, 2 usage."""
    try:
        result = build()(standalone_mode=False)
    except click.NoArgsIsHelpError as no_arguments:
        sys.stdout.write(no_arguments.format_message() + "\n")
        return 0
    except click.ClickException as usage:
        say_error(usage.format_message(), "See negmem --help.")
        return EXIT_USAGE
    except BadSetting as bad:
        say_error(bad.what, bad.hint)
        return EXIT_USAGE
    except NegmemError as error:
        say_error(error.what, error.hint)
        return EXIT_NEGATIVE
    except (KeyboardInterrupt, typer.Abort):
        return 130
    return result if isinstance(result, int) else 0
