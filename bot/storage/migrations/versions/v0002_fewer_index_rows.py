"""Indexes over what only some announcements have leave the others out: each row costs time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_COLUMNS = {
    "ts": ["team", "channel", "ts"],
    "thread_ts": ["team", "channel", "thread_ts"],
    "hold_id": ["team", "hold_id"],
}


def upgrade() -> None:
    """Build the three indexes anew, over the rows that have the value."""
    for last, columns in _COLUMNS.items():
        name = f"ix_announcements_{'_'.join(columns)}"
        there = sa.text(f"{last} IS NOT NULL")
        op.drop_index(name, "announcements")
        op.create_index(name, "announcements", columns, sqlite_where=there, postgresql_where=there)
