"""The gate for agents that speak MCP: `negmem mcp` on standard input and output, `/mcp` by HTTP.

Each tool is one call of the gate, with structured results. Whatever the gate refuses comes back as
`effect: hold` with the reason, so that an agent that reads nothing else stops.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any, Literal

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import BaseModel, Field
from starlette.applications import Starlette

from bot.agent.client import Gate, NotSetUp, Reply, Unreachable, gate_of_environment
from bot.agent.words import UNREACHABLE

LONGEST_WAIT = 55
"""Seconds of one waiting call: many clients give a tool a minute."""
MOST_CALLS = 200
"""Calls under way at once; each holds a thread, apart from those that serve the gate."""
INSTRUCTIONS = (
    "Before an action that changes a system, call check_action with exactly that action. Go on only"
    " with a permit: call start, and act once it says started. On effect hold, stop: wait with"
    " wait_for_release or ask a human, and never look for another way to the same end. Afterwards"
    " call report_outcome."
)

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


def main() -> int:
    """Serve one agent on standard input and output until it closes them."""
    build_server(lambda _context: gate_of_environment()).run("stdio")
    return 0


def build_mcp_app(*, local_only: bool) -> Starlette:
    """The same by streamable HTTP at `/mcp`, to be mounted beside the gate's routes.

    Each call is forwarded to the gate at the very address on which it arrived, with the caller's
    own token. It keeps no sessions, so that any replica answers any call.

    Args:
        local_only: It is reached by a loopback name only: pages of a browser that resolve other
            names to it are refused.
    """
    security = (
        None if local_only else TransportSecuritySettings(enable_dns_rebinding_protection=False)
    )
    return build_server(_gate_of_caller).streamable_http_app(
        stateless_http=True,
        json_response=True,
        host="127.0.0.1" if local_only else "",
        transport_security=security,
    )


def build_server(gate_of: GateOf) -> MCPServer:
    """The server with its tools.

    Args:
        gate_of: The gate, as the agent that calls; raises `NotSetUp` where there is none.
    """
    server = MCPServer(
        "negmem", instructions=INSTRUCTIONS, version=version("negmem-bot"), log_level="WARNING"
    )
    limiter: list[anyio.CapacityLimiter] = []

    async def called(context: CallContext, call: Callable[[Gate], Reply]) -> Reply:
        if not limiter:  # it belongs to the event loop, which runs only now
            limiter.append(anyio.CapacityLimiter(MOST_CALLS))
        return await anyio.to_thread.run_sync(
            lambda: _reply(gate_of, context, call), limiter=limiter[0]
        )

    @server.tool()
    async def check_action(
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
        return _decision(await called(context, lambda gate: gate.ask(sent)))

    @server.tool()
    async def wait_for_release(
        context: CallContext,
        action_id: str,
        seconds: Annotated[int, Field(ge=0, le=LONGEST_WAIT)] = LONGEST_WAIT,
    ) -> Decision:
        """How a held action stands; returns as soon as its hold ends, or after so many seconds."""
        return _decision(await called(context, lambda gate: gate.look(action_id, seconds)))

    @server.tool()
    async def start(
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
        reply = await called(context, lambda gate: gate.start(action_id, permit, what))
        if reply.ok:
            return Started(started=True, reason="Go ahead, once, now.")
        new_id = reply.body.get("new_id")
        return Started(
            started=False, reason=reply.why, new_id=new_id if isinstance(new_id, str) else None
        )

    @server.tool()
    async def report_outcome(
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
        reply = await called(context, lambda gate: gate.report(action_id, outcome))
        if not reply.ok:
            return Learned(recorded=False, why=reply.why)
        return Learned.model_validate({"recorded": True, **reply.body})

    @server.tool()
    async def constraints(
        context: CallContext,
        service: Situation = None,
        environment: Situation = None,
        circumstances: str | None = None,
    ) -> Constraints:
        """What not to do in this situation, as text for a prompt."""
        situation = {"service": service, "environment": environment, "context": circumstances}
        sent = {key: value for key, value in situation.items() if value is not None}
        reply = await called(context, lambda gate: gate.constraints(sent))
        return Constraints(constraints=str(reply.body["constraints"]) if reply.ok else reply.why)

    return server


def _reply(gate_of: GateOf, context: CallContext, call: Callable[[Gate], Reply]) -> Reply:
    """The gate's reply; one that says why where there is none."""
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


def _gate_of_caller(context: CallContext) -> Gate:
    """The gate in this very server, as whoever sent the request."""
    request = context.request_context.request
    scheme, _, token = str((context.headers or {}).get("authorization", "")).partition(" ")
    if request is None or scheme.lower() != "bearer" or not token.strip():
        raise NotSetUp("Send the agent's token as `Authorization: Bearer …`.")
    host, port = request.scope["server"]
    return Gate(f"http://{_bracketed(host)}:{port}", token.strip())


def _bracketed(host: str) -> str:
    try:
        return f"[{host}]" if ipaddress.ip_address(host).version == 6 else host
    except ValueError:
        return host


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
