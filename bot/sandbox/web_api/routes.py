"""The HTTP side of the Web API: reading parameters, faults, headers."""

import asyncio
import json
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.sandbox.connection import break_connection
from bot.sandbox.faults import Fault, Faults
from bot.sandbox.web_api.call import Services
from bot.sandbox.web_api.methods import perform

# Slack's own words for what it will not read.
_UNREADABLE = {"ok": False, "error": "invalid_json"}


def routes(services: Services, faults: Faults) -> list[Route]:
    """Return the routes of the Web API, of response URLs and of uploads."""
    doors = _Doors(services, faults)
    return [
        Route("/api/{method}", doors.api, methods=["GET", "POST"]),
        Route("/response/{key:path}", doors.respond, methods=["POST"]),
        Route("/upload/v1/{file}", doors.upload, methods=["POST"]),
        Route("/files/{file}/{name}", doors.download, methods=["GET"]),
    ]


class _Doors:
    def __init__(self, services: Services, faults: Faults) -> None:
        self._services = services
        self._faults = faults

    async def api(self, request: Request) -> Response:
        """Call a method."""
        method = request.path_params["method"]
        fault = await self._fault(method)
        if fault is not None and fault.refuses:
            return _refusal(fault)
        try:
            params = await _params(request)
        except ValueError:
            return JSONResponse(_UNREADABLE)
        answer, caller = perform(self._services, method, _token(request, params), params)
        if fault is not None and fault.lose_answer:
            await break_connection(request)
        headers = {} if caller is None else {"x-oauth-scopes": ",".join(caller.scopes)}
        if "needed" in answer:
            headers["x-accepted-oauth-scopes"] = answer["needed"]
        return JSONResponse(answer, headers=headers)

    async def respond(self, request: Request) -> Response:
        """Answer by a response URL."""
        fault = await self._fault("response_url")
        if fault is not None and fault.refuses:
            return _refusal(fault)
        try:
            body = await _params(request)
        except ValueError:
            return JSONResponse(_UNREADABLE, status_code=400)
        with self._services.world.locked():
            error = self._services.response_urls.use(request.path_params["key"], body)
        if fault is not None and fault.lose_answer:
            await break_connection(request)
        if error:
            gone = error in ("used_url", "expired_url", "invalid_url")
            return JSONResponse({"ok": False, "error": error}, status_code=404 if gone else 400)
        return PlainTextResponse("ok")

    async def upload(self, request: Request) -> Response:
        """Take the content of an announced file."""
        content = await _uploaded(request)
        with self._services.world.locked() as world:
            file = world.files.get(request.path_params["file"])
            if file is None or file.content is not None:
                return PlainTextResponse("no such upload", status_code=404)
            if len(content) != file.size:
                return PlainTextResponse("length differs", status_code=400)
            file.content = content
        return PlainTextResponse(f"OK - {len(content)}")

    async def download(self, request: Request) -> Response:
        """Hand out the content of a file."""
        file = self._services.world.files.get(request.path_params["file"])
        if file is None or file.content is None:
            return PlainTextResponse("no such file", status_code=404)
        return Response(file.content, media_type=file.mimetype)

    async def _fault(self, method: str) -> Fault | None:
        fault = self._faults.take(method)
        if fault is not None:
            await asyncio.sleep(fault.delay)
        return fault


def _refusal(fault: Fault) -> Response:
    status = fault.status or (429 if fault.error == "ratelimited" else 200)
    headers = {}
    if fault.retry_after is not None:
        headers["Retry-After"] = f"{fault.retry_after:g}"
    if fault.error is None and status != 429:
        return PlainTextResponse("", status_code=status, headers=headers)
    answer = {"ok": False, "error": fault.error or "ratelimited"}
    return JSONResponse(answer, status_code=status, headers=headers)


def _token(request: Request, params: dict[str, Any]) -> str:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        params["_basic"] = value.strip()
    return str(params.get("token") or "")


async def _params(request: Request) -> dict[str, Any]:
    params: dict[str, Any] = dict(request.query_params)
    kind = request.headers.get("content-type", "")
    if kind.startswith("application/json"):
        body = await request.body()
        read = json.loads(body) if body else {}
        if not isinstance(read, dict):
            raise ValueError("a JSON body must be an object")
        return params | read
    if kind.startswith(("application/x-www-form-urlencoded", "multipart/form-data")):
        form = await request.form()
        return params | {key: value for key, value in form.items() if isinstance(value, str)}
    return params


async def _uploaded(request: Request) -> bytes:
    # As a raw body, or as the one file of a form.
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        for value in (await request.form()).values():
            if isinstance(value, UploadFile):
                return await value.read()
    return await request.body()
