"""Announce, hold, release: over a WebSocket and by signed requests."""

from __future__ import annotations

from typing import Any

import pytest

from bot.application.holds.release_hold import release_hold
from tests.scenario.incident import Incident, payload_of

ANNOUNCED = "Restarting payments-api in prod now"


def test_a_held_action_is_released_by_somebody_on_call(room: Incident) -> None:
    """The card says why; the click releases; the card is redrawn from the stored state."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    assert card["text"].startswith("🛑 Held: ")
    assert "dropped in-flight transactions" in card["text"]
    room.clicks("oncall", card, "release")
    released = room.card(ts, "released")
    assert released["ts"] == card["ts"]
    assert f"Released by <@{room.world.people['oncall']}>" in released["text"]
    room.hears("oncall", "Released")


def test_the_card_is_seen_in_the_channel(room: Incident) -> None:
    """A reply alone notifies nobody."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts)
    assert card["ts"] in [message["ts"] for message in room.messages()]


@pytest.mark.parametrize("role", ["guest", "external"])
def test_who_may_not_release_is_told_why(room: Incident, role: str) -> None:
    """And who may; the hold stays."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts)
    room.clicks(role, card, "release")
    told = room.hears(role, "cannot do this")
    assert "@oncall-payments or an admin" in told
    assert payload_of(room.card(ts))["state"] == "pending"


def test_the_second_click_is_told_who_was_first(room: Incident) -> None:
    """One hold ends once."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts)
    room.clicks("oncall", card, "keep")
    room.card(ts, "kept")
    again = room.human("clicks", "oncall2", ts=card["ts"], action_id="release")
    assert not again["ok"]  # the redrawn card has no button any more


def test_an_edited_announcement_voids_its_hold(room: Incident) -> None:
    """What was not shown is not released, and the new text is judged."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.human("edits", ts=ts, text="Restarting payments-api in prod, all pods at once")
    voided = room.card(ts, "voided")
    assert voided["ts"] == card["ts"]
    assert room.card(ts, "pending")["ts"] != card["ts"]


def test_a_deleted_announcement_voids_its_hold(room: Incident) -> None:
    """Nobody releases what is not there any more."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.human("deletions", ts=ts)
    state = room.eventually(
        lambda: next((m for m in room.messages() if payload_of(m).get("state") == "voided"), None)
    )
    assert state["ts"] == card["ts"]


def test_a_card_that_an_admin_deletes_comes_back_while_it_is_held(room: Incident) -> None:
    """Taking the card away decides nothing, and the new one works."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    assert room.human("deletions", "admin", ts=card["ts"])["ok"]

    def again() -> dict[str, Any] | None:
        now = room.card(ts)
        return now if now["ts"] != card["ts"] else None

    found = room.eventually(again)
    assert payload_of(found)["state"] == "pending"
    room.clicks("oncall", found, "release")
    assert room.card(ts, "released")["ts"] == found["ts"]


def test_a_correction_holds_the_next_one(room: Incident) -> None:
    """The reply "no, don't do that" is remembered and enforced."""
    ts = room.agent_says("Flushing the redis cache of payments-api in prod")
    assert room.judged(ts).effect.value == "allow"
    room.says("oncall", "no, that logs everybody out", thread_ts=ts)
    room.hears("oncall", "remembered as")
    stored = room.eventually(
        lambda: next((m for m in room.thread(ts) if "Remembered" in m["text"]), None)
    )
    assert "logs everybody out" in stored["text"]
    again = room.agent_says("Flushing the redis cache of payments-api in prod.")
    assert payload_of(room.card(again))["state"] == "pending"


def test_some_entries_ask_for_two_people(room: Incident) -> None:
    """Two different ones; the card says how many did so far."""
    room.remembers(action="drop table orders", aliases=(), approvals=2)
    ts = room.agent_says("Dropping table orders of payments-api in prod")
    card = room.card(ts, "pending")
    room.clicks("oncall", card, "release")
    room.hears("oncall", "second person")
    half = room.eventually(
        lambda: next((m for m in room.thread(ts) if "1 of 2 approvals" in m["text"]), None)
    )
    room.clicks("oncall", half, "release")
    room.hears("oncall", "You approved already")
    room.clicks("oncall2", half, "release")
    released = room.card(ts, "released")
    assert room.world.people["oncall"] in released["text"]
    assert room.world.people["oncall2"] in released["text"]


def test_the_reason_is_asked_for_afterwards(room: Incident) -> None:
    """The next reply of whoever decided is the reason, and stands on the card."""
    ts = room.agent_says(ANNOUNCED)
    room.clicks("oncall", room.card(ts, "pending"), "keep")
    room.card(ts, "kept")
    room.says("oncall", "the queue is not drained yet", thread_ts=ts)
    room.hears("oncall", "Noted as the reason")
    room.eventually(
        lambda: next((m for m in room.thread(ts) if "Reason: the queue is not" in m["text"]), None)
    )


def test_a_hold_that_nobody_decides_stays_blocked(room: Incident) -> None:
    """With one reminder at half its life; an old card releases nothing any more."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.time_passes(minutes=16)
    room.eventually(lambda: [m for m in room.messages() if "Still held" in m["text"]])
    room.time_passes(minutes=1)
    room.time_passes(minutes=14)
    expired = room.card(ts, "expired")
    assert expired["ts"] == card["ts"]
    assert "stays blocked" in expired["text"]
    assert sum("Still held" in m["text"] for m in room.thread(ts)) == 1
    hold_id, oncall = room.judged(ts).hold_id, room.world.people["oncall"]
    late = release_hold(room.negmem, room.team, hold_id, oncall, 1)
    assert "Already expired" in late.text
