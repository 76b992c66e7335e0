"""What a hold leads to: holds, permits, outcomes, audit records."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    text,
)

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

PENDING = text("state = 'pending'")

holds = Table(
    "holds",
    metadata,
    seq_column(),
    words_column("team"),
    words_column("id"),
    words_column("channel"),  # "" for none: a unique index takes NULLs for different
    words_column("digest"),
    words_column("text_digest", null=True),
    json_column("shown"),
    moment_column("opened_at"),
    moment_column("expires_at"),
    moment_column("remind_at"),
    words_column("announcement_ts", null=True),
    words_column("thread_ts", null=True),
    json_column("announcers"),
    json_column("principals"),
    words_column("state"),
    number_column("asked"),
    json_column("also"),
    number_column("revision"),
    number_column("approvals"),
    json_column("approved_by"),
    words_column("ended_by", null=True),
    moment_column("ended_at", null=True),
    words_column("end_reason", null=True),
    flag_column("reminded"),
    flag_column("went_ahead"),
    UniqueConstraint("team", "id"),
    Index(
        "uq_holds_pending",
        "team",
        "channel",
        "digest",
        unique=True,
        sqlite_where=PENDING,
        postgresql_where=PENDING,
    ),
    Index("ix_holds_due", "remind_at", sqlite_where=PENDING, postgresql_where=PENDING),
    Index(None, "team", "channel", "digest", "ended_at"),
    Index(None, "team", "state", "opened_at"),
)

permits = Table(
    "permits",
    metadata,
    words_column("team"),
    words_column("action_id"),
    words_column("digest"),
    words_column("token"),
    moment_column("issued_at"),
    moment_column("expires_at"),
    moment_column("spent_at", null=True),
    PrimaryKeyConstraint("team", "action_id"),
)

outcomes = Table(
    "outcomes",
    metadata,
    seq_column(),
    words_column("team"),
    words_column("action_id"),
    flag_column("ok"),
    Column("exit_code", BigInteger),
    words_column("stderr"),
    json_column("metrics_before"),
    json_column("metrics_after"),
    words_column("note"),
    moment_column("at"),
    words_column("lesson", null=True),
    words_column("entry_id", null=True),
    Index(None, "team", "action_id"),
)

audit_records = Table(
    "audit_records",
    metadata,
    words_column("team"),
    Column("seq", BigInteger, nullable=False),
    moment_column("at"),
    words_column("actor"),
    words_column("event"),
    words_column("subject"),
    json_column("detail"),
    words_column("previous"),
    words_column("hash"),
    PrimaryKeyConstraint("team", "seq"),
    Index(None, "team", "subject", "seq"),
)

audit_heads = Table(
    "audit_heads",
    metadata,
    Column("team", Words, primary_key=True),
    Column("seq", BigInteger, nullable=False),  # of the last record; its row lock orders writers
)
