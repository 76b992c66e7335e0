"""Limits on bodies: how large, and how long they may take to arrive."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.gate.errors import refusal

LARGEST_BODY = 1_000_000
"""Bytes. An action over 64 kB but under this is answered with a hold and its reason."""
BODY_SECONDS = 10.0


class _TooLarge(Exception):
    pass


class LimitedBodies:
    """ASGI middleware: 413 for a body that is too large, 408 for one that does not arrive.

    Args:
        app: What it guards.
        largest: Bytes.
        seconds: Until the whole body must be there.
    """

    def __init__(
        self, app: ASGIApp, *, largest: int = LARGEST_BODY, seconds: float = BODY_SECONDS
    ) -> None:
        self._app = app
        self._largest = largest
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it."""
        if scope["type"] != "http" or scope["path"].startswith("/mcp"):
            await self._app(scope, receive, send)
            return
        try:
            body = await self._whole_body(receive)
        except _TooLarge:
            hint = "Send the action alone, without logs."
            answer = refusal(413, "too_large", "The body is over 1 MB.", hint)
            await answer(scope, receive, send)
            return
        except TimeoutError:
            hint = "Send it in one piece."
            answer = refusal(408, "timeout", "The body did not arrive within 10 s.", hint)
            await answer(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)

    async def _whole_body(self, receive: Receive) -> Message:
        parts, size = [], 0
        async with asyncio.timeout(self._seconds):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return message
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > self._largest:
                    raise _TooLarge
                if not message.get("more_body"):
                    return {"type": "http.request", "body": b"".join(parts), "more_body": False}


def _replay(body: Message, receive: Receive) -> Receive:
    """First the body, then whatever else arrives: the client's disconnect."""
    told = False

    async def replayed() -> Message:
        nonlocal told
        if not told:
            told = True
            return body
        return await receive()

    return replayed
