"""Whose call it is: one bearer token for each agent."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from bot.application.agents import agent_of_token
from bot.application.negmem import Negmem
from bot.application.records import Agent
from bot.domain.errors import NegmemError

_bearer = HTTPBearer(auto_error=False, description="Token of one agent: `negmem agent add`.")


class Unauthorized(NegmemError):
    """No token, or one that is not known."""

    code = "unauthorized"


async def bearer_token(
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> str:
    """The token that came with the request; "" without one."""
    return credentials.credentials if credentials else ""


Token = Annotated[str, Depends(bearer_token)]


def agent_of(negmem: Negmem, token: str) -> Agent:
    """The agent that asks; looked up each time, so that a revoked token ends at once.

    Raises:
        Unauthorized: There is none. A wrong token and a missing one take the same way, and the
            look-up is by hash, so the time tells nothing.
    """
    agent = agent_of_token(negmem, token)
    if agent is None:
        raise Unauthorized(
            "This needs the token of an agent.",
            "Send it as `Authorization: Bearer …`; `negmem agent add` makes one.",
        )
    return agent
