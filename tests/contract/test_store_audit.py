"""The audit records: chained, without gaps, and the same after a round trip."""

from __future__ import annotations

from itertools import pairwise

from bot.domain.audit import GENESIS, AuditEvent, AuditRecord, first_break
from tests.contract.conftest import AnyStore, rolled_back
from tests.contract.samples import NOW, hold


def append(store: AnyStore, team: str = "T1", **detail: object) -> AuditRecord:
    with store.unit_of_work.write() as tx:
        tx.audit.append(team, "U1", AuditEvent.HELD, "hold-1", detail, NOW)
    with store.unit_of_work.read() as tx:
        return list(tx.audit.records(team))[-1]


def test_records_come_back_as_they_were_chained(store: AnyStore) -> None:
    written = [append(store, number=number) for number in range(3)]
    with store.unit_of_work.read() as tx:
        assert list(tx.audit.records("T1")) == written
    assert [record.seq for record in written] == [1, 2, 3]
    assert written[0].previous == GENESIS
    assert all(after.previous == before.hash for before, after in pairwise(written))


def test_two_records_of_one_transaction_follow_each_other(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.audit.append("T1", "U1", AuditEvent.KEPT, "hold-1", {}, NOW)
        tx.audit.append("T2", "U1", AuditEvent.KEPT, "hold-1", {}, NOW)
        assert [record.seq for record in tx.audit.records("T1")] == [1]
        tx.audit.append("T1", "U1", AuditEvent.KEPT, "hold-2", {}, NOW)
    with store.unit_of_work.read() as tx:
        first, second = tx.audit.records("T1")
        (other,) = tx.audit.records("T2")
    assert (first.seq, other.seq, second.seq) == (1, 1, 2)
    assert second.previous == first.hash


def test_whatever_the_detail_the_chain_holds_after_a_round_trip(store: AnyStore) -> None:
    append(
        store,
        text="Zürich \x00 \ud83d 🛑",
        number=1.0,
        big=10**30,
        infinite=float("inf"),
        pair=(1, 2),
        nested={"b": [None, True], "a": {9: "nine", 10: "ten"}},
    )
    append(store)
    with store.unit_of_work.read() as tx:
        assert first_break(tx.audit.records("T1")) is None


def test_many_records_come_in_order(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        for number in range(1101):
            tx.audit.append("T1", "U1", AuditEvent.HELD, f"hold-{number}", {}, NOW)
    with store.unit_of_work.read() as tx:
        records = list(tx.audit.records("T1"))
    assert [record.seq for record in records] == list(range(1, 1102))
    assert first_break(records) is None


def test_the_latest_records_about_one_subject_come_in_order(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        for number in range(9):
            for team in ("T1", "T2"):
                detail: dict[str, object] = {"number": number}
                tx.audit.append(team, "U1", AuditEvent.HELD, f"nm-{number % 2}", detail, NOW)
        found = tx.audit.about("T1", "nm-0", 3)
    assert [record.detail["number"] for record in found] == [4, 6, 8]
    assert {record.team for record in found} == {"T1"}
    with store.unit_of_work.read() as tx:
        assert len(tx.audit.about("T1", "nm-1", 10)) == 4
        assert tx.audit.about("T1", "nm-2", 10) == []


def test_a_rolled_back_change_leaves_no_record(store: AnyStore) -> None:
    """The record is in the same transaction as what it tells of."""
    with rolled_back(store) as tx:
        tx.holds.add(hold())
        tx.audit.append("T1", "A1", AuditEvent.HELD, "hold-1", {}, NOW)
    assert append(store).seq == 1
    with store.unit_of_work.read() as tx:
        assert tx.holds.get("T1", "hold-1") is None
