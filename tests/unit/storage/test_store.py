"""A backup is a whole memory, made while the bot goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.application.records import Channel
from bot.domain.errors import NegmemError
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
