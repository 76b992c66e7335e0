"""Every body is read as JSON, whatever its header says: the gate takes nothing else."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

_NAME = b"content-type"
_JSON = (_NAME, b"application/json")


class JsonBodies:
    """ASGI middleware: `curl -d` without a header, which says "form", is understood as well.

    A browser cannot be led to send such a request for somebody: it has no token to add.

    Args:
        app: What reads the bodies.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on as one with a JSON body; MCP's library judges its own headers."""
        if scope["type"] == "http" and not scope["path"].startswith("/mcp"):
            others = [header for header in scope["headers"] if header[0].lower() != _NAME]
            scope = {**scope, "headers": [*others, _JSON]}
        await self._app(scope, receive, send)
