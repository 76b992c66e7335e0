"""Statements that are compiled once and go straight to the database's driver afterwards.

SQLAlchemy writes the SQL and says how values are converted, as everywhere. What is left out is its
work around each execution, which takes five times as long as the look-up of a row by its key.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Connection, Delete, Dialect, Insert, Select, Update

Statement: TypeAlias = Select[Any] | Insert | Update | Delete
Record: TypeAlias = Any
"""A row: an attribute for each column, by its name."""

_Convert: TypeAlias = Callable[[Any], Any]
_MOST_STATEMENTS = 512


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement in one database's SQL, with what converts its values.

    Attributes:
        sql: As the driver takes it.
        positional: The driver takes values in order, not by name.
        binds: Each parameter with its conversion, in order.
        constants: Values that stand in the statement.
        columns: The conversion of each column that comes back.
        record: Makes a record of a row.
    """

    sql: str
    positional: bool
    binds: tuple[tuple[str, _Convert | None], ...]
    constants: Mapping[str, Any]
    columns: tuple[_Convert | None, ...]
    record: Callable[..., Record]

    def rows(self, connection: Connection, values: Mapping[str, object]) -> list[Record]:
        """Execute it, inside the connection's transaction, and fetch what comes back.

        Raises:
            sqlite3.Error, psycopg.Error: The driver's own errors.
        """
        known = {**self.constants, **values}
        given: list[Any] | dict[str, Any]
        if self.positional:
            given = [c(known[name]) if c else known[name] for name, c in self.binds]
        else:
            given = {name: c(known[name]) if c else known[name] for name, c in self.binds}
        cursor = connection.connection.driver_connection.execute(self.sql, given)  # type: ignore[union-attr]  # both drivers have it
        return [self._record(row) for row in cursor.fetchall()] if self.columns else []

    def _record(self, row: tuple[Any, ...]) -> Record:
        pairs = zip(row, self.columns, strict=True)
        return self.record(*[c(value) if c else value for value, c in pairs])


@lru_cache(_MOST_STATEMENTS)
def prepared(dialect: Dialect, statement: Statement, names: tuple[str, ...] = ()) -> Prepared:
    """The statement, compiled when it is first asked for.

    Args:
        dialect: Of the engine.
        statement: One that is made once, in its module: it is remembered.
        names: The columns that an insert is given.
    """
    compiled = statement.compile(dialect=dialect, column_keys=list(names) or None)
    known = {k: v for k, v in compiled.params.items() if not compiled.binds[k].required}
    columns = list(statement.exported_columns)
    return Prepared(
        sql=str(compiled),
        positional=compiled.positional,
        binds=tuple(
            (name, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup or compiled.params
        ),
        constants=known,
        columns=tuple(
            column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns
        ),
        record=namedtuple("Record", [column.name for column in columns]),
    )
