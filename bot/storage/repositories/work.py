"""One transaction's connection, with the few things that both databases say differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection, Executable, Select, Table, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import CursorResult

from bot.storage.prepared import Record, Statement, prepared


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
        """Execute a statement that may be made for this once, with its bound parameters."""
        return self.connection.execute(statement, parameters)

    def one(self, statement: Statement, **parameters: object) -> Record | None:
        """The first row, or None, of a statement that stands in its module; see `prepared`."""
        rows = self.rows(statement, **parameters)
        return rows[0] if rows else None

    def rows(self, statement: Statement, **parameters: object) -> Sequence[Record]:
        """Every row of a statement that stands in its module; see `prepared`."""
        return prepared(self.connection.dialect, statement).rows(self.connection, parameters)

    def locked(self, statement: Select[Any], *, others_skip: bool = False) -> Select[Any]:
        """The same rows, kept from other writers until the end (SQLite has one writer anyway).

        Args:
            statement: What is read in order to be changed.
            others_skip: Leave out what another writer has, instead of waiting for it.
        """
        return _locked(statement, others_skip) if self.writes else statement

    def insert(self, table: Table, values: Mapping[str, object]) -> None:
        """Insert a row."""
        self._insert(_plain(table), values)

    def insert_new(self, table: Table, values: Mapping[str, object]) -> bool:
        """Insert a row; False, and nothing done, where a unique key is taken."""
        return bool(self._insert(_insert_new(self.connection.dialect.name, table), values))

    def upsert(self, table: Table, values: Mapping[str, object]) -> None:
        """Insert a row, or put its values in place of the row with the same primary key."""
        names = tuple(values)
        self._insert(_upsert(self.connection.dialect.name, table, names), values)

    def _insert(self, statement: Statement, values: Mapping[str, object]) -> Sequence[Record]:
        compiled = prepared(self.connection.dialect, statement, tuple(values))
        return compiled.rows(self.connection, values)


@cache
def _locked(statement: Select[Any], others_skip: bool) -> Select[Any]:
    return statement.with_for_update(skip_locked=others_skip)


@cache
def _plain(table: Table) -> Statement:
    return insert(table)


@cache
def _insert_new(dialect: str, table: Table) -> Statement:
    """Made once: building a statement takes longer than running it."""
    return _insert(dialect, table).on_conflict_do_nothing().returning(*table.primary_key)


@cache
def _upsert(dialect: str, table: Table, names: tuple[str, ...]) -> Statement:
    new = _insert(dialect, table)
    key = [column.name for column in table.primary_key]
    rest = {name: new.excluded[name] for name in names if name not in key}
    return new.on_conflict_do_update(index_elements=key, set_=rest)


def _insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
