"""Whose call it is: one bearer token for each agent."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from bot.application.agents import agent_of_token
from bot.application.records import Agent
from bot.domain.errors import NegmemError

_bearer = HTTPBearer(auto_error=False, description="Token of one agent: `negmem agent add`.")


class Unauthorized(NegmemError):
    """No token, or one that is not known."""

    code = "unauthorized"


def calling_agent(
    request: Request,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> Agent:
    """The agent whose token came with the request.

    Raises:
        Unauthorized: There is none. A wrong token and a missing one take the same way, and the
            look-up is by hash, so the time tells nothing.
    """
    token = credentials.credentials if credentials else ""
    agent = agent_of_token(request.app.state.negmem, token)
    if agent is None:
        raise Unauthorized(
            "This needs the token of an agent.",
            "Send it as `Authorization: Bearer …`; `negmem agent add` makes one.",
        )
    return agent


CallingAgent = Annotated[Agent, Depends(calling_agent)]
