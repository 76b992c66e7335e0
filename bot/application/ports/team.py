"""What is kept about a workspace itself: set-up, channels, agents, facts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bot.application.records.agent import Agent
from bot.application.records.fact import Fact
from bot.application.records.workspace import Channel, Workspace


class Workspaces(Protocol):
    """Set-ups, by workspace."""

    def get(self, team: str) -> Workspace:
        """The workspace's set-up; a new one with defaults and a fresh permit key if unknown."""

    def put(self, workspace: Workspace) -> None:
        """Store all but `entries_version`, which only `Entries` raises."""

    def entries_version(self, team: str) -> int:
        """How often entries of the workspace were changed; see `get`."""

    def permit_key(self, team: str) -> str:
        """The key that the workspace's permits are derived from; see `get`."""

    def all(self) -> Sequence[Workspace]:
        """Every known workspace."""


class Channels(Protocol):
    """Channels, by workspace and id."""

    def get(self, team: str, channel: str) -> Channel | None:
        """The channel, or None if negmem has not met it."""

    def put(self, channel: Channel) -> None:
        """Store it."""

    def all(self, team: str) -> Sequence[Channel]:
        """Every channel of the workspace."""


class Agents(Protocol):
    """Agents and the hashes of their tokens."""

    def add(self, agent: Agent) -> None:
        """Store it.

        Raises:
            Conflict: The name is taken by an agent that is not revoked.
        """

    def by_token_hash(self, token_hash: str) -> Agent | None:
        """The agent that is not revoked, of whatever workspace, with its `channel_met`."""

    def is_live(self, token_hash: str) -> bool:
        """Whether `by_token_hash` finds an agent."""

    def all(self, team: str) -> Sequence[Agent]:
        """Agents of the workspace, revoked ones included."""

    def revoke(self, team: str, name: str, at: datetime) -> bool:
        """False if there is none under that name."""


class Facts(Protocol):
    """Current facts about services."""

    def put(self, fact: Fact) -> None:
        """Store it in place of the earlier value; an untrusted one displaces no trusted one."""

    def of(self, team: str, service: str | None, environment: str | None) -> Sequence[Fact]:
        """Facts of one service in one environment, trusted and untrusted ones."""
