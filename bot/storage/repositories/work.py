"""One transaction's connection, with the few things that both databases say differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection, Executable, Select, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import CursorResult, Row


@dataclass(frozen=True, slots=True)
class Work:
    """A transaction under way.

    Attributes:
        connection: Inside its transaction.
        writes: False in a read-only transaction.
    """

    connection: Connection
    writes: bool

    def run(self, statement: Executable, **parameters: object) -> CursorResult[Any]:
        """Execute a statement with its bound parameters."""
        return self.connection.execute(statement, parameters)

    def one(self, statement: Executable, **parameters: object) -> Row[Any] | None:
        """The first row, or None."""
        return self.connection.execute(statement, parameters).first()

    def rows(self, statement: Executable, **parameters: object) -> Sequence[Row[Any]]:
        """Every row."""
        return self.connection.execute(statement, parameters).all()

    def locked(self, statement: Select[Any], *, others_skip: bool = False) -> Select[Any]:
        """The same rows, kept from other writers until the end (SQLite has one writer anyway).

        Args:
            statement: What is read in order to be changed.
            others_skip: Leave out what another writer has, instead of waiting for it.
        """
        return statement.with_for_update(skip_locked=others_skip) if self.writes else statement

    def insert_new(self, table: Table, values: Mapping[str, object]) -> bool:
        """Insert a row; False, and nothing done, where a unique key is taken."""
        insert = _insert_new(self.connection.dialect.name, table)
        return self.connection.execute(insert, dict(values)).first() is not None

    def upsert(self, table: Table, values: Mapping[str, object]) -> None:
        """Insert a row, or put its values in place of the row with the same primary key."""
        upsert = _upsert(self.connection.dialect.name, table, tuple(values))
        self.connection.execute(upsert, dict(values))


@cache
def _insert_new(dialect: str, table: Table) -> Executable:
    """Made once: building a statement takes longer than running it."""
    return _insert(dialect, table).on_conflict_do_nothing().returning(*table.primary_key)


@cache
def _upsert(dialect: str, table: Table, names: tuple[str, ...]) -> Executable:
    insert = _insert(dialect, table)
    key = [column.name for column in table.primary_key]
    rest = {name: insert.excluded[name] for name in names if name not in key}
    return insert.on_conflict_do_update(index_elements=key, set_=rest)


def _insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
