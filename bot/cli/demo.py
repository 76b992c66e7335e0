"""`negmem demo`: the whole product with a workspace of its own; no account, no token."""

from __future__ import annotations

import http.client
import threading
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.incident import Cast, Incident
from bot.cli.output import AsJson, say, say_error, say_json, switch
from bot.cli.stopping import stop_signals
from bot.cli.transcript import Transcript
from bot.cli.workspace_client import DemoStuck, WorkspaceClient
from bot.config import load_settings
from bot.logs import start_logging

if TYPE_CHECKING:
    from bot.bootstrap.demo import Demo

WATCHED_PAUSE = 1.5
"""Seconds between the steps of the incident when a person may be watching."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(demo)


def demo(
    headless: Annotated[bool, switch("--headless", "Play it, print it, end.")] = False,
    as_json: AsJson = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page; 0 takes a free one.")
    ] = 8090,
    no_play: Annotated[bool, switch("--no-play", "Start with empty channels.")] = False,
) -> None:
    """Play an incident in a local Slack workspace, with a page to look and take part."""
    from bot.bootstrap.demo import demonstrating  # start-up time: the whole product

    settings = load_settings()
    # Its servers' comings and goings would hide the address, which is all a person needs.
    asked_for = "log_level" in settings.model_fields_set
    start_logging(settings.log_level if asked_for else "warning")
    anew = headless or not no_play
    with demonstrating(settings, 0 if headless else port, anew=anew) as running:
        if headless:
            _play(running, as_json, 0)
            return
        stop, over = stop_signals(), threading.Event()
        kept = settings.database_url is not None
        say_json(_ready(running)) if as_json else _welcome(running, kept=kept)
        if not no_play:
            play = threading.Thread(
                target=_play_before_people, args=(running, over), name="incident", daemon=True
            )
            play.start()
        stop.get()
        over.set()


def _play(running: Demo, as_json: bool | None, pause: float) -> None:
    """Play the incident; `as_json` None prints nothing."""
    transcript = Transcript()

    def emit(line: dict[str, object]) -> None:
        if as_json:
            say_json(line)
        elif as_json is not None:
            say(transcript.told(line))

    cast = Cast(running.people, running.channels, running.groups, running.agent_app)
    Incident(WorkspaceClient(running.workspace), cast, emit, pause).play()


def _play_before_people(running: Demo, over: threading.Event) -> None:
    """Play it once while people look on; when they end the demo, it just ends."""
    try:
        _play(running, None, WATCHED_PAUSE)
    except (DemoStuck, OSError, http.client.HTTPException) as broken:
        if not over.is_set():
            say_error(f"The played incident ended early: {broken}", "The workspace goes on.")


def _ready(running: Demo) -> dict[str, object]:
    return {
        "page": running.page,
        "workspace": running.workspace,
        "gate": running.gate,
        "agent_token": running.agent_token,
        "channels": running.channels,
        "people": running.people,
        "agent_app": running.agent_app,
    }


def _welcome(running: Demo, *, kept: bool) -> None:
    say(f"Open {running.page} and look on, or take part: write, click, be somebody else.")
    say("To ask its gate as an agent does:")
    say(f"export NEGMEM_GATE_URL={running.gate} NEGMEM_AGENT_TOKEN={running.agent_token}")
    stays = f"its memory stays in your database, as workspace {running.team}" if kept else ""
    say(f"Ctrl-C ends it; {stays or 'nothing stays'}.")
