"""The tables at the start."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.storage.types import JsonText, Moment, Words

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table."""
    _agents()
    _announcements()
    _audit_heads()
    _audit_records()
    _channels()
    _deliveries()
    _entries()
    _facts()
    _holds()
    _outcomes()
    _permits()
    _posts()
    _questions()
    _reviews()
    _signals()
    _workspaces()
    _matches()


def _seq() -> sa.Column[int]:
    counter = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column("seq", counter, sa.Identity(always=False), nullable=False)


def _agents() -> None:
    op.create_table(
        "agents",
        _seq(),
        sa.Column("team", Words(), nullable=False),
        sa.Column("name", Words(), nullable=False),
        sa.Column("token_hash", Words(), nullable=False),
        sa.Column("channel", Words(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("app", Words(), nullable=True),
        sa.Column("acts_for", Words(), nullable=True),
        sa.Column("services", JsonText(), nullable=False),
        sa.Column("environments", JsonText(), nullable=False),
        sa.Column("trusted_facts", sa.Boolean(), nullable=False),
        sa.Column("revoked_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("seq", name="pk_agents"),
        sa.UniqueConstraint("token_hash", name="uq_agents_token_hash"),
    )
    op.create_index(
        "uq_agents_live",
        "agents",
        ["team", "name"],
        unique=True,
        sqlite_where=sa.text("revoked_at IS NULL"),
        postgresql_where=sa.text("revoked_at IS NULL"),
    )


def _announcements() -> None:
    op.create_table(
        "announcements",
        _seq(),
        sa.Column("team", Words(), nullable=False),
        sa.Column("id", Words(), nullable=False),
        sa.Column("channel", Words(), nullable=True),
        sa.Column("ts", Words(), nullable=True),
        sa.Column("thread_ts", Words(), nullable=True),
        sa.Column("form", Words(), nullable=False),
        sa.Column("text", Words(), nullable=False),
        sa.Column("tool", Words(), nullable=False),
        sa.Column("args", JsonText(), nullable=False),
        sa.Column("argv", JsonText(), nullable=False),
        sa.Column("host_context", JsonText(), nullable=False),
        sa.Column("announcer", Words(), nullable=False),
        sa.Column("principal", Words(), nullable=True),
        sa.Column("said_at", Moment(), nullable=False),
        sa.Column("digest", Words(), nullable=False),
        sa.Column("key", Words(), nullable=False),
        sa.Column("thread", JsonText(), nullable=False),
        sa.Column("headline", Words(), nullable=False),
        sa.Column("effect", Words(), nullable=False),
        sa.Column("reason", Words(), nullable=False),
        sa.Column("judged_at", Moment(), nullable=False),
        sa.Column("service", Words(), nullable=True),
        sa.Column("environment", Words(), nullable=True),
        sa.Column("matches", JsonText(), nullable=False),
        sa.Column("near_misses", JsonText(), nullable=False),
        sa.Column("alerts", JsonText(), nullable=False),
        sa.Column("planned", JsonText(), nullable=False),
        sa.Column("hold_id", Words(), nullable=True),
        sa.Column("agent", Words(), nullable=True),
        sa.Column("idempotency_key", Words(), nullable=True),
        sa.Column("body_hash", Words(), nullable=True),
        sa.Column("superseded_by", Words(), nullable=True),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("break_glass", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_announcements"),
        sa.UniqueConstraint(
            "team", "agent", "idempotency_key", name="uq_announcements_team_agent_idempotency_key"
        ),
        sa.UniqueConstraint("team", "id", name="uq_announcements_team_id"),
    )
    op.create_index(
        "ix_announcements_team_channel_key_judged_at",
        "announcements",
        ["team", "channel", "key", "judged_at"],
    )
    op.create_index(
        "ix_announcements_team_channel_thread_ts", "announcements", ["team", "channel", "thread_ts"]
    )
    op.create_index("ix_announcements_team_channel_ts", "announcements", ["team", "channel", "ts"])
    op.create_index("ix_announcements_team_hold_id", "announcements", ["team", "hold_id"])
    op.create_index("ix_announcements_team_judged_at", "announcements", ["team", "judged_at"])


def _audit_heads() -> None:
    op.create_table(
        "audit_heads",
        sa.Column("team", Words(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("team", name="pk_audit_heads"),
    )


def _audit_records() -> None:
    op.create_table(
        "audit_records",
        sa.Column("team", Words(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("actor", Words(), nullable=False),
        sa.Column("event", Words(), nullable=False),
        sa.Column("subject", Words(), nullable=False),
        sa.Column("detail", JsonText(), nullable=False),
        sa.Column("previous", Words(), nullable=False),
        sa.Column("hash", Words(), nullable=False),
        sa.PrimaryKeyConstraint("team", "seq", name="pk_audit_records"),
    )


def _channels() -> None:
    op.create_table(
        "channels",
        sa.Column("team", Words(), nullable=False),
        sa.Column("id", Words(), nullable=False),
        sa.Column("name", Words(), nullable=False),
        sa.Column("watched", sa.Boolean(), nullable=False),
        sa.Column("service", Words(), nullable=True),
        sa.Column("environment", Words(), nullable=True),
        sa.Column("scope_from", Words(), nullable=False),
        sa.Column("break_glass", JsonText(), nullable=True),
        sa.Column("trouble", Words(), nullable=True),
        sa.PrimaryKeyConstraint("team", "id", name="pk_channels"),
    )


def _deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("team", Words(), nullable=False),
        sa.Column("key", Words(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("team", "key", name="pk_deliveries"),
    )
    op.create_index("ix_deliveries_at", "deliveries", ["at"])


def _entries() -> None:
    op.create_table(
        "entries",
        _seq(),
        sa.Column("team", Words(), nullable=False),
        sa.Column("id", Words(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", Words(), nullable=False),
        sa.Column("severity", Words(), nullable=False),
        sa.Column("action", Words(), nullable=False),
        sa.Column("context", Words(), nullable=False),
        sa.Column("outcome", Words(), nullable=False),
        sa.Column("source", Words(), nullable=False),
        sa.Column("services", JsonText(), nullable=False),
        sa.Column("environments", JsonText(), nullable=False),
        sa.Column("windows", JsonText(), nullable=False),
        sa.Column("expires", Moment(), nullable=True),
        sa.Column("created", Moment(), nullable=False),
        sa.Column("aliases", JsonText(), nullable=False),
        sa.Column("instead", Words(), nullable=True),
        sa.Column("owner", Words(), nullable=True),
        sa.Column("fingerprint", JsonText(), nullable=False),
        sa.Column("approvals", sa.Integer(), nullable=False),
        sa.Column("reads_as", JsonText(), nullable=True),
        sa.Column("exceptions", JsonText(), nullable=False),
        sa.Column("entries_version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_entries"),
        sa.UniqueConstraint("team", "id", name="uq_entries_team_id"),
    )
    op.create_index("ix_entries_team_entries_version", "entries", ["team", "entries_version"])


def _facts() -> None:
    op.create_table(
        "facts",
        sa.Column("team", Words(), nullable=False),
        sa.Column("service", Words(), nullable=False),
        sa.Column("environment", Words(), nullable=False),
        sa.Column("key", Words(), nullable=False),
        sa.Column("trusted", sa.Boolean(), nullable=False),
        sa.Column("value", Words(), nullable=False),
        sa.Column("by", Words(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint(
            "team", "service", "environment", "key", "trusted", name="pk_facts"
        ),
    )


def _holds() -> None:
    op.create_table(
        "holds",
        _seq(),
        sa.Column("team", Words(), nullable=False),
        sa.Column("id", Words(), nullable=False),
        sa.Column("channel", Words(), nullable=False),
        sa.Column("digest", Words(), nullable=False),
        sa.Column("text_digest", Words(), nullable=True),
        sa.Column("shown", JsonText(), nullable=False),
        sa.Column("opened_at", Moment(), nullable=False),
        sa.Column("expires_at", Moment(), nullable=False),
        sa.Column("remind_at", Moment(), nullable=False),
        sa.Column("announcement_ts", Words(), nullable=True),
        sa.Column("thread_ts", Words(), nullable=True),
        sa.Column("announcers", JsonText(), nullable=False),
        sa.Column("principals", JsonText(), nullable=False),
        sa.Column("state", Words(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("also", JsonText(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("approvals", sa.Integer(), nullable=False),
        sa.Column("approved_by", JsonText(), nullable=False),
        sa.Column("ended_by", Words(), nullable=True),
        sa.Column("ended_at", Moment(), nullable=True),
        sa.Column("end_reason", Words(), nullable=True),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("went_ahead", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_holds"),
        sa.UniqueConstraint("team", "id", name="uq_holds_team_id"),
    )
    op.create_index(
        "ix_holds_due",
        "holds",
        ["remind_at"],
        sqlite_where=sa.text("state = 'pending'"),
        postgresql_where=sa.text("state = 'pending'"),
    )
    op.create_index(
        "ix_holds_team_channel_digest_ended_at", "holds", ["team", "channel", "digest", "ended_at"]
    )
    op.create_index("ix_holds_team_state_opened_at", "holds", ["team", "state", "opened_at"])
    op.create_index(
        "uq_holds_pending",
        "holds",
        ["team", "channel", "digest"],
        unique=True,
        sqlite_where=sa.text("state = 'pending'"),
        postgresql_where=sa.text("state = 'pending'"),
    )


def _outcomes() -> None:
    op.create_table(
        "outcomes",
        _seq(),
        sa.Column("team", Words(), nullable=False),
        sa.Column("action_id", Words(), nullable=False),
        sa.Column("ok", sa.Boolean(), nullable=False),
        sa.Column("exit_code", sa.BigInteger(), nullable=True),
        sa.Column("stderr", Words(), nullable=False),
        sa.Column("metrics_before", JsonText(), nullable=False),
        sa.Column("metrics_after", JsonText(), nullable=False),
        sa.Column("note", Words(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("lesson", Words(), nullable=True),
        sa.Column("entry_id", Words(), nullable=True),
        sa.PrimaryKeyConstraint("seq", name="pk_outcomes"),
    )
    op.create_index("ix_outcomes_team_action_id", "outcomes", ["team", "action_id"])


def _permits() -> None:
    op.create_table(
        "permits",
        sa.Column("team", Words(), nullable=False),
        sa.Column("action_id", Words(), nullable=False),
        sa.Column("digest", Words(), nullable=False),
        sa.Column("token", Words(), nullable=False),
        sa.Column("issued_at", Moment(), nullable=False),
        sa.Column("expires_at", Moment(), nullable=False),
        sa.Column("spent_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("team", "action_id", name="pk_permits"),
    )


def _posts() -> None:
    op.create_table(
        "posts",
        _seq(),
        sa.Column("id", Words(), nullable=False),
        sa.Column("team", Words(), nullable=False),
        sa.Column("channel", Words(), nullable=False),
        sa.Column("kind", Words(), nullable=False),
        sa.Column("subject", Words(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("due_at", Moment(), nullable=False),
        sa.Column("thread_ts", Words(), nullable=True),
        sa.Column("parent", Words(), nullable=True),
        sa.Column("broadcast", sa.Boolean(), nullable=False),
        sa.Column("detail", JsonText(), nullable=False),
        sa.Column("state", Words(), nullable=False),
        sa.Column("ts", Words(), nullable=True),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("trouble", Words(), nullable=True),
        sa.Column("leased_until", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("seq", name="pk_posts"),
        sa.UniqueConstraint("id", name="uq_posts_id"),
    )
    op.create_index("ix_posts_team_channel_ts", "posts", ["team", "channel", "ts"])
    op.create_index("ix_posts_team_subject", "posts", ["team", "subject"])
    op.create_index(
        "ix_posts_undrawn",
        "posts",
        ["due_at"],
        sqlite_where=sa.text("drawn < wanted AND state <> 'failed'"),
        postgresql_where=sa.text("drawn < wanted AND state <> 'failed'"),
    )
    op.create_index(
        "ix_posts_waiting",
        "posts",
        ["team", "channel", "seq"],
        sqlite_where=sa.text("state = 'waiting'"),
        postgresql_where=sa.text("state = 'waiting'"),
    )


def _questions() -> None:
    op.create_table(
        "questions",
        sa.Column("team", Words(), nullable=False),
        sa.Column("channel", Words(), nullable=False),
        sa.Column("thread_ts", Words(), nullable=False),
        sa.Column("user", Words(), nullable=False),
        sa.Column("kind", Words(), nullable=False),
        sa.Column("subject", Words(), nullable=False),
        sa.Column("until", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("team", "channel", "thread_ts", "user", name="pk_questions"),
    )


def _reviews() -> None:
    op.create_table(
        "reviews",
        _seq(),
        sa.Column("team", Words(), nullable=False),
        sa.Column("id", Words(), nullable=False),
        sa.Column("channel", Words(), nullable=False),
        sa.Column("week", Words(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("items", JsonText(), nullable=False),
        sa.Column("numbers", JsonText(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_reviews"),
        sa.UniqueConstraint("team", "id", name="uq_reviews_team_id"),
        sa.UniqueConstraint("team", "week", name="uq_reviews_team_week"),
    )


def _signals() -> None:
    op.create_table(
        "signals",
        _seq(),
        sa.Column("sender", Words(), nullable=False),
        sa.Column("topic", Words(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_signals"),
    )


def _workspaces() -> None:
    op.create_table(
        "workspaces",
        sa.Column("team", Words(), nullable=False),
        sa.Column("approver_groups", JsonText(), nullable=False),
        sa.Column("approver_users", JsonText(), nullable=False),
        sa.Column("all_members", sa.Boolean(), nullable=False),
        sa.Column("approver_label", Words(), nullable=False),
        sa.Column("review_channel", Words(), nullable=True),
        sa.Column("review_day", Words(), nullable=False),
        sa.Column("review_hour", sa.Integer(), nullable=False),
        sa.Column("review_tz", Words(), nullable=False),
        sa.Column("hold_minutes", sa.Integer(), nullable=False),
        sa.Column("mention_approvers", sa.Boolean(), nullable=False),
        sa.Column("warn_people", sa.Boolean(), nullable=False),
        sa.Column("is_set_up", sa.Boolean(), nullable=False),
        sa.Column("permit_key", Words(), nullable=False),
        sa.Column("entries_version", sa.Integer(), nullable=False),
        sa.Column("entry_number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("team", name="pk_workspaces"),
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("team", Words(), nullable=False),
        sa.Column("entry_id", Words(), nullable=False),
        sa.Column("action_id", Words(), nullable=False),
        sa.Column("severity", Words(), nullable=False),
        sa.Column("is_alert", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["team", "action_id"],
            ["announcements.team", "announcements.id"],
            name="fk_matches_announcements",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "team", "entry_id", "action_id", "severity", "is_alert", name="pk_matches"
        ),
    )
    op.create_index("ix_matches_team_action_id", "matches", ["team", "action_id"])
