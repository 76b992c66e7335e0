"""Alembic's migrations: the tables' history, applied by `bot.storage.migrate`."""
