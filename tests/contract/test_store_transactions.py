"""A transaction happens wholly or not at all, and its signals go out once it has happened."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, Queue

import pytest
from sqlalchemy import text

from bot.application.ports.store import EVERY_TOPIC, Signals
from bot.domain.errors import MemoryUnavailable
from bot.storage import Store, open_store
from tests.contract.conftest import AnyStore, TakenBackError, rolled_back
from tests.contract.samples import NOW, entry, hold, judged, permit, post

PATIENCE = 10.0


class Heard:
    """The topics that a listener was called with, in order."""

    def __init__(self, signals: Signals) -> None:
        self._queue: Queue[str] = Queue()
        self.end: Callable[[], None] = signals.subscribe(self._queue.put)

    def next(self) -> str:
        return self._queue.get(timeout=PATIENCE)

    def nothing(self) -> bool:
        try:
            self._queue.get_nowait()
        except Empty:
            return True
        return False


def signal(store: AnyStore, *topics: str) -> None:
    with store.unit_of_work.write() as tx:
        for topic in topics:
            tx.signal(topic)


def test_what_raises_inside_comes_out_and_leaves_nothing(store: AnyStore) -> None:
    def change_everything() -> None:
        with store.unit_of_work.write() as tx:
            tx.entries.add("T1", entry())
            tx.announcements.add(judged())
            tx.holds.add(hold())
            tx.permits.issue("T1", permit())
            tx.outbox.add(post())
            raise TakenBackError

    with pytest.raises(TakenBackError):
        change_everything()
    with store.unit_of_work.read() as tx:
        assert list(tx.entries.all("T1")) == []
        assert tx.announcements.get("T1", "act-1") is None
        assert tx.holds.get("T1", "hold-1") is None
        assert tx.permits.get("T1", "act-1") is None
        assert tx.outbox.get("post-1") is None


def test_a_reader_sees_one_moment(store: AnyStore) -> None:
    with store.unit_of_work.read() as reader:
        assert list(reader.entries.all("T1")) == []
        with store.unit_of_work.write() as writer:
            writer.entries.add("T1", entry())
        assert list(reader.entries.all("T1")) == []
    with store.unit_of_work.read() as reader:
        assert len(reader.entries.all("T1")) == 1


def test_a_writer_sees_its_own_changes(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold())
        assert tx.holds.get("T1", "hold-1") == hold()


def test_a_signal_wakes_once_it_is_committed(store: AnyStore) -> None:
    heard = Heard(store.signals)
    with store.unit_of_work.write() as tx:
        tx.signal("hold:1")
        tx.signal("hold:1")
        assert heard.nothing()
    assert heard.next() == "hold:1"
    signal(store, "outbox", "hold:2")
    assert [heard.next(), heard.next()] == ["outbox", "hold:2"]
    assert heard.nothing()
    heard.end()


def test_a_signal_of_a_rolled_back_transaction_wakes_nobody(store: AnyStore) -> None:
    heard = Heard(store.signals)
    with rolled_back(store) as tx:
        tx.signal("never")
    signal(store, "later")
    assert heard.next() == "later"
    heard.end()


def test_who_has_ended_its_subscription_hears_nothing(store: AnyStore) -> None:
    gone, there = Heard(store.signals), Heard(store.signals)
    gone.end()
    gone.end()
    signal(store, "topic")
    assert there.next() == "topic"
    assert gone.nothing()
    there.end()


def test_one_listeners_trouble_is_not_the_others(sql_store: Store) -> None:
    def broken(topic: str) -> None:
        raise RuntimeError(topic)

    end = sql_store.signals.subscribe(broken)
    heard = Heard(sql_store.signals)
    signal(sql_store, "topic")
    assert heard.next() == "topic"
    end()
    heard.end()


def test_a_signal_wakes_other_replicas_and_each_once(sql_store: Store) -> None:
    """Another store on the same database stands for another process."""
    other = open_store(sql_store.engine.url.render_as_string(hide_password=False))
    here, there = Heard(sql_store.signals), Heard(other.signals)
    signal(sql_store, "from here with spaces")
    assert [here.next(), there.next()] == ["from here with spaces"] * 2
    signal(other, "from there")
    assert [here.next(), there.next()] == ["from there"] * 2
    assert here.nothing()
    assert there.nothing()
    here.end()
    other.close()


def test_after_a_broken_connection_listeners_look_at_everything(postgres_store: Store) -> None:
    other = open_store(postgres_store.engine.url.render_as_string(hide_password=False))
    heard = Heard(other.signals)
    with postgres_store.engine.begin() as connection:
        killed = connection.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = :query"),
            {"query": "LISTEN negmem"},
        )
        assert all(row[0] for row in killed)
    assert heard.next() == EVERY_TOPIC
    signal(postgres_store, "again")
    assert heard.next() == "again"
    other.close()


def test_a_database_that_goes_away_is_memory_unavailable(postgres_store: Store) -> None:
    def lose_the_connection() -> None:
        with postgres_store.unit_of_work.write() as tx:
            tx.holds.add(hold())
            with postgres_store.engine.begin() as other:
                other.execute(
                    text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE state = 'idle in transaction'"
                    )
                )
            tx.holds.get("T1", "hold-1")

    with pytest.raises(MemoryUnavailable) as caught:
        lose_the_connection()
    assert caught.value.hint
    with postgres_store.unit_of_work.read() as tx:
        assert tx.holds.get("T1", "hold-1") is None


def test_a_database_that_is_none_is_memory_unavailable(sqlite_store: Store) -> None:
    path = sqlite_store.engine.url.database
    assert path is not None
    sqlite_store.engine.dispose()
    for name in (f"{path}-wal", f"{path}-shm", path):
        with open(name, "wb") as file:
            file.write(b"no database at all" * 100)
    with pytest.raises(MemoryUnavailable), sqlite_store.unit_of_work.read() as tx:
        tx.holds.due(NOW)


def test_the_fake_can_be_down_as_well(memory_store: AnyStore) -> None:
    memory_store.down = True  # type: ignore[attr-defined]  # only the fake has it
    for door in (memory_store.unit_of_work.read, memory_store.unit_of_work.write):
        with pytest.raises(MemoryUnavailable), door():
            pass
