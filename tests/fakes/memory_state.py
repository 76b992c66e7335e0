"""What the in-memory store keeps, and how a transaction gets its own copy of it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from bot.application.records.agent import Agent
from bot.application.records.announcement import JudgedAnnouncement, ReportedOutcome
from bot.application.records.fact import Fact
from bot.application.records.post import Post
from bot.application.records.question import Question
from bot.application.records.review import Review
from bot.application.records.workspace import Channel, Workspace
from bot.domain.audit import AuditRecord
from bot.domain.entry import Entry
from bot.domain.hold import Hold, Permit

Key = tuple[str, str]
"""Workspace and id."""


@dataclass
class State:
    """Every table. The values are immutable, so copying the tables isolates a transaction."""

    workspaces: dict[str, Workspace] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    channels: dict[Key, Channel] = field(default_factory=dict)
    entries: dict[Key, Entry] = field(default_factory=dict)
    changed_at: dict[Key, int] = field(default_factory=dict)
    announcements: dict[Key, JudgedAnnouncement] = field(default_factory=dict)
    holds: dict[Key, Hold] = field(default_factory=dict)
    permits: dict[Key, Permit] = field(default_factory=dict)
    outcomes: list[tuple[str, ReportedOutcome]] = field(default_factory=list)
    posts: dict[str, Post] = field(default_factory=dict)
    leases: dict[str, datetime] = field(default_factory=dict)
    audit: list[AuditRecord] = field(default_factory=list)
    agents: list[Agent] = field(default_factory=list)
    deliveries: dict[Key, datetime] = field(default_factory=dict)
    facts: dict[tuple[str, str, str, str, bool], Fact] = field(default_factory=dict)
    questions: dict[tuple[str, str, str, str], Question] = field(default_factory=dict)
    reviews: dict[Key, Review] = field(default_factory=dict)

    def copy(self) -> State:
        """The same values in tables of their own."""
        return State(**{each.name: getattr(self, each.name).copy() for each in fields(self)})

    def workspace(self, team: str) -> Workspace:
        """The workspace's row, which is made if it is unknown."""
        if team not in self.workspaces:
            self.workspaces[team] = Workspace(team, permit_key=secrets.token_hex(32))
        return self.workspaces[team]

    def raise_entries_version(self, team: str) -> int:
        """The workspace's next `entries_version`, stored."""
        workspace = self.workspace(team)
        version = workspace.entries_version + 1
        self.workspaces[team] = replace(workspace, entries_version=version)
        return version
