"""How every table writes its columns and names its constraints."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Identity, Index, Integer, MetaData, text

from bot.storage.types import JsonText, Moment, Words

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def words_column(name: str, *, null: bool = False) -> Column[str]:
    """Text."""
    return Column(name, Words, nullable=null)


def moment_column(name: str, *, null: bool = False) -> Column[Any]:
    """An aware moment."""
    return Column(name, Moment, nullable=null)


def json_column(name: str, *, null: bool = False) -> Column[Any]:
    """A JSON value."""
    return Column(name, JsonText, nullable=null)


def flag_column(name: str) -> Column[bool]:
    """Yes or no."""
    return Column(name, Boolean, nullable=False)


def number_column(name: str) -> Column[int]:
    """A small whole number."""
    return Column(name, Integer, nullable=False)


def seq_column() -> Column[int]:
    """The order in which rows were added, whatever their moments say."""
    counter = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts only in an INTEGER key
    return Column("seq", counter, Identity(), primary_key=True)


def index_of_those_with(*columns: str) -> Index:
    """An index of the rows that have a value in the last of these columns."""
    there = text(f"{columns[-1]} IS NOT NULL")
    return Index(None, *columns, sqlite_where=there, postgresql_where=there)
