"""Run by Alembic: applies migrations on the connection that it is handed."""

from __future__ import annotations

from alembic import context

from bot.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters little: Alembic copies the table there
)
context.run_migrations()
