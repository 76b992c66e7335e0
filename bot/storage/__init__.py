"""Storage: SQLAlchemy; tables, repositories, unit of work, signals, migrations."""

from bot.storage.store import Store, open_store

__all__ = ["Store", "open_store"]
