"""From a database URL to an engine with the right transactions, or to an error that helps."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from bot.domain.errors import NegmemError

PATIENCE_SECONDS = 5
"""How long a writer waits for another, and anybody for a connection."""

_WRITES = "negmem_writes"
"""Execution option of a connection whose transaction is going to write."""

_HINT = (
    "Write sqlite:////folder/negmem.db or postgresql://user:password@host/name "
    "into NEGMEM_DATABASE_URL."
)


def open_engine(url: str, *, create: bool = True) -> Engine:
    """The engine for `url`; nothing is connected yet.

    Args:
        url: `sqlite:///…` with a file, or `postgresql://…`, which means psycopg 3.
        create: Whether a SQLite file that is missing is made. Its folder never is: a mistyped
            path must not become an empty memory somewhere.

    Raises:
        NegmemError: The URL is not one of these, or the file cannot be used. The message never
            repeats the URL's password.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise NegmemError("The database URL cannot be read.", _HINT) from error
    backend = parsed.drivername.partition("+")[0]
    if backend == "sqlite":
        return _sqlite(parsed, create=create)
    if backend in ("postgresql", "postgres"):
        return _postgresql(parsed)
    raise NegmemError(f"negmem cannot keep its memory in {backend}.", _HINT)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that may write: committed at the end, rolled back on errors."""
    connection = engine.connect().execution_options(**{_WRITES: True})
    with connection, connection.begin():
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection with one consistent view of the database, in which nothing is kept."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        transaction = connection.begin()
        try:
            yield connection
        finally:
            transaction.rollback()


def sqlite_path(engine: Engine) -> Path:
    """The file of a SQLite engine."""
    return Path(str(engine.url.database))


def _sqlite(url: URL, *, create: bool) -> Engine:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise NegmemError("The SQLite URL names no file.", _HINT)
    _usable_file(Path(url.database), create=create)
    engine = create_engine(
        url.set(drivername="sqlite+pysqlite"),
        hide_parameters=True,
        pool_size=16,
        max_overflow=48,
        pool_timeout=PATIENCE_SECONDS,
        connect_args={"timeout": PATIENCE_SECONDS, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, record: Any) -> None:  # noqa: ARG001  # the signature is SQLAlchemy's
        connection.isolation_level = None  # the driver begins nothing by itself: `begin` does
        for pragma in ("journal_mode=WAL", "foreign_keys=ON", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer that begins as a reader cannot become a writer once somebody else wrote.
        writes = connection.get_execution_options().get(_WRITES)
        sql = "BEGIN IMMEDIATE" if writes else "BEGIN"
        try:
            # Straight to the driver: SQLAlchemy's work around it takes longer than all the rest.
            connection.connection.cursor().execute(sql)
        except sqlite3.Error as error:
            raise DatabaseError(sql, None, error) from error

    return engine


def _usable_file(path: Path, *, create: bool) -> None:
    """Make sure that the file is there, for its owner alone, and can be written."""
    if not path.parent.is_dir():
        raise NegmemError(
            f"The folder {path.parent} for the database does not exist.",
            f"Create it (mkdir -p {path.parent}) or change NEGMEM_DATABASE_URL.",
        )
    if path.is_dir():
        raise NegmemError(f"The database {path} is a folder, not a file.", _HINT)
    if not path.exists():
        if not create:
            raise NegmemError(
                f"There is no database at {path}.", "Start negmem once, or name the right file."
            )
        try:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            raise NegmemError(
                f"The database {path} cannot be created: {error.strerror}.",
                f"Give this user the right to write into {path.parent}.",
            ) from error
    if not os.access(path, os.R_OK | os.W_OK):
        raise NegmemError(
            f"The database {path} cannot be read and written by this user.",
            "Change its owner or its mode.",
        )


def _postgresql(url: URL) -> Engine:
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        hide_parameters=True,
        pool_size=16,
        max_overflow=32,
        pool_timeout=PATIENCE_SECONDS,
        pool_pre_ping=True,  # a restarted server costs nobody a failed request
        connect_args={"connect_timeout": PATIENCE_SECONDS},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, record: Any) -> None:  # noqa: ARG001  # the signature is SQLAlchemy's
        connection.execute(f"SET lock_timeout = '{PATIENCE_SECONDS}s'")
        connection.execute(f"SET statement_timeout = '{3 * PATIENCE_SECONDS}s'")
        connection.commit()

    return engine
