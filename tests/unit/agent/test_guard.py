"""Guard against a gate in trouble; `tests/scenario/test_gate_guard.py` runs it as people do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.agent import guard
from bot.agent.guard import main

LATER = (datetime.now(UTC) + timedelta(days=1)).isoformat()  # the whole run may take minutes
HELD = {"id": "act-1", "effect": "hold", "reason": "nm-1: worse",
        "hold": {"state": "pending", "expires_at": LATER, "who_may": "an admin"}}  # fmt: skip
RELEASED = {**HELD, "hold": {**HELD["hold"], "state": "released"}, "permit": "p"}
ALLOWED = {"id": "act-1", "effect": "allow", "permit": "p"}
STARTED = {"id": "act-1", "started": True}
DOWN = {"effect": "hold", "id": None, "reason": "The database cannot be asked.", "hint": "Wait."}


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(guard, "RETRY_SECONDS", 0.01)


@pytest.fixture
def marker(tmp_path):
    return tmp_path / "ran"


def run(marker, *options):
    return main([*options, "--", "touch", str(marker)])


def test_a_gate_that_restarts_meanwhile_is_asked_again(false_gate, marker, capfd):
    """Until the hold's end: a release is not lost with the bot's restart."""
    false_gate.answers = [
        (200, HELD), None, (503, DOWN), (502, b"bad gateway"),
        (200, RELEASED), (200, STARTED), (200, {"lesson": False, "why": ""}),
    ]  # fmt: skip
    assert run(marker) == 0
    assert marker.exists()
    assert "An admin can release it" in capfd.readouterr().err


def test_the_link_to_the_card_is_told_as_soon_as_there_is_one(false_gate, marker, capfd):
    """The card is posted after the gate has answered; each line is told once."""
    linked = {**HELD, "hold": {**HELD["hold"], "url": "https://x.slack.com/archives/C1/p1"}}
    false_gate.answers = [
        (200, HELD), (200, HELD), (200, linked), (200, RELEASED), (200, STARTED),
        (200, {"lesson": False, "why": ""}),
    ]  # fmt: skip
    assert run(marker) == 0
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == len(set(lines))
    assert [line for line in lines if line.endswith("https://x.slack.com/archives/C1/p1")]
    waits = [path.partition("wait=")[2] for _, path, _ in false_gate.requests if "wait=" in path]
    assert waits == [str(guard.CARD_SECONDS), str(guard.CARD_SECONDS), str(guard.WAIT_SECONDS)]


def test_the_end_of_a_hold_is_told_without_its_reason_again(false_gate, marker, capfd):
    kept = {**HELD, "hold": {**HELD["hold"], "state": "kept"}}
    false_gate.answers = [(200, HELD), (200, kept)]
    assert run(marker) == 77
    told = capfd.readouterr().err
    assert told.count("nm-1: worse") == 1
    assert "A person kept it blocked." in told


def test_a_gate_that_cannot_ask_its_database_holds(false_gate, marker, capfd):
    """It was reached, so running without its word is no choice."""
    false_gate.answers = [(503, DOWN)]
    assert run(marker, "--if-unreachable=allow") == 77
    assert not marker.exists()
    assert "The database cannot be asked. Wait." in capfd.readouterr().err


def test_an_unknown_fate_of_the_start_runs_nothing(false_gate, marker):
    """The permit may be spent: running would be without one."""
    false_gate.answers = [(200, ALLOWED), None]
    assert run(marker, "--if-unreachable=allow") == 77
    assert not marker.exists()


def test_a_memory_that_changed_meanwhile_is_asked_again(false_gate, marker):
    anew = {"error": "judged_anew", "message": "changed", "hint": "", "new_id": "act-2"}
    false_gate.answers = [
        (200, ALLOWED), (409, anew), (200, {**ALLOWED, "id": "act-2"}), (200, STARTED),
        (200, {"lesson": False, "why": ""}),
    ]  # fmt: skip
    assert run(marker) == 0
    assert [path for _, path, _ in false_gate.requests][-1] == "/v1/actions/act-2/outcome"


def test_a_memory_that_keeps_changing_is_given_up(false_gate, marker):
    anew = {"error": "judged_anew", "message": "changed", "hint": "", "new_id": "act-1"}
    false_gate.answers = [(200, ALLOWED), *[(409, anew), (200, ALLOWED)] * 20]
    assert run(marker) == 77
    assert not marker.exists()


@pytest.mark.parametrize("state", ["kept", "expired", "voided", "released"])
def test_a_hold_that_ended_without_a_permit_runs_nothing(false_gate, marker, state):
    false_gate.answers = [(200, HELD), (200, {**HELD, "hold": {**HELD["hold"], "state": state}})]
    assert run(marker) == 77
    assert not marker.exists()


def test_an_outcome_that_could_not_be_told_is_told_by_the_next_guard(false_gate, marker):
    told = (200, {"lesson": False, "why": ""})
    false_gate.answers = [(200, ALLOWED), (200, STARTED), (503, DOWN)]
    assert run(marker) == 0
    false_gate.answers = [told, (200, {**ALLOWED, "id": "act-9"}), (200, STARTED), told]
    false_gate.requests.clear()
    assert run(marker) == 0
    assert false_gate.requests[0][1] == "/v1/actions/act-1/outcome"
    assert false_gate.requests[0][2]["ok"]


def test_an_outcome_that_is_lost_is_said(false_gate, marker, tmp_path, capfd):
    """Neither told nor kept: a person has to pass it on."""
    (tmp_path / "state").write_text("no folder")
    false_gate.answers = [(200, ALLOWED), (200, STARTED), (503, DOWN)]
    assert run(marker) == 0
    assert "tell the people on call" in capfd.readouterr().err


def test_what_is_asked_covers_the_words_and_the_host(false_gate, marker, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("KUBECONFIG", raising=False)
    false_gate.answers = [(403, {"error": "not_allowed", "message": "no", "hint": "ask"})]
    assert run(marker, "--service", "cart", "--env", "prod", "--context", "5xx") == 77
    (asked,) = [body for _, _, body in false_gate.requests]
    assert asked["action"] == {
        "command": ["touch", str(marker)], "host_context": {"cwd": str(tmp_path)},
    }  # fmt: skip
    assert (asked["service"], asked["environment"], asked["context"]) == ("cart", "prod", "5xx")
    assert asked["idempotency_key"]
