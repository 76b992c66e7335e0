"""Column types that hold on every database what the records mean."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect, Text
from sqlalchemy.dialects.postgresql import TIMESTAMP
from sqlalchemy.types import TypeDecorator, TypeEngine

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """The text with what no database stores (NUL, lone surrogates) replaced by U+FFFD."""
    if text.isascii() and "\x00" not in text:
        return text
    return _UNSTORABLE.sub("\ufffd", text)


class Moment(TypeDecorator[datetime]):
    """An aware moment: `timestamptz` on PostgreSQL, microseconds since 1970 on SQLite.

    SQLite has no type for it, and integers keep both the order and the last microsecond. What
    comes out is in UTC. A naive datetime is refused with `ValueError`.
    """

    impl = BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The column's type in this database."""
        if dialect.name == "postgresql":
            return dialect.type_descriptor(TIMESTAMP(timezone=True))
        return dialect.type_descriptor(BigInteger())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """The moment as this database takes it."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its zone")
        if dialect.name == "postgresql":
            return value
        return (value - _EPOCH) // _MICROSECOND

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """The stored moment, aware, in UTC."""
        if value is None:
            return None
        if dialect.name == "postgresql":
            in_session_zone: datetime = value
            return in_session_zone.astimezone(UTC)
        return _EPOCH + int(value) * _MICROSECOND


class Words(TypeDecorator[str]):
    """Text from anywhere; see `storable`."""

    impl = Text
    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[str | None], str | None]:  # noqa: ARG002  # the signature is SQLAlchemy's
        """What makes a text one that every database takes."""
        return _words


def _words(value: str | None) -> str | None:
    return None if value is None else storable(value)


class JsonText(TypeDecorator[Any]):
    """A JSON value, as text.

    Neither `json` nor `jsonb`: PostgreSQL refuses NaN and NUL in them and rewrites numbers, and
    an audit record's detail must come back as it was hashed. Nothing is searched inside.
    """

    impl = Text
    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], str | None]:  # noqa: ARG002  # the signature is SQLAlchemy's
        """What writes a value in JSON, in ASCII."""
        return _as_json

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002  # the signature is SQLAlchemy's
        """The stored value: lists where tuples went in."""
        return None if value is None else json.loads(value)


_ENCODER = json.JSONEncoder(separators=(",", ":"))


def _as_json(value: Any) -> str | None:
    if value is None:
        return None
    if not value and isinstance(value, list | dict):  # most are, and are written all the same
        return "[]" if isinstance(value, list) else "{}"
    return _ENCODER.encode(value)
