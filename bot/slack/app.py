"""The Bolt app, built from its parts; nothing is built at import."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog
from slack_bolt import App
from slack_bolt.logger.messages import (
    warning_client_prioritized_and_token_skipped,
    warning_token_skipped,
)
from slack_sdk import WebClient

from bot.domain.errors import BadInput
from bot.slack.listeners import register_all
from bot.slack.rate_limit import notice_rate_limit
from bot.slack.room import Room

LISTENERS = 32
"""Threads for listeners: with Bolt's five, five slow ones keep a click from its acknowledgement."""

_BOLT = f"{App.__module__.partition('.')[0]}.{App.__name__}"
_OF_TOKENS = (warning_client_prioritized_and_token_skipped(), warning_token_skipped())

log = structlog.get_logger(__name__)


def build_app(
    room: Room, *, signing_secret: str | None = None, missed: Callable[[], None] | None = None
) -> App:
    """The app with every listener registered.

    Args:
        room: What every listener is handed.
        signing_secret: For requests over HTTP; None for Socket Mode, which needs none.
        missed: Called when Slack says that it leaves events out; returns at once.

    Raises:
        BadInput: The signing secret is empty: then anybody's request would be taken.
    """
    if signing_secret is not None and not signing_secret.strip():
        raise BadInput(
            "SLACK_SIGNING_SECRET is empty.", "Copy it from the app's page, Basic Information."
        )

    # A level would not do: Bolt sets its logger's from the root's each time.
    logging.getLogger(_BOLT).addFilter(_worth_a_line)

    def authorize(team_id: str | None) -> Any:
        return room.installations.authorize(team_id)

    app = App(
        name="negmem",
        client=WebClient(),
        authorize=authorize,
        # Without a secret no request over HTTP can be signed, so none is taken.
        signing_secret=signing_secret or secrets.token_hex(32),
        # Ours are told apart in parsing: that somebody deleted a card of ours is to be heard.
        ignoring_self_events_enabled=False,
        listener_executor=ThreadPoolExecutor(LISTENERS, thread_name_prefix="slack-listener"),
    )
    app.error(_unexpected)
    if missed is not None:
        notice_rate_limit(app, missed)
    register_all(app, room)
    return app


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Warnings of Bolt; not the one that SLACK_BOT_TOKEN is unused: we use it, Bolt does not."""
    return record.levelno >= logging.WARNING and record.getMessage() not in _OF_TOKENS


def _unexpected(error: Exception, body: dict[str, Any]) -> None:
    """What no listener caught; listeners tell people themselves, so this is a mistake of ours."""
    log.error("a request failed", kind=body.get("type"), exc_info=error)
