"""Every refusal as JSON: what is wrong and how to mend it."""

from __future__ import annotations

from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from bot.application.team.agents import Unauthorized
from bot.domain.errors import (
    BadInput,
    BrokenInstallation,
    Conflict,
    Gone,
    InvalidEntry,
    MemoryUnavailable,
    NegmemError,
    NotAllowed,
    NotFound,
)
from bot.gate.bodies import ErrorOut, UnavailableOut
from bot.gate.tokens import agent_of, token_in

STATUS: dict[type[NegmemError], int] = {
    Unauthorized: 401,
    NotAllowed: 403,
    NotFound: 404,
    Conflict: 409,
    Gone: 410,
    BadInput: 422,
    InvalidEntry: 422,
}
Responses = dict[int | str, dict[str, Any]]
REFUSALS: Responses = {
    **{
        status: {"model": ErrorOut, "description": what}
        for status, what in {
            400: "The body is no JSON text.",
            401: "No token of an agent.",
            403: "The agent may not ask about this.",
            404: "No such action of this agent.",
            408: "The body did not arrive in time.",
            413: "The body is too large.",
            422: "A value is missing or malformed.",
        }.items()
    },
    503: {"model": UnavailableOut, "description": "The memory cannot be asked."},
}
_HTTP = {
    400: ("not_json", "Send a JSON object."),
    404: ("not_found", "The paths are at /openapi.json."),
    405: ("method_not_allowed", "The methods are at /openapi.json."),
}
"""What the framework itself refuses: code and hint."""

log = structlog.get_logger(__name__)


def refusal(status: int, code: str, message: str, hint: str, **more: str | None) -> JSONResponse:
    """An error body with its status."""
    body = {"error": code, "message": message, "hint": hint, **more}
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(body, status, headers)


def answer_errors(app: FastAPI) -> None:
    """Register a handler for everything that a route can raise."""
    app.add_exception_handler(NegmemError, _negmem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def _negmem(_request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, BrokenInstallation):
        log.error("the gate cannot answer", why=str(error))
    if isinstance(error, MemoryUnavailable | BrokenInstallation):
        return unavailable(error.what, error.hint)
    if not isinstance(error, NegmemError):
        raise error
    return refusal(STATUS.get(type(error), 422), error.code, error.what, error.hint)


def unavailable(reason: str, hint: str) -> JSONResponse:
    """The answer while the memory cannot be asked: a hold."""
    return JSONResponse({"effect": "hold", "id": None, "reason": reason, "hint": hint}, 503)


def _invalid(request: Request, error: Exception) -> JSONResponse:
    """What is wrong with a request, told to agents alone: whoever has no token learns only that."""
    if not isinstance(error, RequestValidationError):
        raise error
    try:
        agent_of(request.app.state.negmem, token_in(request))
    except NegmemError as first_of_all:
        return _negmem(request, first_of_all)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return refusal(400, "not_json", "The body is no JSON text.", "Send a JSON object.")
    hint = "The schema is at /openapi.json."
    if first["loc"] == ("body",):
        empty = first["type"] == "missing"
        told = "The body is empty." if empty else "The body is no JSON object."
        return refusal(422, "invalid", told, hint)
    where = ".".join(str(part) for part in first["loc"][1:])
    why = first["msg"].removeprefix("Value error, ")
    return refusal(422, "invalid", f"{where}: {why}.", hint)


def _http(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    code, hint = _HTTP.get(error.status_code, ("refused", "The schema is at /openapi.json."))
    answer = refusal(error.status_code, code, f"{str(error.detail).rstrip('.')}.", hint)
    answer.headers.update(error.headers or {})
    return answer


def _unexpected(_request: Request, error: Exception) -> JSONResponse:
    log.error("the gate failed", exc_info=error)
    return unavailable(
        "negmem failed on this request, so nothing may go on.",
        "Stop and ask a person; the operator finds the cause in negmem's log.",
    )
