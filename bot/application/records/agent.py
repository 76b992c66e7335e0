"""Agents that may ask the gate."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent that may ask the gate. Its token is known only as a hash.

    Attributes:
        name: Unique in the workspace.
        token_hash: Hex SHA-256.
        channel: Where its cards go unless a call names another.
        app: The Slack app id under which it also posts, if any.
        acts_for: Its principal, if fixed.
        services, environments: What it may ask about; empty is everything.
        trusted_facts: Its facts may weaken a match.
        channel_met: Whether the scope of its channel is known already; told with its token alone.
    """

    team: str
    name: str
    token_hash: str = field(repr=False)
    channel: str
    created_at: datetime
    app: str | None = None
    acts_for: str | None = None
    services: tuple[str, ...] = ()
    environments: tuple[str, ...] = ()
    trusted_facts: bool = False
    revoked_at: datetime | None = None
    channel_met: bool = field(default=False, compare=False)
