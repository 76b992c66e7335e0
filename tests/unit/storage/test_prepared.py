"""Prepared statements say what SQLAlchemy's own execution says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, bindparam, insert, select

from bot.domain.errors import Conflict, MemoryUnavailable
from bot.storage import Store, open_store
from bot.storage.engine import writing
from bot.storage.prepared import prepared
from bot.storage.repositories.work import Work
from bot.storage.tables import deliveries, posts
from bot.storage.unit_of_work import translated

AT = datetime(2026, 11, 29, 3, 0, 0, 1, tzinfo=UTC)
POST = {
    "id": "post-1", "team": "T1", "channel": "C1", "kind": "note", "subject": "s",
    "created_at": AT, "due_at": AT, "thread_ts": None, "parent": None, "broadcast": True,
    "detail": {"text": "half a \ud800"}, "state": "waiting", "ts": None, "wanted": 1, "drawn": 0,
    "attempts": 0, "trouble": "a\x00b", "leased_until": None,
}  # fmt: skip
_WITH_CONSTANTS = (
    select(posts)
    .where(posts.c.team == bindparam("team"), posts.c.state == "waiting")
    .order_by(posts.c.seq)
    .limit(1)
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:///{tmp_path}/negmem.db")
    yield store
    store.close()


@pytest.fixture
def connection(store: Store) -> Iterator[Connection]:
    with writing(store.engine) as connection:
        yield connection


def test_values_are_converted_both_ways_as_sqlalchemy_does(connection: Connection) -> None:
    Work(connection, writes=True).insert(posts, POST)
    ours = prepared(connection.dialect, _WITH_CONSTANTS).rows(connection, {"team": "T1"})
    theirs = connection.execute(_WITH_CONSTANTS, {"team": "T1"}).all()
    assert [one._asdict() for one in ours] == [one._asdict() for one in theirs]
    assert ours[0].due_at == AT
    assert ours[0].broadcast is True
    assert ours[0].trouble == "a\ufffdb"


def test_a_forgotten_parameter_is_an_error(connection: Connection) -> None:
    with pytest.raises(KeyError):
        prepared(connection.dialect, _WITH_CONSTANTS).rows(connection, {})


def test_a_statement_is_compiled_once(connection: Connection) -> None:
    dialect = connection.dialect
    assert prepared(dialect, _WITH_CONSTANTS) is prepared(dialect, _WITH_CONSTANTS)


def test_a_taken_key_is_a_conflict_and_a_missing_table_trouble(store: Store) -> None:
    row = {"team": "T1", "key": "k", "at": AT}
    with writing(store.engine) as connection:
        connection.execute(insert(deliveries), row)
    with pytest.raises(Conflict), translated(), writing(store.engine) as connection:
        Work(connection, writes=True).insert(deliveries, row)
    with writing(store.engine) as connection:
        connection.exec_driver_sql("DROP TABLE deliveries")
    with pytest.raises(MemoryUnavailable), translated(), writing(store.engine) as connection:
        Work(connection, writes=True).insert(deliveries, row)
