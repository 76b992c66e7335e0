"""Holds end once, permits are spent once, outcomes come back as reported."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.application.records.announcement import ReportedOutcome
from bot.domain.errors import Conflict
from bot.domain.hold import Hold, HoldState
from bot.domain.outcome import Outcome
from tests.contract.conftest import AnyStore
from tests.contract.samples import HOUR, MINUTE, NOW, hold, permit


def ended(one: Hold, state: HoldState = HoldState.RELEASED, at: float = 1) -> Hold:
    return replace(one, state=state, ended_by="U1", ended_at=NOW + at * MINUTE)


def test_a_hold_comes_back_whole(store: AnyStore) -> None:
    bare = Hold("hold-2", "T1", None, "e" * 64, (), NOW, NOW + HOUR)
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold())
        tx.holds.add(bare)
    with store.unit_of_work.read() as tx:
        assert tx.holds.get("T1", "hold-1") == hold()
        assert tx.holds.get("T1", "hold-2") == bare
        assert tx.holds.get("T1", "hold-3") is None


def test_a_pending_hold_changes_until_it_ends_and_then_no_more(store: AnyStore) -> None:
    asked = replace(hold(), asked=5, also=("x",), revision=9, approved_by=("U1", "U2"))
    released = replace(ended(asked), end_reason="fine", went_ahead=True, reminded=True)
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold())
        assert tx.holds.update_pending(asked)
        assert tx.holds.update_pending(released)
        assert not tx.holds.update_pending(ended(hold(), HoldState.KEPT))
        assert not tx.holds.update_pending(hold("hold-7"))
    with store.unit_of_work.read() as tx:
        assert tx.holds.get("T1", "hold-1") == released


def test_an_ended_hold_takes_only_a_reason_and_that_it_went_ahead(store: AnyStore) -> None:
    kept = ended(hold(), HoldState.KEPT)
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold())
        tx.holds.update_pending(kept)
        tx.holds.annotate(replace(hold(), end_reason="not at peak", went_ahead=True, asked=99))
        assert tx.holds.get("T1", "hold-1") == replace(
            kept, end_reason="not at peak", went_ahead=True
        )


@pytest.mark.parametrize("channel", ["C1", None])
def test_a_digest_is_pending_once_in_a_channel(store: AnyStore, channel: str | None) -> None:
    """A card that cannot be posted has no channel; its hold is one too."""
    first, second = hold("hold-1", channel=channel), hold("hold-2", channel=channel)
    with store.unit_of_work.write() as tx:
        tx.holds.add(first)
        tx.holds.add(hold("elsewhere", channel="C2"))
        tx.holds.add(hold("another", channel=channel, digest="other"))
    with pytest.raises(Conflict), store.unit_of_work.write() as tx:
        tx.holds.add(second)
    with store.unit_of_work.write() as tx:
        assert tx.holds.pending("T1", channel, first.digest) == first
        assert tx.holds.pending("T1", "C9", first.digest) is None
        tx.holds.update_pending(ended(first))
        assert tx.holds.pending("T1", channel, first.digest) is None
        tx.holds.add(second)
        assert tx.holds.pending("T1", channel, first.digest) == second


def test_a_conflict_leaves_the_transaction_usable(store: AnyStore) -> None:
    """Who comes second looks the pending hold up and joins it, in the same transaction."""
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold())
        with pytest.raises(Conflict):
            tx.holds.add(hold("hold-2"))
        assert tx.holds.pending("T1", "C1", hold().digest) == hold()
        assert tx.holds.update_pending(replace(hold(), asked=3))
    with store.unit_of_work.read() as tx:
        assert tx.holds.get("T1", "hold-1") == replace(hold(), asked=3)


def test_the_latest_kept_hold_answers_a_repeat(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        for name, state, at in (
            ("k1", HoldState.KEPT, 1),
            ("k3", HoldState.KEPT, 3),
            ("k2", HoldState.KEPT, 2),
            ("r4", HoldState.RELEASED, 4),
        ):
            tx.holds.add(hold(name))
            assert tx.holds.update_pending(ended(hold(name), state, at))

        def kept(channel: str | None, digest: str, since: float) -> str | None:
            found = tx.holds.kept_since("T1", channel, digest, NOW + since * MINUTE)
            return found.id if found else None

        digest = hold().digest
        assert kept("C1", digest, -60) == "k3"
        assert kept("C1", digest, 3) == "k3"
        assert kept("C1", digest, 3.5) is None
        assert kept("C2", digest, -60) is None
        assert kept(None, digest, -60) is None
        assert kept("C1", "other", -60) is None


def test_open_holds_come_oldest_first(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.holds.add(hold("b", digest="1", opened_at=NOW + MINUTE))
        tx.holds.add(hold("a", digest="2"))
        tx.holds.add(hold("c", digest="3", channel="C2", opened_at=NOW - MINUTE))
        tx.holds.add(hold("over", digest="4", state=HoldState.VOIDED))
        assert [each.id for each in tx.holds.open("T1")] == ["c", "a", "b"]
        assert [each.id for each in tx.holds.open("T1", "C1")] == ["a", "b"]


def test_holds_fall_due_at_half_their_life_and_at_its_end(store: AnyStore) -> None:
    def due(minutes: float) -> list[str]:
        with store.unit_of_work.read() as tx:
            return [each.id for each in tx.holds.due(NOW + minutes * MINUTE)]

    with store.unit_of_work.write() as tx:
        tx.holds.add(hold("fresh"))
        tx.holds.add(hold("reminded", team="T2", reminded=True))
        tx.holds.add(hold("over", digest="3", state=HoldState.KEPT))
    assert due(14.9) == []
    assert due(15) == ["fresh"]
    assert due(29.9) == ["fresh"]
    assert due(30) == ["fresh", "reminded"]
    with store.unit_of_work.write() as tx:
        tx.holds.update_pending(hold("fresh", reminded=True))
    assert due(29.9) == []


def test_a_permit_is_spent_once(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.permits.issue("T1", permit())
        assert tx.permits.get("T1", "act-1") == permit()
        assert tx.permits.get("T1", "act-2") is None
        assert tx.permits.spend("T1", permit(), NOW + MINUTE)
        assert not tx.permits.spend("T1", permit(), NOW + 2 * MINUTE)
    with store.unit_of_work.read() as tx:
        assert tx.permits.get("T1", "act-1") == replace(permit(), spent_at=NOW + MINUTE)


def test_a_new_permit_takes_the_place_of_the_old_one(store: AnyStore) -> None:
    newer = permit(token="token-2")
    with store.unit_of_work.write() as tx:
        tx.permits.issue("T1", permit())
        tx.permits.spend("T1", permit(), NOW)
        tx.permits.issue("T1", newer)
        assert tx.permits.get("T1", "act-1") == newer
        assert not tx.permits.spend("T1", permit(), NOW)
        assert tx.permits.spend("T1", newer, NOW)


def test_outcomes_come_back_as_reported_oldest_first(store: AnyStore) -> None:
    first = ReportedOutcome("act-1", Outcome(ok=True), NOW)
    second = ReportedOutcome(
        "act-1",
        Outcome(False, 2**40, "boom \x1b[0m", {"5xx": 1.5}, {"5xx": 90.25}, "worse"),
        NOW - HOUR,
        lesson="5xx went up",
        entry_id="nm-4",
    )
    with store.unit_of_work.write() as tx:
        for outcome in (first, second, replace(first, action_id="act-2")):
            tx.outcomes.add("T1", outcome)
        assert list(tx.outcomes.of("T1", "act-1")) == [first, second]
