"""Since when a workspace has its time of the weekly review: what was over then is not made up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.storage.types import Moment

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; where nobody knows, the latest time counts."""
    op.add_column("workspaces", sa.Column("review_since", Moment(), nullable=True))
