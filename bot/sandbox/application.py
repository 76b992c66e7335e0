"""The ASGI application: Web API, Socket Mode, the human's side and the page, on one port."""

import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from bot.sandbox.delivery.socket_mode import SocketMode
from bot.sandbox.human.routes import HumanSide
from bot.sandbox.human.routes import routes as human_routes
from bot.sandbox.web_api.call import Services
from bot.sandbox.web_api.routes import routes as api_routes

_PAGE = Path(__file__).parent / "page"


def build_application(services: Services, side: HumanSide, sockets: SocketMode) -> Starlette:
    """Return the application that serves everything."""
    listed: list[BaseRoute] = [
        *api_routes(services, side.faults),
        *human_routes(side),
        WebSocketRoute("/link/", sockets.serve),
        Route("/oauth/v2/authorize", _authorize(services)),
        Route("/archives/{channel}/{place}", _permalink),
    ]
    if _PAGE.is_dir():
        listed.append(Mount("/", StaticFiles(directory=_PAGE, html=True)))
    return Starlette(routes=listed)


def _authorize(services: Services) -> Callable[[Request], Awaitable[Response]]:
    """Return the page on which a workspace is asked to install the app: it always agrees."""

    async def authorize(request: Request) -> Response:
        query = request.query_params
        with services.world.locked() as world:
            team = query.get("team") or next(iter(world.teams))
            if query.get("client_id") != services.app.client_id or team not in world.teams:
                return PlainTextResponse("invalid_client_id or invalid_team_id", status_code=400)
            code = secrets.token_urlsafe(16)
            world.oauth_codes[code] = team
        target = query.get("redirect_uri")
        if not target:
            return PlainTextResponse("missing redirect_uri", status_code=400)
        answer = urlencode({"code": code, "state": query.get("state", "")})
        return RedirectResponse(f"{target}{'&' if '?' in target else '?'}{answer}", 302)

    return authorize


async def _permalink(request: Request) -> Response:
    """Lead a permalink to its message on the page."""
    digits = request.path_params["place"].lstrip("p")
    thread = request.query_params.get("thread_ts") or f"{digits[:-6]}.{digits[-6:]}"
    where = {"channel": request.path_params["channel"], "thread": thread}
    return RedirectResponse("/?" + urlencode(where), 302)
