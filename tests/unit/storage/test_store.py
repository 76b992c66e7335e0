"""A store opens again with what it kept, waits only so long, and is backed up while in use."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.application.records.workspace import Channel
from bot.domain.errors import MemoryUnavailable, NegmemError
from bot.storage import open_store


def test_a_backup_holds_what_was_committed_and_opens_as_a_store(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/negmem.db")
    with store.unit_of_work.write() as tx:
        tx.channels.put(Channel("T1", "C1"))
    with store.unit_of_work.write() as tx:
        tx.channels.put(Channel("T1", "C2"))
        store.backup(tmp_path / "copy.db")
    store.close()
    copy = open_store(f"sqlite:///{tmp_path}/copy.db", create=False)
    with copy.unit_of_work.read() as tx:
        assert [channel.id for channel in tx.channels.all("T1")] == ["C1"]
    copy.close()
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/negmem.db")
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(NegmemError, match="File exists"):
        store.backup(tmp_path / "precious")
    with pytest.raises(NegmemError, match="cannot be written"):
        store.backup(tmp_path / "no folder" / "copy.db")
    store.close()
    assert (tmp_path / "precious").read_text() == "mine"


def test_what_was_stored_is_there_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/negmem.db"
    first = open_store(url)
    with first.unit_of_work.write() as tx:
        key = tx.workspaces.get("T1").permit_key
    first.close()
    second = open_store(url)
    with second.unit_of_work.read() as tx:
        assert tx.workspaces.get("T1").permit_key == key
    second.close()


def test_a_writer_in_another_process_that_does_not_end_is_memory_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting has an end, readers go on, and once the other is done all is as before."""
    monkeypatch.setattr("bot.storage.engine.PATIENCE_SECONDS", 0.05)
    store = open_store(f"sqlite:///{tmp_path}/negmem.db")
    other = sqlite3.connect(tmp_path / "negmem.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(MemoryUnavailable, match="right now"), store.unit_of_work.write():
        pass
    with store.unit_of_work.read() as tx:
        assert list(tx.workspaces.all()) == []
    other.execute("COMMIT")
    other.close()
    with store.unit_of_work.write() as tx:
        assert tx.workspaces.get("T1").team == "T1"
    store.close()


def test_a_transaction_inside_another_is_refused_not_waited_for_forever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.unit_of_work.PATIENCE_SECONDS", 0.05)
    store = open_store(f"sqlite:///{tmp_path}/negmem.db")
    with store.unit_of_work.write() as tx:
        with pytest.raises(MemoryUnavailable, match="busy"), store.unit_of_work.write():
            pass
        tx.workspaces.get("T1")
    with store.unit_of_work.read() as tx:
        assert [workspace.team for workspace in tx.workspaces.all()] == ["T1"]
    store.close()
