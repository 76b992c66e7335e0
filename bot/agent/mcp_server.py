"""The gate for agents that speak MCP: `negmem mcp` on standard input and output, `/mcp` by HTTP.

Its tools are in `mcp_tools.py`.
"""

from __future__ import annotations

import ipaddress
from importlib.metadata import version

from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from bot.agent.client import Gate, NotSetUp, gate_of_environment
from bot.agent.mcp_tools import CallContext, GateOf, Tools

INSTRUCTIONS = (
    "Before an action that changes a system, call check_action with exactly that action. Go on only"
    " with a permit: call start, and act once it says started. On effect hold, stop: wait with"
    " wait_for_release or ask a human, and never look for another way to the same end. Afterwards"
    " call report_outcome."
)


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
    for tool in Tools(gate_of).all():
        server.add_tool(tool)
    return server


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
