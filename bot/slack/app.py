"""The Bolt app, built from its parts; nothing is built at import."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog
from slack_bolt import App
from slack_sdk import WebClient

from bot.application.negmem import Negmem
from bot.domain.errors import BadInput
from bot.slack.directory import SlackDirectory
from bot.slack.installation import Installations
from bot.slack.listeners import register_all
from bot.slack.room import Room

LISTENERS = 32
"""Threads for listeners: with Bolt's five, five slow ones keep a click from its acknowledgement."""
FORMS = 8

log = structlog.get_logger(__name__)


def build_app(
    negmem: Negmem,
    installations: Installations,
    directory: SlackDirectory,
    *,
    signing_secret: str | None = None,
) -> App:
    """The app with every listener registered.

    Args:
        negmem: What every use case is handed; its `directory` is `directory`.
        installations: The workspaces it is installed in.
        directory: For what only Slack's side asks.
        signing_secret: For requests over HTTP; None for Socket Mode, which needs none.

    Raises:
        BadInput: The signing secret is empty: then anybody's request would be taken.
    """
    if signing_secret is not None and not signing_secret.strip():
        raise BadInput(
            "SLACK_SIGNING_SECRET is empty.", "Copy it from the app's page, Basic Information."
        )

    def authorize(team_id: str | None) -> Any:
        return installations.authorize(team_id)

    app = App(
        name="negmem",
        client=WebClient(),
        authorize=authorize,
        # Without a secret no request over HTTP can be signed, so none is taken.
        signing_secret=signing_secret or secrets.token_hex(32),
        listener_executor=ThreadPoolExecutor(LISTENERS, thread_name_prefix="slack-listener"),
    )
    app.error(_unexpected)
    forms = ThreadPoolExecutor(FORMS, thread_name_prefix="slack-form")
    register_all(app, Room(negmem, installations, directory, forms))
    return app


def _unexpected(error: Exception, body: dict[str, Any]) -> None:
    """What no listener caught; listeners tell people themselves, so this is a mistake of ours."""
    log.error("a request failed", kind=body.get("type"), exc_info=error)
