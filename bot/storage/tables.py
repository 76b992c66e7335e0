"""The tables. Each is keyed by workspace first; `seq` keeps the order in which rows were added."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    text,
)

from bot.storage.types import JsonText, Moment, Words

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _words(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, Words, nullable=null)


def _moment(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, Moment, nullable=null)


def _json(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, JsonText, nullable=null)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


def _number(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


def _seq() -> Column[int]:
    counter = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts only in an INTEGER key
    return Column("seq", counter, Identity(), primary_key=True)


workspaces = Table(
    "workspaces",
    metadata,
    Column("team", Words, primary_key=True),
    _json("approver_groups"),
    _json("approver_users"),
    _flag("all_members"),
    _words("approver_label"),
    _words("review_channel", null=True),
    _words("review_day"),
    _number("review_hour"),
    _words("review_tz"),
    _number("hold_minutes"),
    _flag("mention_approvers"),
    _flag("warn_people"),
    _flag("is_set_up"),
    _words("permit_key"),
    _number("entries_version"),
    _number("entry_number"),  # the highest N of any `nm-N` so far
)

channels = Table(
    "channels",
    metadata,
    _words("team"),
    _words("id"),
    _words("name"),
    _flag("watched"),
    _words("service", null=True),
    _words("environment", null=True),
    _words("scope_from"),
    _json("break_glass", null=True),
    _words("trouble", null=True),
    PrimaryKeyConstraint("team", "id"),
)

entries = Table(
    "entries",
    metadata,
    _seq(),
    _words("team"),
    _words("id"),
    _number("version"),
    _words("state"),
    _words("severity"),
    _words("action"),
    _words("context"),
    _words("outcome"),
    _words("source"),
    _json("services"),
    _json("environments"),
    _json("windows"),
    _moment("expires", null=True),
    _moment("created"),
    _json("aliases"),
    _words("instead", null=True),
    _words("owner", null=True),
    _json("fingerprint"),
    _number("approvals"),
    _json("reads_as", null=True),
    _json("exceptions"),
    _number("entries_version"),  # the workspace's, at the last change of this entry
    UniqueConstraint("team", "id"),
    Index(None, "team", "entries_version"),
)

announcements = Table(
    "announcements",
    metadata,
    _seq(),
    _words("team"),
    _words("id"),
    _words("channel", null=True),
    _words("ts", null=True),
    _words("thread_ts", null=True),
    _words("form"),
    _words("text"),
    _words("tool"),
    _json("args"),
    _json("argv"),
    _json("host_context"),
    _words("announcer"),
    _words("principal", null=True),
    _moment("said_at"),
    _words("digest"),
    _words("headline"),
    _words("effect"),
    _words("reason"),
    _moment("judged_at"),
    _words("service", null=True),
    _words("environment", null=True),
    _json("matches"),
    _json("near_misses"),
    _json("alerts"),
    _json("planned"),
    _words("hold_id", null=True),
    _words("agent", null=True),
    _words("idempotency_key", null=True),
    _words("body_hash", null=True),
    _words("superseded_by", null=True),
    _flag("withdrawn"),
    _flag("break_glass"),
    UniqueConstraint("team", "id"),
    UniqueConstraint("team", "agent", "idempotency_key"),
    Index(None, "team", "channel", "ts"),
    Index(None, "team", "channel", "thread_ts"),
    Index(None, "team", "channel", "digest", "judged_at"),
    Index(None, "team", "hold_id"),
    Index(None, "team", "judged_at"),
)

matches = Table(
    "matches",
    metadata,
    _words("team"),
    _words("entry_id"),
    _words("action_id"),
    _words("severity"),
    _flag("is_alert"),
    PrimaryKeyConstraint("team", "entry_id", "action_id", "severity", "is_alert"),
    ForeignKeyConstraint(
        ["team", "action_id"], ["announcements.team", "announcements.id"], ondelete="CASCADE"
    ),
    Index(None, "team", "action_id"),
)

PENDING = text("state = 'pending'")

holds = Table(
    "holds",
    metadata,
    _seq(),
    _words("team"),
    _words("id"),
    _words("channel"),  # "" for none: a unique index takes NULLs for different
    _words("digest"),
    _json("shown"),
    _moment("opened_at"),
    _moment("expires_at"),
    _moment("remind_at"),
    _words("announcement_ts", null=True),
    _words("thread_ts", null=True),
    _json("announcers"),
    _json("principals"),
    _words("state"),
    _number("asked"),
    _json("also"),
    _number("revision"),
    _number("approvals"),
    _json("approved_by"),
    _words("ended_by", null=True),
    _moment("ended_at", null=True),
    _words("end_reason", null=True),
    _flag("reminded"),
    _flag("went_ahead"),
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
    _words("team"),
    _words("action_id"),
    _words("digest"),
    _words("token"),
    _moment("issued_at"),
    _moment("expires_at"),
    _moment("spent_at", null=True),
    PrimaryKeyConstraint("team", "action_id"),
)

outcomes = Table(
    "outcomes",
    metadata,
    _seq(),
    _words("team"),
    _words("action_id"),
    _flag("ok"),
    Column("exit_code", BigInteger),
    _words("stderr"),
    _json("metrics_before"),
    _json("metrics_after"),
    _words("note"),
    _moment("at"),
    _words("lesson", null=True),
    _words("entry_id", null=True),
    Index(None, "team", "action_id"),
)

UNDRAWN = text("drawn < wanted AND state <> 'failed'")
WAITING = text("state = 'waiting'")

posts = Table(
    "posts",
    metadata,
    _seq(),
    Column("id", Words, nullable=False, unique=True),  # carried in Slack's metadata: of all teams
    _words("team"),
    _words("channel"),
    _words("kind"),
    _words("subject"),
    _moment("created_at"),
    _moment("due_at"),
    _words("thread_ts", null=True),
    _words("parent", null=True),
    _flag("broadcast"),
    _json("detail"),
    _words("state"),
    _words("ts", null=True),
    _number("wanted"),
    _number("drawn"),
    _number("attempts"),
    _words("trouble", null=True),
    _moment("leased_until", null=True),
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

audit_records = Table(
    "audit_records",
    metadata,
    _words("team"),
    Column("seq", BigInteger, nullable=False),
    _moment("at"),
    _words("actor"),
    _words("event"),
    _words("subject"),
    _json("detail"),
    _words("previous"),
    _words("hash"),
    PrimaryKeyConstraint("team", "seq"),
)

audit_heads = Table(
    "audit_heads",
    metadata,
    Column("team", Words, primary_key=True),
    Column("seq", BigInteger, nullable=False),  # of the last record; its row lock orders writers
)

LIVE = text("revoked_at IS NULL")

agents = Table(
    "agents",
    metadata,
    _seq(),
    _words("team"),
    _words("name"),
    Column("token_hash", Words, nullable=False, unique=True),  # a token alone names its workspace
    _words("channel"),
    _moment("created_at"),
    _words("app", null=True),
    _words("acts_for", null=True),
    _json("services"),
    _json("environments"),
    _flag("trusted_facts"),
    _moment("revoked_at", null=True),
    Index(
        "uq_agents_live",
        "team",
        "name",
        unique=True,
        sqlite_where=LIVE,
        postgresql_where=LIVE,
    ),
)

deliveries = Table(
    "deliveries",
    metadata,
    _words("team"),
    _words("key"),
    _moment("at"),
    PrimaryKeyConstraint("team", "key"),
    Index(None, "at"),
)

facts = Table(
    "facts",
    metadata,
    _words("team"),
    _words("service"),
    _words("environment"),
    _words("key"),
    _flag("trusted"),  # in the key: what an untrusted agent says displaces no trusted fact
    _words("value"),
    _words("by"),
    _moment("at"),
    PrimaryKeyConstraint("team", "service", "environment", "key", "trusted"),
)

questions = Table(
    "questions",
    metadata,
    _words("team"),
    _words("channel"),
    _words("thread_ts"),
    _words("user"),
    _words("kind"),
    _words("subject"),
    _moment("until"),
    PrimaryKeyConstraint("team", "channel", "thread_ts", "user"),
)

reviews = Table(
    "reviews",
    metadata,
    _seq(),
    _words("team"),
    _words("id"),
    _words("channel"),
    _words("week"),
    _moment("created_at"),
    _json("items"),
    _json("numbers"),
    UniqueConstraint("team", "id"),
    UniqueConstraint("team", "week"),
)

signals = Table(
    "signals",  # SQLite's way to tell other processes; PostgreSQL has NOTIFY
    metadata,
    _seq(),
    _words("sender"),
    _words("topic"),
)
