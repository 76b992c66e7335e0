"""Bringing a database's tables up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from bot.domain.errors import MemoryUnavailable, NegmemError
from bot.storage.engine import writing

_MIGRATIONS = Path(__file__).parent / "migrations"
_ADVISORY_LOCK = 0x6E65676D  # "negm": replicas that start together upgrade one after the other


def upgrade(engine: Engine) -> str:
    """Apply the migrations that are missing, in one transaction; returns the revision.

    Raises:
        MemoryUnavailable: The database cannot be asked, or is no database.
        NegmemError: The tables were made by a newer negmem.
    """
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    head = ScriptDirectory.from_config(config).get_current_head()
    try:
        with writing(engine) as connection:
            _lock(connection)
            if MigrationContext.configure(connection).get_current_revision() != head:
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
    except CommandError as error:
        raise NegmemError(
            "The database was made by a newer negmem.", "Install that version or a later one."
        ) from error
    except DBAPIError as error:
        where = engine.url.render_as_string(hide_password=True)
        raise MemoryUnavailable(
            f"The database at {where} cannot be opened.",
            "Check that it is running, that the address is right and that this user may use it.",
        ) from error
    return str(head)


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # The patience of ordinary statements is too short for an upgrade and for waiting for one.
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
