"""`negmem serve`: the bot on a real workspace."""

from __future__ import annotations

import signal
import threading

import typer

from bot.cli.output import say
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
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with serving(settings) as running:
        say(f"negmem serves {running.workspaces} by {running.way}; the gate is {running.gate_url}.")
        stop.wait()
