"""Entries: numbered, versioned, and never missed by who asks what changed."""

from __future__ import annotations

import pytest

from bot.domain.entry import EntryState, Severity
from bot.domain.errors import Conflict
from tests.contract.conftest import AnyStore, rolled_back
from tests.contract.samples import NOW, entry


def test_an_entry_comes_back_whole(store: AnyStore) -> None:
    bare = entry(
        "file-1", expires=None, instead=None, owner=None, reads_as=None, exceptions=(), aliases=()
    )
    with store.unit_of_work.write() as tx:
        assert tx.entries.add("T1", entry("nm-7")) == entry("nm-7")
        tx.entries.add("T1", bare)
    with store.unit_of_work.read() as tx:
        assert tx.entries.get("T1", "nm-7") == entry("nm-7")
        assert tx.entries.get("T1", "file-1") == bare
        assert tx.entries.get("T1", "nm-8") is None


def test_an_entry_without_an_id_gets_the_next_number(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        ids = [tx.entries.add("T1", entry(given)).id for given in ("", "", "nm-9", "", "other", "")]
    assert ids == ["nm-1", "nm-2", "nm-9", "nm-10", "other", "nm-11"]


def test_a_taken_id_is_a_conflict(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.entries.add("T1", entry("nm-1"))
    with pytest.raises(Conflict), store.unit_of_work.write() as tx:
        tx.entries.add("T1", entry("nm-1", action="another"))
    with store.unit_of_work.read() as tx:
        assert list(tx.entries.all("T1")) == [entry("nm-1")]


def test_only_the_next_version_is_stored(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.entries.add("T1", entry("nm-1"))
        weaker = entry("nm-1").changed(severity=Severity.WARN)
        tx.entries.update("T1", weaker)
    for wrong in (weaker, weaker.changed().changed(), entry("nm-2", version=2)):
        with pytest.raises(Conflict), store.unit_of_work.write() as tx:
            tx.entries.update("T1", wrong)
    with store.unit_of_work.read() as tx:
        assert tx.entries.get("T1", "nm-1") == weaker


def test_retired_entries_are_listed_only_on_request_and_in_order(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        for name in ("b", "a", "c"):
            tx.entries.add("T1", entry(name))
        retired = entry("b").changed(state=EntryState.RETIRED)
        tx.entries.update("T1", retired)
    with store.unit_of_work.read() as tx:
        assert [each.id for each in tx.entries.all("T1")] == ["a", "c"]
        assert [each.id for each in tx.entries.all("T1", include_retired=True)] == ["b", "a", "c"]
        assert tx.entries.get("T1", "b") == retired


def test_each_change_raises_the_version_and_is_found_after_it(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.entries.add("T1", entry("nm-1"))
        tx.entries.add("T1", entry("nm-2"))
        seen = tx.workspaces.get("T1").entries_version
        assert list(tx.entries.changed_since("T1", seen)) == []
    with store.unit_of_work.write() as tx:
        tx.entries.update("T1", entry("nm-1").changed(state=EntryState.RETIRED))
        tx.entries.add("T1", entry("nm-3"))
    with store.unit_of_work.read() as tx:
        assert tx.workspaces.get("T1").entries_version == seen + 2
        changed = tx.entries.changed_since("T1", seen)
        assert [(each.id, each.version) for each in changed] == [("nm-1", 2), ("nm-3", 1)]
        assert [each.id for each in tx.entries.changed_since("T1", 0)] == ["nm-2", "nm-1", "nm-3"]


def test_a_rolled_back_change_raises_nothing(store: AnyStore) -> None:
    with rolled_back(store) as tx:
        tx.entries.add("T1", entry(""))
    with store.unit_of_work.write() as tx:
        assert tx.workspaces.get("T1").entries_version == 0
        assert tx.entries.add("T1", entry("")).id == "nm-1"


def test_what_no_database_stores_is_replaced_not_refused(store: AnyStore) -> None:
    """NUL and lone surrogates come in with announcements; they must not end in an error."""
    odd = entry("nm-1", action="restart \x00 \ud83d pay", created=NOW)
    with store.unit_of_work.write() as tx:
        tx.entries.add("T1", odd)
        stored = tx.entries.get("T1", "nm-1")
    assert stored is not None
    assert stored.action.startswith("restart ")
    assert stored.action.endswith(" pay")
