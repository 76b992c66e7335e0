"""The gate's calls as tools of MCP, with structured results.

Whatever the gate refuses comes back as `effect: hold` with the reason, so that an agent that reads
nothing else stops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import anyio
from mcp.server.mcpserver import Context
from pydantic import BaseModel, Field

from bot.agent.client import Gate, NotSetUp, Reply, Unreachable
from bot.agent.words import UNREACHABLE

LONGEST_WAIT = 55
"""Seconds of one waiting call: many clients give a tool a minute."""
MOST_CALLS = 200
"""Calls under way at once; each holds a thread, apart from those that serve the gate."""

CallContext = Context[Any, Any]
GateOf = Callable[[CallContext], Gate]
Situation = Annotated[str | None, Field(description="As the team names it.")]
Command = Annotated[
    str | list[str] | None, Field(description="A command line, or its words, exactly as run.")
]


class Held(BaseModel):
    """A hold: where it stands, until when, who may release it and where."""

    state: str
    expires_at: str
    url: str | None = None
    who_may: str = ""


class Decision(BaseModel):
    """What the gate says about an action."""

    effect: Literal["allow", "warn", "hold"]
    id: str | None = None
    reason: str
    matches: list[dict[str, Any]] = []
    near_misses: list[dict[str, Any]] = []
    constraints: str = ""
    hold: Held | None = None
    permit: str | None = None


class Started(BaseModel):
    """Whether the action may be taken now, once."""

    started: bool
    reason: str
    new_id: str | None = None


class Learned(BaseModel):
    """What was learned from an outcome, if anything."""

    recorded: bool
    lesson: bool = False
    why: str
    entry_id: str | None = None


class Constraints(BaseModel):
    """Text for the agent's prompt."""

    constraints: str


class Tools:
    """The tools: methods that agents know by their names and docstrings; `all` lists them.

    Args:
        gate_of: The gate, as the agent that calls; raises `NotSetUp` where there is none.
    """

    def __init__(self, gate_of: GateOf) -> None:
        self._gate_of = gate_of
        self._limiter: anyio.CapacityLimiter | None = None

    def all(self) -> tuple[Callable[..., Any], ...]:
        """Every tool, in the order in which an agent needs them."""
        return (
            self.check_action,
            self.wait_for_release,
            self.start,
            self.report_outcome,
            self.constraints,
        )

    async def check_action(
        self,
        context: CallContext,
        action: Annotated[str | None, Field(description="The action in words.")] = None,
        command: Command = None,
        tool: Annotated[str | None, Field(description="Name of a tool that is called.")] = None,
        args: Annotated[dict[str, Any] | None, Field(description="Its arguments.")] = None,
        service: Situation = None,
        environment: Situation = None,
        circumstances: Annotated[str | None, Field(description="What is going on.")] = None,
        channel: Annotated[str | None, Field(description="Slack channel id.")] = None,
        idempotency_key: Annotated[str | None, Field(description="For asking twice.")] = None,
    ) -> Decision:
        """Ask whether an action may be taken. Name it in one way: action, command, or tool."""
        if action is None and command is None and tool is None:
            return Decision(effect="hold", reason="Name the action: in words, as command or tool.")
        body = {
            "action": _action(action, command, tool, args),
            "service": service,
            "environment": environment,
            "context": circumstances,
            "channel": channel,
            "idempotency_key": idempotency_key,
        }
        sent = {key: value for key, value in body.items() if value is not None}
        return _decision(await self._reply(context, lambda gate: gate.ask(sent)))

    async def wait_for_release(
        self,
        context: CallContext,
        action_id: str,
        seconds: Annotated[int, Field(ge=0, le=LONGEST_WAIT)] = LONGEST_WAIT,
    ) -> Decision:
        """How a held action stands; returns as soon as its hold ends, or after so many seconds."""
        return _decision(await self._reply(context, lambda gate: gate.look(action_id, seconds)))

    async def start(
        self,
        context: CallContext,
        action_id: str,
        permit: str,
        action: str | None = None,
        command: Command = None,
        tool: str | None = None,
        args: dict[str, Any] | None = None,
    ) -> Started:
        """Spend the permit for exactly the action that was checked, right before taking it."""
        what = _action(action, command, tool, args)
        reply = await self._reply(context, lambda gate: gate.start(action_id, permit, what))
        if reply.ok:
            return Started(started=True, reason="Go ahead, once, now.")
        new_id = reply.body.get("new_id")
        return Started(
            started=False, reason=reply.why, new_id=new_id if isinstance(new_id, str) else None
        )

    async def report_outcome(
        self,
        context: CallContext,
        action_id: str,
        ok: bool,
        exit_code: int | None = None,
        stderr: str = "",
        metrics_before: dict[str, float] | None = None,
        metrics_after: dict[str, float] | None = None,
        note: str = "",
    ) -> Learned:
        """Report what happened after the action, with numbers before and after where known."""
        outcome = {
            "ok": ok,
            "exit_code": exit_code,
            "stderr": stderr,
            "metrics_before": metrics_before or {},
            "metrics_after": metrics_after or {},
            "note": note,
        }
        reply = await self._reply(context, lambda gate: gate.report(action_id, outcome))
        if not reply.ok:
            return Learned(recorded=False, why=reply.why)
        return Learned.model_validate({"recorded": True, **reply.body})

    async def constraints(
        self,
        context: CallContext,
        service: Situation = None,
        environment: Situation = None,
        circumstances: str | None = None,
    ) -> Constraints:
        """What not to do in this situation, as text for a prompt."""
        situation = {"service": service, "environment": environment, "context": circumstances}
        sent = {key: value for key, value in situation.items() if value is not None}
        reply = await self._reply(context, lambda gate: gate.constraints(sent))
        return Constraints(constraints=str(reply.body["constraints"]) if reply.ok else reply.why)

    async def _reply(self, context: CallContext, call: Callable[[Gate], Reply]) -> Reply:
        """The gate's reply; one that says why where there is none."""
        if self._limiter is None:  # it belongs to the event loop, which runs only now
            self._limiter = anyio.CapacityLimiter(MOST_CALLS)
        return await anyio.to_thread.run_sync(
            lambda: _asked(self._gate_of, context, call), limiter=self._limiter
        )


def _asked(gate_of: GateOf, context: CallContext, call: Callable[[Gate], Reply]) -> Reply:
    try:
        gate = gate_of(context)
        try:
            return call(gate)
        finally:
            gate.close()
    except NotSetUp as missing:
        return Reply(401, {"message": str(missing)})
    except Unreachable as silence:
        return Reply(503, {"reason": f"{silence} {UNREACHABLE}"})


def _action(
    action: str | None,
    command: str | list[str] | None,
    tool: str | None,
    args: dict[str, Any] | None,
) -> object:
    """The action in the gate's form; the command or tool wins over the words for it."""
    if command is not None:
        return {"command": command}
    if tool is not None:
        return {"tool": tool, "args": args or {}}
    return action or ""


def _decision(reply: Reply) -> Decision:
    if not reply.ok:
        return Decision(effect="hold", reason=reply.why)
    return Decision.model_validate({**reply.body, "effect": reply.effect})
