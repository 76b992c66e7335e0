"""Announcements: found by id, place, key, thread and hold; and how entries did in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.application.records.fires import Fires
from bot.domain.action import Place
from bot.domain.decision import Effect
from bot.domain.entry import Severity, WrongMatch
from bot.domain.errors import Conflict
from bot.domain.hold import HoldState
from tests.contract.conftest import AnyStore
from tests.contract.samples import HOUR, MINUTE, NOW, entry, hold, judged, match


def test_an_announcement_comes_back_whole(store: AnyStore) -> None:
    whole = judged(
        hold_id="hold-1", agent="deployer", idempotency_key="key-1", superseded_by="act-9"
    )
    bare = judged("act-2", channel=None, ts=None, matches=(), near_misses=(), alerts=(), planned=())
    with store.unit_of_work.write() as tx:
        tx.announcements.add(whole)
        tx.announcements.add(bare)
    with store.unit_of_work.read() as tx:
        assert tx.announcements.get("T1", "act-1") == whole
        assert tx.announcements.get("T1", "act-2") == bare
        assert tx.announcements.get("T1", "act-3") is None


def test_an_update_stores_what_became_of_it_and_nothing_else(store: AnyStore) -> None:
    became = replace(
        judged(),
        hold_id="hold-1",
        superseded_by="act-2",
        withdrawn=True,
        effect=Effect.WARN,
        reason="kept",
    )
    with store.unit_of_work.write() as tx:
        tx.announcements.add(judged())
        tx.announcements.update(replace(became, digest="x", headline="other", matches=()))
    with store.unit_of_work.read() as tx:
        assert tx.announcements.get("T1", "act-1") == became


def test_the_latest_judgement_stands_for_a_message(store: AnyStore) -> None:
    """Two judgements of the same moment count in the order in which they were stored."""
    with store.unit_of_work.write() as tx:
        tx.announcements.add(judged("act-2"))
        tx.announcements.add(judged("act-1"))
        tx.announcements.add(judged("act-3", judged_at=NOW - HOUR))
        tx.announcements.add(judged("act-4", ts="100.2", judged_at=NOW + HOUR))
        tx.announcements.add(judged("act-5", channel="C2", judged_at=NOW + HOUR))
        tx.announcements.add(judged("act-6", agent="deployer", judged_at=NOW + HOUR))
        found = tx.announcements.at_place(Place("T1", "C1", "100.1"))
        assert found is not None
        assert found.id == "act-1"
        assert tx.announcements.at_place(Place("T1", "C1", None)) is None
        assert tx.announcements.at_place(Place("T1", "C1", "100.9")) is None


def test_an_idempotency_key_is_one_agents_and_used_once(store: AnyStore) -> None:
    first = judged("act-1", agent="deployer", idempotency_key="key-1")
    with store.unit_of_work.write() as tx:
        tx.announcements.add(first)
        tx.announcements.add(judged("act-2", agent="other", idempotency_key="key-1"))
        tx.announcements.add(judged("act-3", agent="deployer"))
        tx.announcements.add(judged("act-4", agent="deployer"))
    with pytest.raises(Conflict), store.unit_of_work.write() as tx:
        tx.announcements.add(judged("act-5", agent="deployer", idempotency_key="key-1"))
    with store.unit_of_work.read() as tx:
        assert tx.announcements.by_idempotency_key("T1", "deployer", "key-1") == first
        assert tx.announcements.by_idempotency_key("T1", "deployer", "key-2") is None
        assert tx.announcements.get("T1", "act-5") is None


def test_a_thread_holds_its_parent_and_the_current_replies(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.announcements.add(judged("reply", ts="100.5", thread_ts="100.1", judged_at=NOW + MINUTE))
        tx.announcements.add(judged("parent"))
        tx.announcements.add(judged("edited", superseded_by="parent"))
        tx.announcements.add(judged("elsewhere", ts="200.1"))
        tx.announcements.add(judged("other channel", channel="C2"))
        tx.announcements.add(judged("gate", ts=None, thread_ts=None))
        found = tx.announcements.in_thread("T1", "C1", "100.1")
        assert [each.id for each in found] == ["parent", "reply"]


def test_a_hold_knows_who_opened_and_who_joined_it(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.announcements.add(judged("joined", hold_id="hold-1", judged_at=NOW + MINUTE))
        tx.announcements.add(judged("opened", hold_id="hold-1"))
        tx.announcements.add(judged("other", hold_id="hold-2"))
        found = tx.announcements.of_hold("T1", "hold-1")
        assert [each.id for each in found] == ["opened", "joined"]


def test_a_warning_is_remembered_for_its_digest_and_channel(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.announcements.add(judged("warned", effect=Effect.WARN, key="w"))
        tx.announcements.add(judged("held", effect=Effect.HOLD, key="h"))

        def warned(channel: str, key: str, since: float, but: str = "me") -> bool:
            return tx.announcements.warned_since("T1", channel, key, NOW + since * MINUTE, but)

        assert warned("C1", "w", 0)
        assert warned("C1", "w", -30)
        assert not warned("C1", "w", 1)
        assert not warned("C2", "w", -30)
        assert not warned("C1", "h", -30)
        assert not warned("C1", "w", -30, but="warned")


def test_the_newest_come_first_up_to_a_limit(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        for minute, name in ((2, "b"), (1, "a"), (2, "c"), (-1, "too old")):
            tx.announcements.add(judged(name, judged_at=NOW + minute * MINUTE))
        found = tx.announcements.since("T1", NOW, 10)
        assert [each.id for each in found] == ["c", "b", "a"]
        assert [each.id for each in tx.announcements.since("T1", NOW, 2)] == ["c", "b"]


def test_the_anomalies_are_found_among_the_rest_and_all_are_counted(store: AnyStore) -> None:
    alert = (match(severity=Severity.ALERT),)
    with store.unit_of_work.write() as tx:
        for minute, name in ((-1, "too old"), (0, "first"), (1, "quiet"), (2, "last")):
            alerts = () if name == "quiet" else alert
            at = NOW + minute * MINUTE
            tx.announcements.add(judged(name, judged_at=at, matches=(match(),), alerts=alerts))
        found = tx.announcements.alerted_since("T1", NOW, 10)
        assert [each.id for each in found] == ["last", "first"]
        assert [each.id for each in tx.announcements.alerted_since("T1", NOW, 1)] == ["last"]
        assert tx.announcements.count_since("T1", NOW) == 3
        assert tx.announcements.alerted_since("T2", NOW, 10) == []
        assert tx.announcements.count_since("T2", NOW) == 0


def test_an_entry_that_never_matched_has_no_fires(store: AnyStore) -> None:
    with store.unit_of_work.read() as tx:
        assert tx.announcements.fires("T1", "nm-1") == Fires()
        assert tx.announcements.fires_of_all("T1") == {}


def test_fires_count_each_hold_once_and_tell_how_it_ended(store: AnyStore) -> None:
    block, warn, alert = match(), match(severity=Severity.WARN), match(severity=Severity.ALERT)
    ends = (HoldState.RELEASED, HoldState.RELEASED, HoldState.KEPT, HoldState.EXPIRED)
    with store.unit_of_work.write() as tx:
        tx.entries.add("T1", entry("nm-1"))
        for number, state in enumerate((*ends, HoldState.PENDING, HoldState.VOIDED)):
            tx.holds.add(hold(f"h{number}", digest=str(number), state=state))
            for repeat in range(3):
                tx.announcements.add(
                    judged(f"a{number}.{repeat}", hold_id=f"h{number}", matches=(block,), alerts=())
                )
        rest = {
            "said": {"effect": Effect.WARN, "matches": (block,)},
            "twice": {"effect": Effect.WARN, "matches": (warn, block)},
            "beside": {"effect": Effect.HOLD, "hold_id": "h0", "matches": (match("nm-2"),)},
            "anomaly": {"effect": Effect.ALLOW, "matches": (), "alerts": (alert,)},
            "last": {"effect": Effect.HOLD, "matches": (warn,), "judged_at": NOW + HOUR},
        }
        for name, values in rest.items():
            tx.announcements.add(judged(name, ts=f"7.{name}", **{"alerts": (), **values}))
    expected = Fires(
        fired=10,
        held=6,
        warned=3,
        released=2,
        kept=1,
        expired=1,
        wrong=1,
        last_at=NOW + HOUR,
        last_channel="C1",
        last_ts="7.last",
    )
    with store.unit_of_work.read() as tx:
        assert tx.announcements.fires("T1", "nm-1") == expected
        assert tx.announcements.fires("T1", "nm-2").held == 1
        placeless = {"last_channel": None, "last_ts": None}
        assert tx.announcements.fires_of_all("T1") == {
            name: replace(tx.announcements.fires("T1", name), **placeless)
            for name in ("nm-1", "nm-2")
        }
        assert tx.announcements.fires_of_all("T2") == {}
        earlier = tx.announcements.fires("T1", "nm-1", before=NOW + HOUR)
        assert (earlier.fired, earlier.warned, earlier.last_at) == (9, 2, NOW)
        assert tx.announcements.fires("T1", "nm-1", before=NOW).fired == 0


def test_fires_by_week_count_what_people_saw(store: AnyStore) -> None:
    week = 7 * 24 * HOUR
    wrong = (WrongMatch("d", 1, "U1", NOW), WrongMatch("e", 1, "U1", NOW - 2 * week))
    with store.unit_of_work.write() as tx:
        tx.entries.add("T1", entry("nm-1", exceptions=wrong))
        for number, (state, opened) in enumerate(
            [
                (HoldState.RELEASED, NOW),
                (HoldState.KEPT, NOW),
                (HoldState.KEPT, NOW - HOUR),
                (HoldState.EXPIRED, NOW - week),
                (HoldState.KEPT, NOW - 3 * week),
                (HoldState.PENDING, NOW),
                (HoldState.VOIDED, NOW),
            ]
        ):
            tx.holds.add(hold(f"h{number}", digest=str(number), state=state, opened_at=opened))
        tx.announcements.add(judged("w", effect=Effect.WARN, alerts=()))
        tx.announcements.add(judged("held", effect=Effect.HOLD, alerts=()))
        anomalies = (match("nm-3", Severity.ALERT), match("nm-4", Severity.ALERT))
        tx.announcements.add(judged("a", effect=Effect.ALLOW, alerts=anomalies))
        tx.announcements.add(
            judged("old", effect=Effect.WARN, judged_at=NOW - 3 * week, alerts=anomalies)
        )
    with store.unit_of_work.read() as tx:
        assert list(tx.announcements.fires_by_week("T1", NOW - 10 * 24 * HOUR)) == [
            ("2026-W47", "expired", 1),
            ("2026-W48", "alert", 1),
            ("2026-W48", "kept", 2),
            ("2026-W48", "released", 1),
            ("2026-W48", "warned", 1),
            ("2026-W48", "wrong", 1),
        ]
