"""The agents that may ask the gate, and their tokens."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.records.agent import Agent
from bot.domain.audit import AuditEvent
from bot.domain.errors import BadInput, NegmemError, NotAllowed, NotFound
from bot.domain.reading.entry.names import name_pieces


class Unauthorized(NegmemError):
    """No token, or one that is not known."""

    code = "unauthorized"


@dataclass(frozen=True, slots=True)
class NewAgent:
    """What an operator says about an agent; see `bot.application.records.agent.Agent`."""

    name: str
    channel: str
    app: str | None = None
    acts_for: str | None = None
    services: tuple[str, ...] = ()
    environments: tuple[str, ...] = ()
    trusted_facts: bool = False


def add_agent(negmem: Negmem, team: str, new: NewAgent, *, actor: str) -> str:
    """Store the agent and return its token, which is shown this once and kept as a hash only.

    Raises:
        BadInput: The name is empty or too long.
        Conflict: The name is taken.
    """
    if not new.name.strip() or len(new.name) > 80:
        raise BadInput("An agent's name has 1 to 80 characters.", "Take one people recognise.")
    token = "nmt_" + secrets.token_urlsafe(32)
    now = negmem.clock()
    agent = Agent(
        team=team,
        name=new.name,
        token_hash=hash_of(token),
        channel=new.channel,
        created_at=now,
        app=new.app,
        acts_for=new.acts_for,
        services=new.services,
        environments=new.environments,
        trusted_facts=new.trusted_facts,
    )
    with negmem.store.write() as tx:
        tx.agents.add(agent)
        detail: dict[str, object] = {
            "channel": new.channel,
            "acts_for": new.acts_for,
            "services": list(new.services),
            "environments": list(new.environments),
            "trusted_facts": new.trusted_facts,
        }
        tx.audit.append(team, actor, AuditEvent.AGENT_ADDED, f"agent:{new.name}", detail, now)
    return token


def revoke_agent(negmem: Negmem, team: str, name: str, *, actor: str) -> None:
    """End the agent's token at once.

    Raises:
        NotFound: There is no agent of that name.
    """
    now = negmem.clock()
    with negmem.store.write() as tx:
        if not tx.agents.revoke(team, name, now):
            raise NotFound(f"No agent is called {name!r}.", "`negmem agent list` shows them.")
        tx.audit.append(team, actor, AuditEvent.AGENT_REVOKED, f"agent:{name}", {}, now)


def list_agents(negmem: Negmem, team: str) -> Sequence[Agent]:
    """Agents of the workspace, revoked ones included."""
    with negmem.store.read() as tx:
        return tx.agents.all(team)


def agent_of_token(negmem: Negmem, token: str) -> Agent | None:
    """Whose token it is; None for an unknown or revoked one.

    The look-up is by hash, so its time tells nothing about the token.
    """
    with negmem.store.read() as tx:
        return tx.agents.by_token_hash(hash_of(token))


def refuse_if_revoked(tx: Transaction, agent: Agent) -> None:
    """Check, as of `tx`, that the token of an agent that was looked up before still counts.

    Raises:
        Unauthorized: It was revoked since.
    """
    if not tx.agents.is_live(agent.token_hash):
        raise unknown_token()


def unknown_token() -> Unauthorized:
    """The error for a token that nobody has."""
    return Unauthorized(
        "The gate does not know this token: it was revoked, or it is another gate's.",
        "`negmem agent list` shows who may ask; `negmem agent add` makes a new token.",
    )


def refuse_beyond_limits(
    negmem: Negmem, agent: Agent, service: str | None, environment: str | None
) -> None:
    """Check that the agent may ask about this service and environment, however they are spelt.

    Raises:
        NotAllowed: Its token is limited to others, or to some and the call names none.
    """
    same_place = negmem.memories.lexicon.environments.canonical
    limits: tuple[tuple[str, tuple[str, ...], str | None, Callable[[str], Hashable]], ...] = (
        ("service", agent.services, service, _spelt),
        ("environment", agent.environments, environment, same_place),
    )
    for what, allowed, asked, same in limits:
        if allowed and (asked is None or same(asked) not in set(map(same, allowed))):
            raise NotAllowed(
                f"The token of {agent.name} is limited to {what} {', '.join(allowed)}.",
                f"Name one of them as `{what}`, or ask with another token.",
            )


def _spelt(service: str) -> Hashable:
    """One spelling for "payments-api", "payments_api" and "Payments API"; a sign stays itself."""
    return name_pieces(service) or service


def hash_of(token: str) -> str:
    """The form in which a token is kept: hex SHA-256, enough for 256 random bits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
