"""The routes below `/human/`, and `/faults`."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.sandbox.delivery.socket_mode import SocketMode
from bot.sandbox.faults import Faults
from bot.sandbox.human import posts, reading
from bot.sandbox.human.acting import Body, NotPossible
from bot.sandbox.human.interactions import Interactions
from bot.sandbox.human.modals import Modals
from bot.sandbox.human.stream import Streams
from bot.sandbox.world.world import World

Action = Callable[[Body], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class HumanSide:
    """What the routes work with."""

    world: World
    interactions: Interactions
    modals: Modals
    streams: Streams
    faults: Faults
    sockets: SocketMode


def routes(side: HumanSide) -> list[Route]:
    """Return the routes."""
    return [*_action_routes(side), *_reading_routes(side), _fault_route(side)]


def _action_routes(side: HumanSide) -> list[Route]:
    actions: dict[str, Action] = {
        "messages": _posting(side, posts.post_message),
        "edits": _posting(side, posts.edit_message),
        "deletions": _posting(side, posts.delete_message),
        "reactions": _posting(side, posts.react_to_message),
        "clicks": side.interactions.click,
        "commands": side.interactions.run_command,
        "shortcuts": side.interactions.run_shortcut,
        "submissions": side.modals.submit,
        "closings": side.modals.close,
        "homes": side.modals.open_home,
    }
    return [
        Route(f"/human/{name}", _action(action), methods=["POST"])
        for name, action in actions.items()
    ]


def _posting(side: HumanSide, act: Callable[[World, Body], dict[str, Any]]) -> Action:
    async def run(body: Body) -> dict[str, Any]:
        with side.world.locked() as world:
            return act(world, body)

    return run


def _action(act: Action) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            body = await request.json()
            if not isinstance(body, dict):
                raise NotPossible("the body must be a JSON object")
            return JSONResponse(await act(body))
        except json.JSONDecodeError:
            return JSONResponse(_refused("the body is not JSON"))
        except NotPossible as reason:
            return JSONResponse(_refused(str(reason)) | reason.details)

    return endpoint


def _refused(why: str) -> dict[str, Any]:
    return {"ok": False, "acked": False, "error": why}


def _reading_routes(side: HumanSide) -> list[Route]:
    world, app = side.world, side.interactions.app

    def messages(request: Request) -> Any:
        return reading.channel_messages(world, request.path_params["id"], _user(request))

    def thread(request: Request) -> Any:
        path = request.path_params
        return reading.thread(world, path["channel"], path["ts"], _user(request))

    def view(request: Request) -> Any:
        return reading.open_view(world, request.path_params["user"])

    def ephemerals(request: Request) -> Any:
        return reading.ephemerals(world, request.path_params["user"])

    def state(request: Request) -> Any:
        return reading.state(world, app, _user(request) or "")

    async def stream(request: Request) -> Response:
        feed = side.streams.follow(_user(request) or "")
        headers = {"Cache-Control": "no-store"}
        return StreamingResponse(feed, media_type="text/event-stream", headers=headers)

    return [
        Route("/human/channels/{id}/messages", _read(world, messages)),
        Route("/human/threads/{channel}/{ts}", _read(world, thread)),
        Route("/human/views/{user}", _read(world, view)),
        Route("/human/ephemerals/{user}", _read(world, ephemerals)),
        Route("/human/state", _read(world, state)),
        Route("/human/stream", stream),
    ]


def _read(world: World, look: Callable[[Request], Any]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            with world.locked():
                return JSONResponse(look(request), headers={"Cache-Control": "no-store"})
        except NotPossible as reason:
            return JSONResponse({"ok": False, "error": str(reason)}, status_code=404)

    return endpoint


def _user(request: Request) -> str | None:
    return request.query_params.get("user") or None


def _fault_route(side: HumanSide) -> Route:
    async def faults(request: Request) -> Response:
        try:
            wanted = await request.json()
            if not isinstance(wanted, dict):
                raise ValueError("a fault is a JSON object")
            if wanted.get("method") == "socket.drop":
                await side.sockets.drop()
            elif wanted.get("method") == "socket.refresh":
                # `delay` is how long before the end the warning comes.
                refresh = BackgroundTask(side.sockets.refresh, float(wanted.get("delay", 10.0)))
                return JSONResponse({"ok": True}, background=refresh)
            else:
                side.faults.add(wanted)
        except ValueError as error:
            return JSONResponse({"ok": False, "error": str(error)}, status_code=400)
        return JSONResponse({"ok": True})

    return Route("/faults", faults, methods=["POST"])
