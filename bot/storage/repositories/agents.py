"""Agents with their tokens' hashes, and the facts that agents and people tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import and_, bindparam, select, update

from bot.application.records.agent import Agent
from bot.application.records.fact import Fact
from bot.domain.errors import Conflict
from bot.storage.prepared import Record
from bot.storage.repositories.work import Work
from bot.storage.tables import agents, channels, facts

_OWN_CHANNEL = and_(channels.c.team == agents.c.team, channels.c.id == agents.c.channel)
_BY_HASH = (
    select(agents, channels.c.id.is_not(None).label("channel_met"))
    .outerjoin(channels, _OWN_CHANNEL)
    .where(agents.c.token_hash == bindparam("token_hash"), agents.c.revoked_at.is_(None))
)
_IS_LIVE = select(agents.c.seq).where(
    agents.c.token_hash == bindparam("token_hash"), agents.c.revoked_at.is_(None)
)
_AGENTS = select(agents).where(agents.c.team == bindparam("team")).order_by(agents.c.seq)
_REVOKE = (
    update(agents)
    .where(
        agents.c.team == bindparam("of_team"),
        agents.c.name == bindparam("of_name"),
        agents.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("moment"))
)
_FACTS = (
    select(facts)
    .where(
        facts.c.team == bindparam("team"),
        facts.c.service == bindparam("service"),
        facts.c.environment == bindparam("environment"),
    )
    .order_by(facts.c.key, facts.c.trusted)
)


class SqlAgents:
    """See `ports.Agents`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, agent: Agent) -> None:
        """Store it.

        Raises:
            Conflict: The name is taken by an agent that is not revoked, or the token is known.
        """
        values = {
            "team": agent.team,
            "name": agent.name,
            "token_hash": agent.token_hash,
            "channel": agent.channel,
            "created_at": agent.created_at,
            "app": agent.app,
            "acts_for": agent.acts_for,
            "services": list(agent.services),
            "environments": list(agent.environments),
            "trusted_facts": agent.trusted_facts,
            "revoked_at": agent.revoked_at,
        }
        if not self._work.insert_new(agents, values):
            raise Conflict(
                f"There is an agent {agent.name} already.", "Revoke it first or take another name."
            )

    def by_token_hash(self, token_hash: str) -> Agent | None:
        """The agent that is not revoked, of whatever workspace."""
        row = self._work.one(_BY_HASH, token_hash=token_hash)
        return None if row is None else replace(_agent(row), channel_met=row.channel_met)

    def is_live(self, token_hash: str) -> bool:
        """Whether there is an agent with this token that is not revoked."""
        return self._work.one(_IS_LIVE, token_hash=token_hash) is not None

    def all(self, team: str) -> Sequence[Agent]:
        """Agents of the workspace, revoked ones included, oldest first."""
        return [_agent(row) for row in self._work.rows(_AGENTS, team=team)]

    def revoke(self, team: str, name: str, at: datetime) -> bool:
        """False if there is none under that name."""
        return self._work.run(_REVOKE, of_team=team, of_name=name, moment=at).rowcount == 1


def _agent(row: Record) -> Agent:
    return Agent(
        team=row.team,
        name=row.name,
        token_hash=row.token_hash,
        channel=row.channel,
        created_at=row.created_at,
        app=row.app,
        acts_for=row.acts_for,
        services=tuple(row.services),
        environments=tuple(row.environments),
        trusted_facts=row.trusted_facts,
        revoked_at=row.revoked_at,
    )


class SqlFacts:
    """See `ports.Facts`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def put(self, fact: Fact) -> None:
        """Store it in place of the earlier value, a trusted one never by an untrusted one."""
        values = {column.name: getattr(fact, column.name) for column in facts.c}
        self._work.upsert(facts, values)

    def of(self, team: str, service: str | None, environment: str | None) -> Sequence[Fact]:
        """Facts of one service in one environment, by key; none where either is unknown."""
        if service is None or environment is None:
            return []
        rows = self._work.rows(_FACTS, team=team, service=service, environment=environment)
        return [Fact(**row._asdict()) for row in rows]
