"""The tables. Each is keyed by workspace first."""

from bot.storage.tables.columns import metadata
from bot.storage.tables.holding import audit_heads, audit_records, holds, outcomes, permits
from bot.storage.tables.judging import announcements, entries, matches, reviews
from bot.storage.tables.setup import agents, channels, facts, workspaces
from bot.storage.tables.talking import deliveries, posts, questions, signals

__all__ = [
    "agents",
    "announcements",
    "audit_heads",
    "audit_records",
    "channels",
    "deliveries",
    "entries",
    "facts",
    "holds",
    "matches",
    "metadata",
    "outcomes",
    "permits",
    "posts",
    "questions",
    "reviews",
    "signals",
    "workspaces",
]
