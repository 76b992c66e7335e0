"""Keeps the workspace to this machine and to its own page."""

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

_LOCAL_NAMES = frozenset({"127.0.0.1", "localhost"})


class OnlyFromHere:
    """Refuses what some other web page makes a browser send.

    The workspace asks nobody for a password, so a page elsewhere could act in it as anybody:
    by naming it in the Host header, or by posting to it from its own Origin. Programs send no
    Origin and are not affected.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._hosts = _LOCAL_NAMES | {host}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it with 403."""
        if scope["type"] in ("http", "websocket") and not self._is_local(Headers(scope=scope)):
            if scope["type"] == "websocket":
                await WebSocketClose()(scope, receive, send)
                return
            refusal = PlainTextResponse("only for this machine and this page", status_code=403)
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_local(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        if host.rpartition(":")[0] not in self._hosts and host not in self._hosts:
            return False
        origin = headers.get("origin")
        return origin is None or origin == f"http://{host}"
