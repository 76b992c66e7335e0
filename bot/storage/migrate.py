"""Bringing a database's tables up to date."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from bot.domain.errors import MemoryUnavailable, NegmemError
from bot.storage.engine import writing

HEAD = "0004"
"""The revision that this code works with: the last file in `migrations/versions`."""

MIGRATIONS = Path(__file__).parent / "migrations"

_ADVISORY_LOCK = 0x6E65676D  # "negm": replicas that start together upgrade one after the other


def upgrade(engine: Engine) -> str:
    """Apply the migrations that are missing, in one transaction; returns the revision.

    Raises:
        MemoryUnavailable: The database cannot be asked, or is no database.
        NegmemError: The tables were made by a newer negmem.
    """
    try:
        with writing(engine) as connection:
            _lock(connection)
            if _revision(connection) != HEAD:
                _migrate(connection)
    except DBAPIError as error:
        raise _unusable(engine, error) from error
    return HEAD


def _unusable(engine: Engine, error: DBAPIError) -> MemoryUnavailable:
    """What to tell of a database that cannot be opened, by the address that the operator wrote."""
    dialect = engine.dialect.name
    where = engine.url.set(drivername=dialect).render_as_string(hide_password=True)
    if dialect == "sqlite" and "not a database" in str(error.orig):
        return MemoryUnavailable(
            f"The file at {where} is no SQLite database.",
            "Name negmem's own file in NEGMEM_DATABASE_URL, or bring back its latest backup.",
        )
    return MemoryUnavailable(
        f"The database at {where} cannot be opened.",
        "Check that it is running, that the address is right and that this user may use it.",
    )


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # The patience of ordinary statements is too short for an upgrade and for waiting for one.
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})


def _revision(connection: Connection) -> str | None:
    """The database's revision, or None where there are no tables yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection) -> None:
    # Imported here: Alembic takes 0.1 s, which no command owes to a database that is up to date.
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, HEAD)
    except CommandError as error:
        raise NegmemError(
            "The database was made by a newer negmem.", "Install that version or a later one."
        ) from error
