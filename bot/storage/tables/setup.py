"""What people set up: workspaces, channels, agents, and the facts they tell."""

from __future__ import annotations

from sqlalchemy import Column, Index, PrimaryKeyConstraint, Table, text

from bot.storage.tables.columns import (
    flag_column,
    json_column,
    metadata,
    moment_column,
    number_column,
    seq_column,
    words_column,
)
from bot.storage.types import Words

workspaces = Table(
    "workspaces",
    metadata,
    Column("team", Words, primary_key=True),
    json_column("approver_groups"),
    json_column("approver_users"),
    flag_column("all_members"),
    words_column("approver_label"),
    words_column("review_channel", null=True),
    words_column("review_day"),
    number_column("review_hour"),
    words_column("review_tz"),
    number_column("hold_minutes"),
    flag_column("mention_approvers"),
    flag_column("warn_people"),
    flag_column("is_set_up"),
    words_column("permit_key"),
    number_column("entries_version"),
    number_column("entry_number"),  # the highest N of any `nm-N` so far
    moment_column("review_since", null=True),
)

channels = Table(
    "channels",
    metadata,
    words_column("team"),
    words_column("id"),
    words_column("name"),
    flag_column("watched"),
    words_column("service", null=True),
    words_column("environment", null=True),
    words_column("scope_from"),
    json_column("break_glass", null=True),
    words_column("trouble", null=True),
    PrimaryKeyConstraint("team", "id"),
)

LIVE = text("revoked_at IS NULL")

agents = Table(
    "agents",
    metadata,
    seq_column(),
    words_column("team"),
    words_column("name"),
    Column("token_hash", Words, nullable=False, unique=True),  # a token alone names its workspace
    words_column("channel"),
    moment_column("created_at"),
    words_column("app", null=True),
    words_column("acts_for", null=True),
    json_column("services"),
    json_column("environments"),
    flag_column("trusted_facts"),
    moment_column("revoked_at", null=True),
    Index(
        "uq_agents_live",
        "team",
        "name",
        unique=True,
        sqlite_where=LIVE,
        postgresql_where=LIVE,
    ),
)

facts = Table(
    "facts",
    metadata,
    words_column("team"),
    words_column("service"),
    words_column("environment"),
    words_column("key"),
    flag_column("trusted"),  # in the key: what an untrusted agent says displaces no trusted fact
    words_column("value"),
    words_column("by"),
    moment_column("at"),
    PrimaryKeyConstraint("team", "service", "environment", "key", "trusted"),
)
