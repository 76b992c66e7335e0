"""`negmem guard, hook, mcp`: the agents' side. The first two start elsewhere, before typer."""

from __future__ import annotations

import typer

PASS_THROUGH = {"ignore_unknown_options": True, "allow_extra_args": True}


def register(app: typer.Typer) -> None:
    """Add the commands; `guard` and `hook` only for `negmem --help`: `bot.cli.main` runs them."""
    app.command(context_settings=PASS_THROUGH, add_help_option=False)(guard)
    app.command(context_settings=PASS_THROUGH, add_help_option=False)(hook)
    app.command()(mcp)


def guard(context: typer.Context) -> int:
    """Ask the gate, then run a command: negmem guard -- kubectl rollout restart deploy/x."""
    from bot.agent.guard import main  # start-up time: only this command needs it

    return main(context.args)


def hook(context: typer.Context) -> int:
    """A pre- or post-tool hook: negmem hook claude-code | codex | gemini."""
    from bot.agent.hook import main  # start-up time: only this command needs it

    return main(context.args)


def mcp() -> int:
    """Serve MCP on standard input and output, for agents that speak it."""
    from bot.agent.mcp_server import main  # start-up time: the library imports slowly

    return main()
