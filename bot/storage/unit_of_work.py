"""The store's two doors, and how a database's troubles look from outside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
    TimeoutError,  # noqa: A004  # SQLAlchemy's name: no connection came free in time
)

from bot.application.ports.judgements import Announcements, Holds, Outcomes, Permits
from bot.application.ports.memory import Audit, Entries, Reviews
from bot.application.ports.talk import Deliveries, Outbox, Questions
from bot.application.ports.team import Agents, Channels, Facts, Workspaces
from bot.domain.errors import Conflict, MemoryUnavailable
from bot.storage.engine import PATIENCE_SECONDS, reading, writing
from bot.storage.repositories.agents import SqlAgents, SqlFacts
from bot.storage.repositories.announcements import SqlAnnouncements
from bot.storage.repositories.audit import SqlAudit
from bot.storage.repositories.deliveries import SqlDeliveries, SqlQuestions
from bot.storage.repositories.entries import SqlEntries
from bot.storage.repositories.holds import SqlHolds
from bot.storage.repositories.outbox import SqlOutbox
from bot.storage.repositories.permits import SqlOutcomes, SqlPermits
from bot.storage.repositories.reviews import SqlReviews
from bot.storage.repositories.setup import SqlChannels, SqlWorkspaces
from bot.storage.repositories.work import Work
from bot.storage.signals import Signalling

# SQLAlchemy's errors, and those of the drivers: see `bot.storage.prepared`.
_TAKEN = (IntegrityError, sqlite3.IntegrityError, psycopg.IntegrityError)
_OUR_MISTAKES = (
    DataError,
    NotSupportedError,
    ProgrammingError,
    sqlite3.DataError,
    sqlite3.NotSupportedError,
    sqlite3.ProgrammingError,
    psycopg.DataError,
    psycopg.NotSupportedError,
    psycopg.ProgrammingError,
)
_TROUBLES = (DBAPIError, TimeoutError, sqlite3.Error, psycopg.Error)

_HINT = "Check that the database is running and reachable (negmem doctor), then try again."


class SqlTransaction:
    """One transaction over all repositories; see `ports.store`."""

    def __init__(self, work: Work, signalling: Signalling) -> None:
        self._work = work
        self._signalling = signalling
        self.topics: list[str] = []
        self.workspaces: Workspaces = SqlWorkspaces(work)
        self.channels: Channels = SqlChannels(work)
        self.entries: Entries = SqlEntries(work)
        self.announcements: Announcements = SqlAnnouncements(work)
        self.holds: Holds = SqlHolds(work)
        self.permits: Permits = SqlPermits(work)
        self.outcomes: Outcomes = SqlOutcomes(work)
        self.outbox: Outbox = SqlOutbox(work)
        self._audit = SqlAudit(work)
        self.audit: Audit = self._audit
        self.agents: Agents = SqlAgents(work)
        self.deliveries: Deliveries = SqlDeliveries(work)
        self.facts: Facts = SqlFacts(work)
        self.questions: Questions = SqlQuestions(work)
        self.reviews: Reviews = SqlReviews(work)

    def finish(self) -> None:
        """What is written last, before the commit."""
        self._audit.write_down()

    def signal(self, topic: str) -> None:
        """Wake whoever listens for `topic`, everywhere, once this is committed."""
        if topic not in self.topics:
            self.topics.append(topic)
            self._signalling.tell_others(self._work.connection, topic)


class SqlUnitOfWork:
    """Transactions of an engine; see `ports.store`.

    Args:
        engine: From `open_engine`, upgraded.
        signalling: From `open_signals` on the same engine.
    """

    def __init__(self, engine: Engine, signalling: Signalling) -> None:
        self._engine = engine
        self._signalling = signalling
        # SQLite lets one writer in and has the others poll; a lock wakes those of this process.
        self._turn = Lock() if engine.dialect.name == "sqlite" else None

    @contextmanager
    def read(self) -> Iterator[SqlTransaction]:
        """A consistent view; nothing is written.

        Raises:
            MemoryUnavailable: The database cannot be asked.
        """
        with translated(), reading(self._engine) as connection:
            yield SqlTransaction(Work(connection, writes=False), self._signalling)

    @contextmanager
    def write(self) -> Iterator[SqlTransaction]:
        """Committed when the block ends well, rolled back when it raises.

        Raises:
            MemoryUnavailable: The database cannot be asked.
        """
        with translated(), self._one_at_a_time(), writing(self._engine) as connection:
            transaction = SqlTransaction(Work(connection, writes=True), self._signalling)
            yield transaction
            transaction.finish()
        self._signalling.tell_ourselves(transaction.topics)

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        if self._turn is None:
            yield
            return
        if not self._turn.acquire(timeout=PATIENCE_SECONDS):
            raise MemoryUnavailable("The database is busy with another change.", _HINT)
        try:
            yield
        finally:
            self._turn.release()


@contextmanager
def translated() -> Iterator[None]:
    """Say a database's troubles in negmem's errors; a wrong statement of ours stays what it is."""
    try:
        yield
    except _TAKEN as error:
        raise Conflict("The same thing was stored by somebody else.", "Try again.") from error
    except _OUR_MISTAKES:
        raise
    except _TROUBLES as error:
        raise MemoryUnavailable("The database cannot be asked right now.", _HINT) from error
