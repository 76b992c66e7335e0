"""`/v1/actions`: ask, wait, start, report."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from bot.application.ask_gate import GateCall, ask_gate
from bot.application.negmem import Negmem
from bot.application.records import Agent
from bot.application.report_outcome import report_outcome
from bot.application.start_action import start_action
from bot.application.view_action import ActionView, view_action
from bot.domain.action import sha256_of
from bot.domain.decision import Effect
from bot.domain.entry import Severity
from bot.domain.hold import HoldState
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
from bot.gate.tokens import CallingAgent
from bot.gate.waiting import Waiting

LONGEST_WAIT = 60
ActionId = Annotated[str, Path(max_length=100, pattern=r"^[\x21-\x7e]+$")]

router = APIRouter(prefix="/v1/actions", tags=["actions"], responses=REFUSALS)
_CONFLICT: Responses = {
    409: {"model": ErrorOut, "description": "It contradicts what was said before."}
}
_GONE: Responses = {410: {"model": ErrorOut, "description": "The permit has expired."}}


@router.post("", response_model_exclude_none=True, responses=_CONFLICT)
def ask(body: ActionBody, agent: CallingAgent, request: Request) -> ActionOut:
    """Ask whether an action may be taken: allow, warn or hold."""
    negmem, measures = _parts(request)
    with measures.decision_seconds.time():
        view = ask_gate(negmem, agent, _call(body))
    measures.decisions.labels(view.judged.effect.value).inc()
    return action_out(view)


@router.get("/{action_id}", response_model_exclude_none=True)
async def look(
    action_id: ActionId,
    agent: CallingAgent,
    request: Request,
    wait: Annotated[int, Query(ge=0, le=LONGEST_WAIT, description="Seconds.")] = 0,
) -> ActionOut:
    """How the action stands; with `wait` the answer comes as soon as its hold ends."""
    negmem, _ = _parts(request)
    view = await run_in_threadpool(view_action, negmem, agent, action_id)
    if wait and view.state is HoldState.PENDING:
        view = await _waited(request.app.state.waiting, negmem, agent, view, wait)
    return action_out(view)


async def _waited(
    waiting: Waiting, negmem: Negmem, agent: Agent, view: ActionView, seconds: int
) -> ActionView:
    hold = view.hold
    if hold is None:
        return view
    with waiting.on(f"hold:{hold.id}") as ended:
        again = await run_in_threadpool(view_action, negmem, agent, view.judged.id)
        if again.state is not HoldState.PENDING:
            return again
        left = (hold.expires_at - negmem.clock()).total_seconds()
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), max(0.0, min(seconds, left)))
    return await run_in_threadpool(view_action, negmem, agent, view.judged.id)


@router.post("/{action_id}/start", response_model=StartOut, responses={**_CONFLICT, **_GONE})
def start(
    action_id: ActionId, body: StartBody, agent: CallingAgent, request: Request
) -> StartOut | JSONResponse:
    """Spend the permit: 200 once. It is judged again in the transaction that spends it."""
    negmem, measures = _parts(request)
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
def outcome(action_id: str, body: OutcomeBody, agent: CallingAgent, request: Request) -> OutcomeOut:
    """Report what happened; where it clearly got worse, negmem remembers it."""
    negmem, _ = _parts(request)
    learned = report_outcome(negmem, agent, action_id, body.outcome())
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
        body_hash=sha256_of(json.loads(body.model_dump_json())),
        channel=said.channel if said else body.channel,
        announcement_ts=said.ts if said else None,
    )


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
