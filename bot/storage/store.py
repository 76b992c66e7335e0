"""The store: an opened database with its doors, its signals and its upkeep."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine

from bot.domain.errors import MemoryUnavailable, NegmemError
from bot.storage.engine import open_engine, sqlite_path, writing
from bot.storage.migrate import upgrade
from bot.storage.retention import claim_day, forget_announcements, forget_the_rest
from bot.storage.signals import Signalling, open_signals
from bot.storage.unit_of_work import SqlUnitOfWork, translated


@dataclass(frozen=True, slots=True)
class Store:
    """An opened store.

    Attributes:
        engine: For storage's own use.
        unit_of_work: The two doors; see `ports.UnitOfWork`.
        signals: See `ports.Signals`.
    """

    engine: Engine
    unit_of_work: SqlUnitOfWork
    signals: Signalling

    def close(self) -> None:
        """End the signals' thread and every connection."""
        self.signals.close()
        self.engine.dispose()

    def upgrade(self) -> str:
        """Bring the tables up to date, as opening does; returns the revision."""
        return upgrade(self.engine)

    def backup(self, path: str | Path) -> None:
        """Write a consistent copy of a SQLite database to `path`, while it is in use.

        Raises:
            NegmemError: The database is PostgreSQL, or `path` exists or cannot be written.
            MemoryUnavailable: The copying failed.
        """
        if self.engine.dialect.name != "sqlite":
            raise NegmemError(
                "negmem backs up SQLite only.", "Use pg_dump for a PostgreSQL database."
            )
        try:
            # Made by hand and first: nothing is overwritten, and nobody else may read it.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except OSError as error:
            raise NegmemError(
                f"The backup cannot be written to {path}: {error.strerror}.",
                "Name a new file in a folder that exists.",
            ) from error
        try:
            source = sqlite3.connect(sqlite_path(self.engine))
            with closing(source), closing(sqlite3.connect(path)) as target:
                source.backup(target)
        except sqlite3.Error as error:
            Path(path).unlink(missing_ok=True)  # half a backup looks like a whole one
            raise MemoryUnavailable(
                f"The backup to {path} failed: {error}.", "Check the space on that disk."
            ) from error

    def forget(self, now: datetime) -> int:
        """Delete what is too old, once a day, whoever asks first; see `bot.storage.retention`.

        Returns how many announcements that was.

        Raises:
            MemoryUnavailable: The database cannot be asked.
        """
        with translated():
            with writing(self.engine) as connection:
                if not claim_day(connection, now):
                    return 0
            count = 0
            while gone := self._forget_some(now):
                count += gone
            with writing(self.engine) as connection:
                forget_the_rest(connection, now)
        return count

    def _forget_some(self, now: datetime) -> int:
        with writing(self.engine) as connection:
            return forget_announcements(connection, now)


def open_store(url: str, *, create: bool = True) -> Store:
    """Open the database at `url` and bring its tables up to date.

    Args:
        url: See `open_engine`.
        create: Whether a missing SQLite file is made.

    Raises:
        NegmemError: The URL or the file cannot be used, or was made by a newer negmem.
        MemoryUnavailable: The database cannot be asked.
    """
    engine = open_engine(url, create=create)
    try:
        upgrade(engine)
    except BaseException:
        engine.dispose()
        raise
    signals = open_signals(engine)
    return Store(engine, SqlUnitOfWork(engine, signals), signals)
