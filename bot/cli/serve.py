"""`negmem serve`: the bot on a real workspace."""

from __future__ import annotations

import typer

from bot.bootstrap.offline import LOCAL_TEAM, left_in_local
from bot.cli.output import counted, say, say_error
from bot.cli.stopping import stop_signals
from bot.config import load_settings
from bot.logs import start_logging


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)


def serve() -> None:
    """Serve a workspace: Socket Mode with SLACK_APP_TOKEN, else HTTP; gate and schedule with it."""
    settings = load_settings()
    settings.require_slack()
    from bot.bootstrap.online import serving  # start-up time: Slack, web server and database

    start_logging(settings.log_level, as_json=settings.log_json)
    stop = stop_signals()
    with serving(settings) as running:
        say(f"negmem serves {running.workspaces} by {running.way}; the gate is {running.gate_url}.")
        say_left_behind(left_in_local(running.negmem, running.workspaces), running.workspaces)
        stop.get()


def say_left_behind(entries: int, team: str) -> None:
    """Say how to move what was added on the command line before there was a workspace."""
    if entries:
        say_error(
            f"Not counted in {team}: {counted(entries, 'entry', 'entries')} of the workspace"
            f" {LOCAL_TEAM}, added before the first serve.",
            f"Move them: negmem export --workspace {LOCAL_TEAM} --out entries.jsonl; negmem import"
            f" entries.jsonl --workspace {team}",
        )
