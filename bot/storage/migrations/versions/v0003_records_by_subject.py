"""The records about one subject are found without reading the whole chain."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Build the index."""
    op.create_index(
        "ix_audit_records_team_subject_seq", "audit_records", ["team", "subject", "seq"]
    )
