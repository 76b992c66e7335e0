"""What goes out and comes in: posts, deliveries, questions, signals."""

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

UNDRAWN = text("drawn < wanted AND state <> 'failed'")
WAITING = text("state = 'waiting'")

posts = Table(
    "posts",
    metadata,
    seq_column(),
    Column("id", Words, nullable=False, unique=True),  # carried in Slack's metadata: of all teams
    words_column("team"),
    words_column("channel"),
    words_column("kind"),
    words_column("subject"),
    moment_column("created_at"),
    moment_column("due_at"),
    words_column("thread_ts", null=True),
    words_column("parent", null=True),
    flag_column("broadcast"),
    json_column("detail"),
    words_column("state"),
    words_column("ts", null=True),
    number_column("wanted"),
    number_column("drawn"),
    number_column("attempts"),
    words_column("trouble", null=True),
    moment_column("leased_until", null=True),
    Index(None, "team", "subject"),
    Index(None, "team", "channel", "ts"),
    Index("ix_posts_undrawn", "due_at", sqlite_where=UNDRAWN, postgresql_where=UNDRAWN),
    Index(
        "ix_posts_waiting",
        "team",
        "channel",
        "seq",
        sqlite_where=WAITING,
        postgresql_where=WAITING,
    ),
)

deliveries = Table(
    "deliveries",
    metadata,
    words_column("team"),
    words_column("key"),
    moment_column("at"),
    PrimaryKeyConstraint("team", "key"),
    Index(None, "at"),
)

questions = Table(
    "questions",
    metadata,
    words_column("team"),
    words_column("channel"),
    words_column("thread_ts"),
    words_column("user"),
    words_column("kind"),
    words_column("subject"),
    moment_column("until"),
    PrimaryKeyConstraint("team", "channel", "thread_ts", "user"),
)

signals = Table(
    "signals",  # SQLite's way to tell other processes; PostgreSQL has NOTIFY
    metadata,
    seq_column(),
    words_column("sender"),
    words_column("topic"),
)
