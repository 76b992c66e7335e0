"""`/v1/actions`: ask, wait, start, report."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from bot.application.actions.ask_gate import GateCall
from bot.application.actions.start_action import start_action
from bot.application.actions.view_action import ActionView, view_action
from bot.application.learning.report_outcome import report_outcome
from bot.application.negmem import Negmem
from bot.domain.action import sha256_of
from bot.domain.decision import Effect
from bot.domain.entry import Severity
from bot.domain.hold import Hold, HoldState
from bot.gate.bodies import (
    ActionBody,
    ActionOut,
    ErrorOut,
    HoldOut,
    MatchOut,
    NearMissOut,
    OutcomeBody,
    OutcomeOut,
    StartBody,
    StartOut,
    action_input,
)
from bot.gate.errors import REFUSALS, Responses, refusal
from bot.gate.measures import Measures
from bot.gate.tokens import Token, agent_of
from bot.gate.waiting import Waiting

LONGEST_WAIT = 60
ActionId = Annotated[str, Path(max_length=100, pattern=r"^[\x21-\x7e]+$")]

router = APIRouter(prefix="/v1/actions", tags=["actions"], responses=REFUSALS)
_CONFLICT: Responses = {
    409: {"model": ErrorOut, "description": "It contradicts what was said before."}
}
_GONE: Responses = {410: {"model": ErrorOut, "description": "The permit has expired."}}


@router.post("", response_model=ActionOut, responses=_CONFLICT)
def ask(body: ActionBody, token: Token, request: Request) -> Response:
    """Ask whether an action may be taken: allow, warn or hold."""
    _, measures = _parts(request)
    with measures.decision_seconds.time(), request.app.state.turns.turn():
        view = request.app.state.agents.ask(token, _call(body))
    measures.decisions.labels(view.judged.effect.value).inc()
    return _answer(view)


@router.get("/{action_id}", response_model=ActionOut)
async def look(
    action_id: ActionId,
    token: Token,
    request: Request,
    wait: Annotated[int, Query(ge=0, le=LONGEST_WAIT, description="Seconds.")] = 0,
) -> Response:
    """How the action stands; with `wait` the answer comes as soon as its hold ends."""
    negmem, _ = _parts(request)
    waiting: Waiting = request.app.state.waiting
    looked = _Look(negmem, token, action_id)
    heard = waiting.heard
    view = await run_in_threadpool(looked)
    if wait and view.hold is not None and view.state is HoldState.PENDING:
        view = await _waited(waiting, heard, looked, view.hold, wait)
    return _answer(view)


@dataclass(frozen=True, slots=True)
class _Look:
    """One agent's look at one of its actions, which may be repeated."""

    negmem: Negmem
    token: str
    action_id: str

    def __call__(self) -> ActionView:
        return view_action(self.negmem, agent_of(self.negmem, self.token), self.action_id)


async def _waited(
    waiting: Waiting, heard: int, look: _Look, hold: Hold, seconds: int
) -> ActionView:
    """The view once the hold has ended, or after so many seconds.

    Args:
        waiting: Where the hold's end is heard of.
        heard: What `waiting` had heard before the first look: more now means that this look may
            have missed the end.
        look: Looks again.
        hold: The pending hold.
        seconds: The longest wait.
    """
    left = (hold.expires_at - look.negmem.clock()).total_seconds()
    with waiting.on(f"hold:{hold.id}") as ended:
        if waiting.heard == heard:
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), max(0.0, min(seconds, left)))
            return await run_in_threadpool(look)
        heard, view = waiting.heard, await run_in_threadpool(look)
    if view.state is not HoldState.PENDING or view.hold is None:
        return view
    return await _waited(waiting, heard, look, view.hold, seconds)


@router.post("/{action_id}/start", response_model=StartOut, responses={**_CONFLICT, **_GONE})
def start(
    action_id: ActionId, body: StartBody, token: Token, request: Request
) -> StartOut | JSONResponse:
    """Spend the permit: 200 once. It is judged again in the transaction that spends it."""
    negmem, measures = _parts(request)
    agent = agent_of(negmem, token)
    answer = start_action(negmem, agent, action_id, body.permit, action_input(body.action))
    measures.starts.labels(answer.code).inc()
    if answer.ok:
        return StartOut(id=action_id)
    hint = "Ask again with POST /v1/actions."
    if answer.new_id is not None:
        hint = f"See GET /v1/actions/{answer.new_id}."
    status = 410 if answer.code == "expired" else 409
    more = {"new_id": answer.new_id} if answer.new_id else {}
    return refusal(status, answer.code, answer.text, hint, **more)


@router.post("/{action_id}/outcome")
def outcome(action_id: ActionId, body: OutcomeBody, token: Token, request: Request) -> OutcomeOut:
    """Report what happened; where it clearly got worse, negmem remembers it."""
    negmem, _ = _parts(request)
    learned = report_outcome(negmem, agent_of(negmem, token), action_id, body.outcome())
    return OutcomeOut(
        lesson=learned.lesson,
        why=learned.why,
        entry_id=learned.entry_id,
        proposes_block=learned.proposes_block,
    )


def _parts(request: Request) -> tuple[Negmem, Measures]:
    return request.app.state.negmem, request.app.state.measures


def _call(body: ActionBody) -> GateCall:
    said = body.announcement
    return GateCall(
        action=action_input(body.action),
        service=body.service,
        environment=body.environment,
        context=body.context or "",
        facts=body.facts,
        acts_for=body.acts_for,
        idempotency_key=body.idempotency_key,
        body_hash=_hash_of(body) if body.idempotency_key else None,
        channel=said.channel if said else body.channel,
        announcement_ts=said.ts if said else None,
    )


def _hash_of(body: ActionBody) -> str:
    return sha256_of(json.loads(body.model_dump_json()))


def _answer(view: ActionView) -> Response:
    """The view as JSON, written by pydantic itself: FastAPI would validate it a second time."""
    out = action_out(view)
    absent = {name for name in ("hold", "permit") if getattr(out, name) is None}
    return Response(out.model_dump_json(exclude=absent), media_type="application/json")


def action_out(view: ActionView) -> ActionOut:
    """The answer about an action; alert matches are none of the agent's business."""
    judged, hold = view.judged, view.hold
    return ActionOut(
        id=judged.id,
        effect=judged.effect.value,
        reason=view.reason,
        matches=[
            MatchOut(
                entry_id=match.entry_id,
                action=match.action,
                outcome=match.outcome,
                severity="block" if match.severity is Severity.BLOCK else "warn",
                effect="hold" if _holds(match.severity, judged.effect) else "warn",
                source=match.source,
                instead=match.instead,
                agreed=list(match.agreed),
            )
            for match in judged.matches
        ],
        near_misses=[
            NearMissOut(entry_id=near.entry_id, why_not=near.why_not, text=near.text)
            for near in judged.near_misses
        ],
        constraints=view.constraints,
        hold=HoldOut(
            state=view.state.value,
            expires_at=hold.expires_at.isoformat(),
            url=view.card_url,
            who_may=view.who_may,
        )
        if hold is not None and view.state is not None
        else None,
        permit=view.permit.token if view.permit else None,
    )


def _holds(severity: Severity, effect: Effect) -> bool:
    return severity is Severity.BLOCK and effect is Effect.HOLD
