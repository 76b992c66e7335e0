"""Several threads or processes at once: one winner each time, and a crash loses nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import TypeVar

from bot.application.records.fact import Fact
from bot.application.records.workspace import BreakGlass
from bot.application.team.break_glass import end_break_glass
from bot.domain.audit import AuditEvent, first_break
from bot.domain.errors import Conflict
from bot.domain.hold import HoldState
from bot.storage import Store, open_store
from tests.contract.conftest import AnyStore
from tests.contract.samples import HOUR, MINUTE, NOW, channel, entry, hold, permit, post, review

T = TypeVar("T")
CROWD = 8


def all_at_once(act: Callable[[int], T], crowd: int = CROWD) -> list[T]:
    """What each of the crowd got, having started together."""
    barrier = Barrier(crowd)

    def one(number: int) -> T:
        barrier.wait()
        return act(number)

    with ThreadPoolExecutor(crowd) as pool:
        return list(pool.map(one, range(crowd)))


def test_one_click_ends_a_hold_and_writes_one_record(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold())

    def click(number: int) -> bool:
        with store.unit_of_work.write() as tx:
            found = tx.holds.get("T1", "hold-1")
            assert found is not None
            over = replace(
                found, state=HoldState.RELEASED, ended_by=f"U{number}", ended_at=NOW + MINUTE
            )
            won = tx.holds.update_pending(over)
            if won:
                tx.audit.append("T1", f"U{number}", AuditEvent.RELEASED, "hold-1", {}, NOW)
            return won

    won = all_at_once(click)
    with store.unit_of_work.read() as tx:
        ended = tx.holds.get("T1", "hold-1")
        records = list(tx.audit.records("T1"))
    assert won.count(True) == 1
    assert ended is not None
    assert [record.actor for record in records] == [ended.ended_by] == [f"U{won.index(True)}"]


def test_no_approval_and_no_repeat_is_lost(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold(asked=1, approved_by=()))

    def approve(number: int) -> None:
        with store.unit_of_work.write() as tx:
            found = tx.holds.pending("T1", "C1", hold().digest)
            assert found is not None
            changed = replace(
                found, asked=found.asked + 1, approved_by=(*found.approved_by, f"U{number}")
            )
            assert tx.holds.update_pending(changed)

    all_at_once(approve)
    with store.unit_of_work.read() as tx:
        found = tx.holds.get("T1", "hold-1")
    assert found is not None
    assert (found.asked, len(set(found.approved_by))) == (1 + CROWD, CROWD)


def test_the_same_digest_opens_one_hold(store: AnyStore) -> None:
    def announce(number: int) -> bool:
        with store.unit_of_work.write() as tx:
            if tx.holds.pending("T1", "C1", hold().digest) is not None:
                return False
            try:
                tx.holds.add(hold(f"hold-{number}"))
            except Conflict:
                assert tx.holds.pending("T1", "C1", hold().digest) is not None
                return False
            return True

    assert all_at_once(announce).count(True) == 1


def test_one_replica_reminds(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold())

    def remind(number: int) -> int:
        with store.unit_of_work.write() as tx:
            due = tx.holds.due(NOW + 16 * MINUTE)
            return sum(tx.holds.update_pending(replace(each, reminded=True)) for each in due)

    assert sum(all_at_once(remind)) == 1


def test_a_permit_is_spent_by_one(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.permits.issue("T1", permit())

    def spend(number: int) -> bool:
        with store.unit_of_work.write() as tx:
            return tx.permits.spend("T1", permit(), NOW)

    assert all_at_once(spend).count(True) == 1


def test_a_delivery_and_a_week_are_claimed_by_one(store: AnyStore) -> None:
    def deliver(number: int) -> tuple[bool, bool]:
        with store.unit_of_work.write() as tx:
            first = tx.deliveries.first_time("T1", "Ev1", NOW)
            return first, tx.reviews.claim(review(f"rev-{number}"))

    answers = all_at_once(deliver)
    assert [first for first, _ in answers].count(True) == 1
    assert [claimed for _, claimed in answers].count(True) == 1


def test_entries_get_numbers_of_their_own_and_no_change_is_missed(store: AnyStore) -> None:
    def add(number: int) -> str:
        with store.unit_of_work.write() as tx:
            return tx.entries.add("T1", entry()).id

    ids = all_at_once(add)
    assert sorted(ids) == sorted(f"nm-{number}" for number in range(1, CROWD + 1))
    with store.unit_of_work.read() as tx:
        assert tx.workspaces.get("T1").entries_version == CROWD
        assert [len(tx.entries.changed_since("T1", seen)) for seen in range(CROWD)] == list(
            range(CROWD, 0, -1)
        )


def test_the_chain_holds_whoever_appends(store: AnyStore) -> None:
    def append(number: int) -> None:
        for step in range(3):
            with store.unit_of_work.write() as tx:
                tx.audit.append("T1", f"U{number}", AuditEvent.HELD, f"{step}", {}, NOW)

    all_at_once(append)
    with store.unit_of_work.read() as tx:
        records = list(tx.audit.records("T1"))
    assert len(records) == 3 * CROWD
    assert first_break(records) is None


def test_a_record_that_is_written_early_blocks_nobody_for_good(postgres_store: Store) -> None:
    """One writes its record before it changes a fact, the other after: neither is a victim."""
    both_began = Barrier(2)
    fact = Fact("T1", "payments-api", "prod", "schema", "42", "U1", NOW)

    def change(order: int) -> None:
        with postgres_store.unit_of_work.write() as tx:
            if order:
                tx.facts.put(fact)
            else:
                tx.audit.append("T1", "U1", AuditEvent.FACT_RECORDED, "early", {}, NOW)
            both_began.wait(10)
            if order:
                tx.audit.append("T1", "U1", AuditEvent.FACT_RECORDED, "late", {}, NOW)
            else:
                tx.facts.put(fact)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(change, range(2)))
    with postgres_store.unit_of_work.read() as tx:
        records = list(tx.audit.records("T1"))
    assert {record.subject for record in records} == {"early", "late"}
    assert first_break(records) is None


def test_each_post_is_claimed_by_one_sender(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        for number in range(20):
            tx.outbox.add(post(f"p{number}", channel=f"C{number % 10}"))

    def claim(number: int) -> list[str]:
        with store.unit_of_work.write() as tx:
            return [each.id for each in tx.outbox.claim(["T1"], NOW, NOW + MINUTE, 3)]

    claimed = [each for some in all_at_once(claim) for each in some]
    assert len(claimed) == len(set(claimed))
    assert set(claimed) <= {f"p{number}" for number in range(10)}


def test_replicas_lose_none_of_each_others_changes(sql_store: Store) -> None:
    """Two stores on one database: what was read in a transaction is what is written over."""
    other = open_store(sql_store.engine.url.render_as_string(hide_password=False))
    with sql_store.unit_of_work.write() as tx:
        tx.holds.add(hold(asked=0))

    def ask(number: int) -> None:
        mine = (sql_store, other)[number % 2]
        for _ in range(3):
            with mine.unit_of_work.write() as tx:
                found = tx.holds.get("T1", "hold-1")
                assert found is not None
                tx.holds.update_pending(replace(found, asked=found.asked + 1))

    all_at_once(ask, crowd=4)
    other.close()
    with sql_store.unit_of_work.read() as tx:
        assert tx.holds.get("T1", "hold-1") == hold(asked=12)


CRASH = """
import os, signal, sys
from bot.storage import open_store
from tests.contract.samples import MINUTE, NOW, hold, post

store = open_store(sys.argv[1])
with store.unit_of_work.write() as tx:
    tx.outbox.add(post())
with store.unit_of_work.write() as tx:
    assert tx.outbox.claim(["T1"], NOW, NOW + MINUTE, 9)
with store.unit_of_work.write() as tx:
    tx.holds.add(hold())
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_process_leaves_its_post_to_others_and_no_half_transaction(
    sql_store: Store,
) -> None:
    """Killed between claim and "sent": the post is claimed again once the lease is over."""
    url = sql_store.engine.url.render_as_string(hide_password=False)
    killed = subprocess.run([sys.executable, "-c", CRASH, url], check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    with sql_store.unit_of_work.write() as tx:
        assert tx.holds.get("T1", "hold-1") is None
        assert list(tx.outbox.claim(["T1"], NOW + MINUTE, NOW + 3 * MINUTE, 9)) == []
        claimed = tx.outbox.claim(["T1"], NOW + 2 * MINUTE, NOW + 3 * MINUTE, 9)
        assert [each.id for each in claimed] == ["post-1"]


def test_the_end_of_an_opening_is_said_once(store: AnyStore) -> None:
    """Each replica looks every minute, and two may look at once."""
    opened = channel(break_glass=BreakGlass("U1", "payments are down", NOW, NOW + MINUTE))
    with store.unit_of_work.write() as tx:
        tx.channels.put(opened)

    def end(_: int) -> None:
        with store.unit_of_work.write() as tx:
            end_break_glass(tx, opened, NOW + HOUR)

    all_at_once(end, crowd=4)
    with store.unit_of_work.read() as tx:
        assert [one.event for one in tx.audit.records("T1")] == [AuditEvent.BREAK_GLASS_ENDED]
