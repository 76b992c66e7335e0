"""Breaking a client's connection, for answers that get lost on the way."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

_KEY = "sandbox.transport"


class WithTransport:
    """Lets routes reach the TCP connection of their request.

    ASGI has no way to say "hang up now"; uvicorn's `send` is a method of an object that holds
    the transport.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request with its connection at hand."""
        if scope["type"] == "http":
            cycle: Any = getattr(send, "__self__", None)
            scope[_KEY] = getattr(cycle, "transport", None)
        await self._app(scope, receive, send)


async def break_connection(request: Request) -> None:
    """Hang up on a request; whatever is answered afterwards goes nowhere."""
    request.scope[_KEY].abort()
    await asyncio.sleep(0)  # let the server notice before something is answered
