"""The gate as a FastAPI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.types import Lifespan

from bot.application.actions.constraints import constraints_text
from bot.application.negmem import Negmem
from bot.application.ports.store import Signals
from bot.application.team.agents import refuse_beyond_limits
from bot.domain.errors import MemoryUnavailable
from bot.gate import actions
from bot.gate.bodies import ConstraintsBody, ConstraintsOut, UnavailableOut
from bot.gate.errors import REFUSALS, answer_errors, unavailable
from bot.gate.json_bodies import JsonBodies
from bot.gate.limits import LimitedBodies
from bot.gate.measures import Measures
from bot.gate.tokens import KnownAgents, Token, agent_of
from bot.gate.turns import Turns
from bot.gate.waiting import Waiting

prompts = APIRouter(prefix="/v1", tags=["prompts"], responses=REFUSALS)
health = APIRouter(tags=["health"])


def build_gate(negmem: Negmem, signals: Signals, mcp: Starlette | None = None) -> FastAPI:
    """The gate over the use cases.

    Args:
        negmem: What every use case is handed.
        signals: What wakes waiting calls.
        mcp: An application whose routes are served beside the gate's own.

    Returns:
        The application. It hears signals until its lifespan ends.
    """
    waiting = Waiting(signals)
    app = FastAPI(
        title="negmem gate",
        version="1",
        description="Agents ask before they act. Whatever is not 2xx is a hold.",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(waiting, mcp),
    )
    _hand_out(app, negmem, waiting)
    for router in (actions.router, prompts, health):
        app.include_router(router)
    if mcp is not None:
        app.router.routes.extend(mcp.routes)
    app.add_middleware(JsonBodies)
    app.add_middleware(LimitedBodies)
    answer_errors(app)
    return app


def _hand_out(app: FastAPI, negmem: Negmem, waiting: Waiting) -> None:
    """What the routes find at `request.app.state`."""
    app.state.negmem = negmem
    app.state.agents = KnownAgents(negmem)
    app.state.turns = Turns()
    app.state.waiting = waiting
    app.state.measures = Measures(negmem.memories.unread)


def _lifespan(waiting: Waiting, mcp: Starlette | None) -> Lifespan[FastAPI]:
    """Wake waiting calls in the server's loop; run the other application's lifespan too.

    Routes that are taken over from an application do not run it.
    """

    @asynccontextmanager
    async def running(_app: FastAPI) -> AsyncIterator[None]:
        waiting.serve()
        try:
            if mcp is None:
                yield
            else:
                async with mcp.router.lifespan_context(mcp):
                    yield
        finally:
            waiting.close()

    return running


@prompts.post("/constraints")
def constraints(body: ConstraintsBody, token: Token, request: Request) -> ConstraintsOut:
    """The text to put in a prompt for this situation. Prompts are advice: ask the gate too."""
    negmem = request.app.state.negmem
    agent = agent_of(negmem, token)
    refuse_beyond_limits(negmem, agent, body.service, body.environment)
    text = constraints_text(
        negmem,
        agent.team,
        service=body.service,
        environment=body.environment,
        context=body.context or "",
    )
    return ConstraintsOut(constraints=text)


@health.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers, even while every thread waits for the database."""
    return {"status": "ok"}


@health.get("/readyz", responses={503: {"model": UnavailableOut}})
def readyz(request: Request) -> Response:
    """The memory can be asked."""
    try:
        with request.app.state.negmem.store.read() as tx:
            tx.workspaces.all()
    except MemoryUnavailable as error:
        return unavailable(error.what, error.hint)
    return JSONResponse({"status": "ready"})


@health.get("/metrics", response_class=PlainTextResponse)
def metrics(request: Request) -> Response:
    """Counters in Prometheus' text format."""
    text = generate_latest(request.app.state.measures.registry)
    return Response(text, media_type=CONTENT_TYPE_LATEST)
