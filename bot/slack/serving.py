"""How Slack reaches the app: over a WebSocket that we open, or by signed requests."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import structlog
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_bolt.adapter.starlette.handler import to_bolt_request, to_starlette_response
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.domain.errors import BadInput
from bot.slack.installation import why_unreachable

EVENTS_PATH = "/slack/events"
log = structlog.get_logger(__name__)

_WORKERS = 32
"""Envelopes handled at the same time; Bolt's ten would make a click wait behind ten messages."""


class SocketMode:
    """The app on a WebSocket that it opens itself; needs no public address.

    Args:
        app: The Bolt app.
        app_token: `xapp-…`.
        base_url: Another address of the Web API.
        connected: Called at each new connection, the first one too: events may have been missed.
    """

    def __init__(
        self,
        app: App,
        app_token: str,
        base_url: str | None = None,
        connected: Callable[[], None] | None = None,
    ) -> None:
        more: dict[str, Any] = {"base_url": base_url} if base_url else {}
        client = WebClient(token=app_token, **more)
        self._handler = SocketModeHandler(app, app_token, web_client=client, concurrency=_WORKERS)
        self._app_token, self._connected = app_token, connected
        self._handler.client.message_listeners.append(self._heard)

    def start(self) -> None:
        """Connect; returns when connected, and keeps the connection up from then on.

        Raises:
            BadInput: Slack refuses the token or cannot be reached.
        """
        client = self._handler.client
        # Asked for here: the library would log the refusal that is told below.
        client.wss_uri = opened_connection(client.web_client, self._app_token)
        with _told():
            self._handler.connect()  # type: ignore[no-untyped-call]  # Bolt ships it untyped

    def stop(self) -> None:
        """Close the connection; calling it again does nothing."""
        client = self._handler.client
        client.closed, client.auto_reconnect_enabled = True, False
        _wake(getattr(client.current_session, "sock", None))
        # It waits a second for a message; one that says nothing lets it see that all is over.
        client.message_queue.put("")
        self._handler.close()  # type: ignore[no-untyped-call]  # Bolt ships it untyped

    def _heard(self, _client: object, message: dict[str, Any], _raw: str | None) -> None:
        if message.get("type") != "hello":
            return
        log.info("connected to Slack", connections=message.get("num_connections"))
        if self._connected is not None:
            self._connected()

    def is_connected(self) -> bool:
        """Whether events come in right now."""
        return bool(self._handler.client.is_connected())


def opened_connection(client: WebClient, app_token: str) -> str | None:
    """The address of a new connection; None where Slack asks to wait, which the library does.

    Args:
        client: Of the Web API.
        app_token: `xapp-…`.

    Raises:
        BadInput: Slack refuses the token or cannot be reached.
    """
    with _told():
        try:
            return str(client.apps_connections_open(app_token=app_token)["url"])
        except SlackApiError as error:
            if error.response.get("error") == "ratelimited":
                return None
            raise


@contextmanager
def _told() -> Iterator[None]:
    """Say in one line why there is no connection."""
    try:
        yield
    except SlackApiError as error:
        refused = error.response.get("error", "unknown error")
        raise BadInput(
            f"Slack refuses SLACK_APP_TOKEN ({refused}).",
            "Make an app-level token (xapp-…) with connections:write on the app's page.",
        ) from None
    except OSError as error:
        raise BadInput(
            f"Slack cannot be reached: {why_unreachable(error)}.", "Check the network."
        ) from None


def _wake(connection: socket.socket | None) -> None:
    """End a pending read, for which closing would otherwise wait up to three seconds."""
    if connection is not None:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)


def slack_routes(app: App, path: str = EVENTS_PATH) -> list[Route]:
    """The route that takes Slack's signed requests: events, clicks, commands.

    Bolt's own handler for Starlette blocks the event loop while it dispatches, so the dispatch is
    done in a thread.
    """

    async def take(request: Request) -> Response:
        body = await request.body()
        answered: Any = await run_in_threadpool(app.dispatch, to_bolt_request(request, body))
        return to_starlette_response(answered)

    return [Route(path, take, methods=["POST"])]
