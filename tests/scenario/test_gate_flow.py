"""Agent, gate, workspace and people together: one decision, one memory, one card."""

from __future__ import annotations

import threading

import pytest

from bot.domain.audit import AuditEvent, first_break
from tests.scenario.agents import channel_card
from tests.scenario.workplace import WAYS, decision_of, working

RESTART = {"command": "kubectl -n prod rollout restart deploy/payments-api"}
ANNOUNCED = "Restarting payments-api in prod now."


@pytest.fixture(params=WAYS)
def place(tmp_path, request):
    with working(tmp_path, request.param) as found:
        yield found


def ask(place, action=RESTART, **more):
    status, answer = place.gate("/v1/actions", {"action": action, **more})
    assert status == 200, answer
    return answer


def look(place, answer, wait=0):
    return place.gate(f"/v1/actions/{answer['id']}" + (f"?wait={wait}" if wait else ""))[1]


def start(place, answer, action=RESTART):
    return place.gate(f"/v1/actions/{answer['id']}/start",
                      {"permit": answer["permit"], "action": action})  # fmt: skip


def cards(place):
    return [m for m in place.people.messages(place.payments) if "digest" in decision_of(m)]


def test_a_held_call_gets_a_card_and_its_release_wakes_the_waiting_agent(place):
    held = ask(place)
    card = channel_card(place, "pending")
    assert "kubectl -n prod rollout restart deploy/payments-api" in card["text"]
    found = []
    waiter = threading.Thread(target=lambda: found.append(look(place, held, wait=60)))
    waiter.start()
    place.press("guest", card, "release")
    place.told("guest", "Guests cannot do this")
    assert look(place, held)["hold"]["state"] == "pending"
    place.press("oncall", card, "release")
    waiter.join(30)
    (freed,) = found
    assert freed["hold"]["state"] == "released"
    assert freed["hold"]["url"].startswith("http")
    assert start(place, freed)[0] == 200
    assert start(place, freed)[0] == 409


def test_the_same_call_by_two_agents_at_once_is_one_hold(place):
    """However many ask: one card, one click, and each gets a permit of its own."""
    found = []
    threads = [threading.Thread(target=lambda: found.append(ask(place))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    place.press("oncall", channel_card(place, "pending"), "release")
    channel_card(place, "released")
    freed = [look(place, one) for one in found]
    assert len(cards(place)) == 1
    assert len({one["permit"] for one in freed}) == 6


def test_one_permit_is_spent_once_however_many_try(place):
    held = ask(place)
    place.press("oncall", channel_card(place, "pending"), "release")
    channel_card(place, "released")
    freed, found = look(place, held), []
    threads = [
        threading.Thread(target=lambda: found.append(start(place, freed)[0])) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200, 409, 409, 409, 409, 409]


def test_the_same_key_at_once_is_one_action(place):
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(ask(place, idempotency_key="k")))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({one["id"] for one in found}) == 1


def test_a_call_and_its_message_share_one_hold_and_one_card(place):
    """Released once, in the thread of the message."""
    ts = place.announce(ANNOUNCED)
    card = place.card(ts, "pending")
    held = ask(place, announcement={"channel": place.payments, "ts": ts})
    place.people.wait_for(
        lambda: place.thread(ts), lambda m: "kubectl -n prod" in str(m.get("text")), "the command"
    )
    (card,) = cards(place)
    place.press("oncall", card, "release")
    place.card(ts, "released")
    assert start(place, look(place, held))[0] == 200


def test_an_edited_message_voids_the_call_that_belongs_to_it(place):
    ts = place.announce(ANNOUNCED)
    place.card(ts, "pending")
    held = ask(place, announcement={"channel": place.payments, "ts": ts})
    place.people.act("edits", as_app=place.world.agent_app, channel=place.payments, ts=ts,
                     text="Deleting payments-api in prod, all of it.")  # fmt: skip
    place.card(ts, "voided")
    assert look(place, held)["hold"]["state"] == "voided"


def test_keep_after_the_release_is_found_at_the_start(place):
    """The permit was handed out; a person thought better of the same action meanwhile."""
    held = ask(place)
    place.press("oncall", channel_card(place, "pending"), "release")
    channel_card(place, "released")
    freed = look(place, held)
    again = ask(place)
    assert again["id"] != held["id"]
    place.press("oncall2", channel_card(place, "pending"), "keep")
    channel_card(place, "kept")
    status, refused = start(place, freed)
    assert (status, refused["error"]) == (409, "judged_anew")
    assert look(place, {"id": refused["new_id"]})["reason"].startswith("kept by")


def test_what_happened_is_in_one_unbroken_chain_with_the_agents_name(place):
    held = ask(place)
    place.press("oncall", channel_card(place, "pending"), "release")
    channel_card(place, "released")
    start(place, look(place, held))
    place.gate(f"/v1/actions/{held['id']}/outcome", {"ok": True})
    with place.running.negmem.store.read() as tx:
        records = list(tx.audit.records(place.team))
    assert first_break(records) is None
    by_agent = [one.event for one in records if one.actor == "agent:deploy-agent"]
    assert by_agent == [AuditEvent.HELD, AuditEvent.PERMIT_SPENT, AuditEvent.OUTCOME_REPORTED]
