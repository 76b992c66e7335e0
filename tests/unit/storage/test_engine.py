"""A database URL gives an engine, or an error that says what to mend and no password."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.domain.errors import MemoryUnavailable, NegmemError
from bot.storage import open_store
from bot.storage.engine import open_engine, reading, writing


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "cannot be read"),
        ("no url", "cannot be read"),
        ("mysql://root:hunter2@db/negmem", "mysql"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///file:x?mode=memory&uri=true", "names no file"),
    ],
)
def test_a_url_that_cannot_be_used_is_refused_with_a_hint(url: str, says: str) -> None:
    with pytest.raises(NegmemError, match=says) as caught:
        open_engine(url)
    assert "NEGMEM_DATABASE_URL" in caught.value.hint
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg2"])
def test_every_spelling_of_postgresql_means_psycopg_3(scheme: str) -> None:
    assert open_engine(f"{scheme}://u:p@host/name").url.drivername == "postgresql+psycopg"


def test_a_mistyped_folder_becomes_no_empty_memory(tmp_path: Path) -> None:
    with pytest.raises(NegmemError, match="does not exist") as caught:
        open_store(f"sqlite:///{tmp_path}/typo/negmem.db")
    assert f"mkdir -p {tmp_path}/typo" in caught.value.hint
    assert not (tmp_path / "typo").exists()


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(NegmemError, match="is a folder"):
        open_store(f"sqlite:///{tmp_path}")


def test_a_missing_file_is_made_only_where_that_is_asked_for(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/negmem.db"
    with pytest.raises(NegmemError, match="no database at"):
        open_store(url, create=False)
    assert not (tmp_path / "negmem.db").exists()
    open_store(url).close()
    open_store(url, create=False).close()


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    """It holds the keys of permits, and SQLite gives its journal the same mode."""
    store = open_store(f"sqlite:///{tmp_path}/negmem.db")
    with store.unit_of_work.write() as tx:
        tx.workspaces.get("T1")
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    store.close()
    assert set(modes.values()) == {0o600}
    assert "negmem.db-wal" in modes


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(NegmemError, match="cannot be created"):
        open_store(f"sqlite:///{tmp_path}/negmem.db")


def test_a_file_that_is_no_database_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, but a long enough text " * 50)
    with pytest.raises(MemoryUnavailable, match=r"notes\.txt"):
        open_store(f"sqlite:///{tmp_path}/notes.txt")


def test_a_server_that_is_not_there_is_memory_unavailable_without_its_password() -> None:
    with pytest.raises(MemoryUnavailable) as caught:
        open_store("postgresql://negmem:hunter2@127.0.0.1:1/negmem")
    assert "127.0.0.1" in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_what_is_written_in_a_reading_transaction_is_not_kept(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/some.db")
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER)"))
    with reading(engine) as connection:
        connection.execute(text("INSERT INTO t VALUES (1)"))
    with reading(engine) as connection:
        assert connection.execute(text("SELECT count(*) FROM t")).scalar_one() == 0
    engine.dispose()


def test_no_error_of_the_database_shows_the_values(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/some.db")
    with pytest.raises(Exception, match="no such table") as caught, reading(engine) as connection:
        connection.execute(text("INSERT INTO nowhere VALUES (:v)"), {"v": "hunter2"})
    assert "hunter2" not in str(caught.value)
    engine.dispose()
