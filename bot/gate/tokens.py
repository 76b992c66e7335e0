"""Whose call it is: one bearer token for each agent."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.actions.view_action import ActionView
from bot.application.negmem import Negmem
from bot.application.records.agent import Agent
from bot.application.team.agents import Unauthorized, agent_of_token, hash_of, unknown_token

MOST_KNOWN = 1_000


class _Bearer(HTTPBearer):
    """The token that came with the request, and the same in the OpenAPI."""

    async def __call__(self, request: Request) -> str:  # type: ignore[override]  # the token is all we need
        return token_in(request)


Token = Annotated[
    str,
    Depends(
        _Bearer(scheme_name="HTTPBearer", description="Token of one agent: `negmem agent add`.")
    ),
]


def agent_of(negmem: Negmem, token: str) -> Agent:
    """The agent that asks; looked up each time, so that a revoked token ends at once.

    Raises:
        Unauthorized: There is none; a token that came is told from one that did not. The look-up is
            by hash, so its time tells nothing.
    """
    agent = agent_of_token(negmem, token)
    if agent is not None:
        return agent
    if token:
        raise unknown_token()
    raise Unauthorized(
        "This needs the token of an agent.",
        "Send it as `Authorization: Bearer …`; `negmem agent add` makes one.",
    )


class KnownAgents:
    """Whose token it was a while ago: enough to read what it asks, not to decide about it.

    An agent changes in one way, it is revoked; so for an agent that asked before, the look-up is
    left to the transaction that decides. Nobody else's words are read before the look-up.
    """

    def __init__(self, negmem: Negmem) -> None:
        self._negmem = negmem
        self._known: dict[str, Agent] = {}

    def ask(self, token: str, call: GateCall) -> ActionView:
        """`ask_gate` for whoever has the token.

        Raises:
            Unauthorized: Nobody has, any more.
        """
        token_hash = hash_of(token)
        known = self._known.get(token_hash)
        if known is None:
            return ask_gate(self._negmem, self._met(token, token_hash), call)
        try:
            return ask_gate(self._negmem, known, call, seen_before=True)
        except Unauthorized:
            self._known.pop(token_hash, None)
            raise

    def _met(self, token: str, token_hash: str) -> Agent:
        agent = agent_of(self._negmem, token)
        if agent.channel_met:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[token_hash] = agent
        return agent


def token_in(request: Request) -> str:
    """The token that came with a request; "" without one."""
    scheme, token = get_authorization_scheme_param(request.headers.get("Authorization"))
    return token if scheme.lower() == "bearer" else ""
