"""The `negmem` command. What agents call before every tool call starts before anything heavy."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line of `sys.argv` and exit with its code."""
    if sys.argv[1:2] == ["hook"]:
        from bot.agent.hook import main as hook  # start-up time: agents call it before each tool

        sys.exit(hook(sys.argv[2:]))
    if sys.argv[1:2] == ["guard"]:
        from bot.agent.guard import main as guard  # start-up time: it stands before commands

        sys.exit(guard(sys.argv[2:]))
    from bot.cli.app import run  # start-up time: typer alone takes five times a bare interpreter

    sys.exit(run())
