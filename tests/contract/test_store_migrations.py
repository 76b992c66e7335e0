"""The migrations lead to the tables that the code means, on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from bot.domain.audit import AuditEvent
from bot.domain.errors import NegmemError
from bot.storage import Store, open_store
from bot.storage.migrate import HEAD, MIGRATIONS, upgrade
from bot.storage.tables import metadata
from tests.contract.samples import NOW, judged


def shape(connection: Connection) -> dict[str, object]:
    """Everything that the database says about its tables but Alembic's own."""
    look = inspect(connection)
    return {
        name: {
            "columns": [
                (c["name"], str(c["type"]), c["nullable"], c["default"])
                for c in look.get_columns(name)
            ],
            "key": look.get_pk_constraint(name),
            "references": look.get_foreign_keys(name),
            "unique": sorted(look.get_unique_constraints(name), key=str),
            "indexes": sorted(
                str({**index, "dialect_options": _where(index)}) for index in _indexes(look, name)
            ),
        }
        for name in look.get_table_names()
        if name != "alembic_version"
    }


def _indexes(look: object, name: str) -> list[dict[str, object]]:
    return look.get_indexes(name)  # type: ignore[attr-defined,no-any-return]  # an Inspector


def _where(index: dict[str, object]) -> list[str]:
    options = index.get("dialect_options") or {}
    assert isinstance(options, dict)
    return [f"{key}={value}" for key, value in sorted(options.items()) if key.endswith("where")]


def drop_everything(engine: Engine) -> None:
    with engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))


def test_migrated_equals_fresh(sql_store: Store) -> None:
    engine = sql_store.engine
    with engine.connect() as connection:
        migrated = shape(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    drop_everything(engine)
    try:
        with engine.begin() as connection:
            metadata.create_all(connection)
        with engine.connect() as connection:
            assert shape(connection) == migrated
    finally:
        drop_everything(engine)
        upgrade(engine)


def test_the_code_names_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_replicas_that_start_together_upgrade_once(sql_store: Store) -> None:
    url = sql_store.engine.url.render_as_string(hide_password=False)
    drop_everything(sql_store.engine)

    def start(number: int) -> str:
        store = open_store(url)
        store.close()
        return store.upgrade()

    try:
        with ThreadPoolExecutor(4) as pool:
            assert len(set(pool.map(start, range(4)))) == 1
    finally:
        upgrade(sql_store.engine)


def test_upgrading_again_changes_nothing(sql_store: Store) -> None:
    with sql_store.engine.connect() as connection:
        before = shape(connection)
    assert sql_store.upgrade() == sql_store.upgrade()
    with sql_store.engine.connect() as connection:
        assert shape(connection) == before


def test_a_database_of_a_newer_negmem_is_refused(sql_store: Store) -> None:
    with sql_store.engine.begin() as connection:
        old = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    try:
        with pytest.raises(NegmemError, match="newer negmem"):
            sql_store.upgrade()
    finally:
        with sql_store.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :old"), {"old": old})


def test_what_was_judged_before_an_upgrade_is_found_after_it(sqlite_store: Store) -> None:
    """By message, thread and hold, and its records: what migrations built indexes for."""
    held = judged(hold_id="hold-1")
    with sqlite_store.unit_of_work.write() as tx:
        tx.announcements.add(held)
        tx.audit.append("T1", "U1", AuditEvent.HELD, "hold-1", {}, NOW)
    with sqlite_store.engine.begin() as connection:
        for name, columns in FIRST_INDEXES.items():
            connection.execute(text(f"DROP INDEX {name}"))
            connection.execute(text(f"CREATE INDEX {name} ON announcements ({columns})"))
        connection.execute(text("DROP INDEX ix_audit_records_team_subject_seq"))
        connection.execute(text("ALTER TABLE workspaces DROP COLUMN review_since"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    assert sqlite_store.upgrade() == HEAD
    place = held.announcement.place
    with sqlite_store.unit_of_work.read() as tx:
        assert tx.announcements.at_place(place) == held
        assert list(tx.announcements.in_thread("T1", place.channel, place.ts)) == [held]
        assert list(tx.announcements.of_hold("T1", "hold-1")) == [held]
        assert [one.event for one in tx.audit.about("T1", "hold-1", 9)] == [AuditEvent.HELD]


FIRST_INDEXES = {
    "ix_announcements_team_channel_ts": "team, channel, ts",
    "ix_announcements_team_channel_thread_ts": "team, channel, thread_ts",
    "ix_announcements_team_hold_id": "team, hold_id",
}


def test_the_look_ups_use_the_indexes_of_those_with_a_value(sqlite_store: Store) -> None:
    wanted = {
        "channel = :of AND ts = :value": "ix_announcements_team_channel_ts",
        "channel = :of AND thread_ts = :value": "ix_announcements_team_channel_thread_ts",
        "hold_id = :value": "ix_announcements_team_hold_id",
    }
    bound = {"team": "T1", "of": "C1", "value": "1.1"}
    with sqlite_store.engine.connect() as connection:
        for where, index in wanted.items():
            query = f"EXPLAIN QUERY PLAN SELECT * FROM announcements WHERE team = :team AND {where}"
            asked = {name: value for name, value in bound.items() if f":{name}" in query}
            plan = " ".join(row.detail for row in connection.execute(text(query), asked))
            assert f"USING INDEX {index} " in plan
