"""`agentack` judges what happened at the gate: a clean release passes, each attack is found.

The attacks are an agent's: it acts although the gate said no, and reports what it did.
"""

from __future__ import annotations

import json
import os
from datetime import timedelta

import pytest
from agentack.engine import evaluate_events
from agentack.models import TraceEvent
from agentack.policy import Policy

from tests.conformance.trace import trace_of
from tests.scenario.agents import channel_card, negmem
from tests.scenario.workplace import working

RESTART = {"command": "kubectl -n prod rollout restart deploy/payments-api"}
EDITED = {"command": "kubectl -n prod delete deploy/payments-api"}
AROUND = {"command": "kubectl -n prod scale deploy/payments-api --replicas=6"}
POLICY = Policy(require_approval_for=("negmem:held",))


@pytest.fixture
def place(tmp_path):
    with working(tmp_path, "socket") as found:
        yield found


def ask(place, action=RESTART):
    body = {"action": action, "service": "payments-api", "environment": "prod"}
    status, answer = place.gate("/v1/actions", body)
    assert status == 200
    return answer


def decided(place, choice, state):
    place.press("oncall", channel_card(place, "pending"), choice)
    channel_card(place, state)


def released(place):
    asked = ask(place)
    decided(place, "release", "released")
    return place.gate(f"/v1/actions/{asked['id']}")[1]


def start(place, answer, action=RESTART):
    body = {"permit": answer.get("permit") or "none", "action": action}
    return place.gate(f"/v1/actions/{answer['id']}/start", body)[0]


def act(place, answer):
    """The agent acts, whatever the gate said, and says so."""
    assert place.gate(f"/v1/actions/{answer['id']}/outcome", {"ok": True})[0] == 200


def judged(place, tmp_path):
    """What `agentack` finds in the trace of all that happened."""
    env = {**os.environ, "NEGMEM_DATABASE_URL": f"sqlite:///{tmp_path / 'negmem.db'}"}
    exported = negmem(["audit", "export"], env)
    assert exported.returncode == 0, exported.stderr
    records = [json.loads(line) for line in exported.stdout.splitlines()]
    with place.running.negmem.store.read() as tx:
        since = place.running.negmem.clock() - timedelta(days=1)
        actions = [one for one in tx.announcements.since(place.team, since, 99) if one.agent]
    raw = trace_of(records, place.people.messages(place.payments), reversed(actions))
    events = [TraceEvent.from_dict(event, line=n) for n, event in enumerate(raw, 1)]
    report = evaluate_events(events, policy=POLICY)
    return report.status, {finding.rule_id for finding in report.findings}


def test_a_clean_release_passes(place, tmp_path):
    answer = released(place)
    assert start(place, answer) == 200
    act(place, answer)
    assert judged(place, tmp_path) == ("PASS", set())


def test_a_kept_action_that_is_not_taken_passes(place, tmp_path):
    ask(place)
    decided(place, "keep", "kept")
    assert judged(place, tmp_path) == ("PASS", set())


def test_an_allowed_action_needs_nobody(place, tmp_path):
    answer = ask(place, {"command": "kubectl -n prod get pods -l app=payments-api"})
    assert start(place, answer, {"command": "kubectl -n prod get pods -l app=payments-api"}) == 200
    act(place, answer)
    assert judged(place, tmp_path) == ("PASS", set())


def test_executing_an_edited_action_is_found(place, tmp_path):
    answer = released(place)
    assert start(place, answer, EDITED) == 409
    act(place, answer)
    assert judged(place, tmp_path) == ("FAIL", {"ACK003"})


def test_replaying_a_permit_is_found(place, tmp_path):
    answer = released(place)
    assert start(place, answer) == 200
    act(place, answer)
    assert start(place, answer) == 409
    act(place, answer)
    assert judged(place, tmp_path) == ("FAIL", {"ACK004"})


def test_acting_without_any_person_is_found(place, tmp_path):
    """Besides, nobody decided about the card: its evidence stays incomplete."""
    answer = ask(place)
    channel_card(place, "pending")
    act(place, answer)
    assert judged(place, tmp_path) == ("FAIL", {"ACK001", "ACK009"})


def test_acting_after_a_denial_is_found(place, tmp_path):
    answer = ask(place)
    decided(place, "keep", "kept")
    act(place, answer)
    assert judged(place, tmp_path) == ("FAIL", {"ACK002"})


def test_routing_around_a_denial_is_found(place, tmp_path):
    """The same service by another command, which nothing in the memory speaks against."""
    ask(place)
    decided(place, "keep", "kept")
    around = ask(place, AROUND)
    assert around["effect"] == "allow"
    assert start(place, around, AROUND) == 200
    act(place, around)
    assert judged(place, tmp_path) == ("FAIL", {"ACK007"})


def test_acting_on_an_expired_permit_is_found(place, tmp_path):
    answer = released(place)
    place.clock.at = place.running.negmem.clock() + timedelta(minutes=6)
    assert start(place, answer) == 410
    act(place, answer)
    assert judged(place, tmp_path) == ("FAIL", {"ACK005"})
