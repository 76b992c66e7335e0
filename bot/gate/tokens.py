"""Whose call it is: one bearer token for each agent."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param

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
        Unauthorized: There is none; a token that came is told from one that did not. The look-up is
            by hash, so its time tells nothing.
    """
    agent = agent_of_token(negmem, token)
    if agent is not None:
        return agent
    if token:
        raise Unauthorized(
            "The gate does not know this token: it was revoked, or it is another gate's.",
            "`negmem agent list` shows who may ask; `negmem agent add` makes a new token.",
        )
    raise Unauthorized(
        "This needs the token of an agent.",
        "Send it as `Authorization: Bearer …`; `negmem agent add` makes one.",
    )


def token_in(request: Request) -> str:
    """The token of a request that no route has taken yet; "" without one."""
    scheme, token = get_authorization_scheme_param(request.headers.get("Authorization"))
    return token if scheme.lower() == "bearer" else ""
