"""In-memory repositories of what people set up: workspaces, channels, agents, facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.application.records.agent import Agent
from bot.application.records.fact import Fact
from bot.application.records.workspace import Channel, Workspace
from bot.domain.errors import Conflict
from tests.fakes.memory_state import State


class MemoryWorkspaces:
    def __init__(self, state: State) -> None:
        self._state = state

    def get(self, team: str) -> Workspace:
        return self._state.workspace(team)

    def put(self, workspace: Workspace) -> None:
        stored = self._state.workspace(workspace.team)
        self._state.workspaces[workspace.team] = replace(
            workspace,
            entries_version=stored.entries_version,
            permit_key=workspace.permit_key or stored.permit_key,
        )

    def entries_version(self, team: str) -> int:
        return self._state.workspace(team).entries_version

    def permit_key(self, team: str) -> str:
        return self._state.workspace(team).permit_key

    def all(self) -> Sequence[Workspace]:
        return [self._state.workspaces[team] for team in sorted(self._state.workspaces)]


class MemoryChannels:
    def __init__(self, state: State) -> None:
        self._state = state

    def get(self, team: str, channel: str) -> Channel | None:
        return self._state.channels.get((team, channel))

    def put(self, channel: Channel) -> None:
        self._state.channels[channel.team, channel.id] = channel

    def all(self, team: str) -> Sequence[Channel]:
        found = [each for each in self._state.channels.values() if each.team == team]
        return sorted(found, key=lambda each: each.id)


class MemoryAgents:
    def __init__(self, state: State) -> None:
        self._state = state

    def add(self, agent: Agent) -> None:
        for other in self._state.agents:
            same_name = (other.team, other.name) == (agent.team, agent.name)
            if (same_name and other.revoked_at is None) or other.token_hash == agent.token_hash:
                raise Conflict(f"There is an agent {agent.name} already.")
        self._state.agents.append(agent)

    def by_token_hash(self, token_hash: str) -> Agent | None:
        live = (each for each in self._state.agents if each.revoked_at is None)
        found = next((each for each in live if each.token_hash == token_hash), None)
        if found is None:
            return None
        return replace(found, channel_met=(found.team, found.channel) in self._state.channels)

    def is_live(self, token_hash: str) -> bool:
        return self.by_token_hash(token_hash) is not None

    def all(self, team: str) -> Sequence[Agent]:
        return [each for each in self._state.agents if each.team == team]

    def revoke(self, team: str, name: str, at: datetime) -> bool:
        for index, agent in enumerate(self._state.agents):
            if (agent.team, agent.name, agent.revoked_at) == (team, name, None):
                self._state.agents[index] = replace(agent, revoked_at=at)
                return True
        return False


class MemoryFacts:
    def __init__(self, state: State) -> None:
        self._state = state

    def put(self, fact: Fact) -> None:
        key = (fact.team, fact.service, fact.environment, fact.key, fact.trusted)
        self._state.facts[key] = fact

    def of(self, team: str, service: str | None, environment: str | None) -> Sequence[Fact]:
        wanted = (team, service, environment)
        found = [key for key in self._state.facts if key[:3] == wanted]
        return [self._state.facts[key] for key in sorted(found)]
