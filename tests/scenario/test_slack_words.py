"""What people and agents wrote is shown to the letter and does nothing; what is long is cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.application.team.set_up import store_set_up
from bot.domain.entry import Severity
from tests.scenario.incident import Incident, payload_of

HOSTILE = (
    "<!channel> <@U0ADMIN> <https://evil.example|our runbook> *bold* `code` & https://x.example"
)
ANNOUNCED = "Restarting payments-api in prod now"


def effects(node: Any) -> Iterator[str]:
    """Whatever in a message calls somebody or leads somewhere."""
    if isinstance(node, dict):
        kind = node.get("type")
        if kind in ("broadcast", "user", "usergroup", "link"):
            yield f"{kind} {node.get('user_id') or node.get('url') or node.get('usergroup_id')}"
        for value in node.values():
            yield from effects(value)
    elif isinstance(node, list):
        for one in node:
            yield from effects(one)


def test_words_on_a_card_call_nobody_and_lead_nowhere(quiet_room: Incident) -> None:
    """In its blocks and in its text."""
    room = quiet_room
    room.remembers(outcome=f"bad {HOSTILE}", instead=f"wait {HOSTILE}", source="incident <!here>")
    ts = room.agent_says(f"{ANNOUNCED} {HOSTILE}")
    card = room.card(ts, "pending")
    assert list(effects(card["blocks"])) == []
    assert "<!channel>" not in card["text"]
    assert "<https://evil.example" not in card["text"]
    assert "&lt;!channel&gt;" in card["text"]
    assert "<!channel>" in str(card["blocks"]), "what was written is shown"


def test_a_reason_calls_nobody(room: Incident) -> None:
    """Whoever gives it."""
    ts = room.agent_says(ANNOUNCED)
    room.clicks("oncall", room.card(ts, "pending"), "keep")
    room.card(ts, "kept")
    room.says("oncall", f"too risky {HOSTILE}", thread_ts=ts)
    card = room.eventually(lambda: c if "too risky" in (c := room.card(ts))["text"] else None)
    assert "<!channel>" not in card["text"]
    assert not [one for one in effects(card["blocks"]) if "user" not in one]


@pytest.mark.parametrize("severity", [Severity.BLOCK, Severity.WARN])
def test_a_card_of_13500_characters_is_cut(quiet_room: Incident, severity: Severity) -> None:
    """Slack would refuse it; a warning is no less there for being long."""
    room = quiet_room
    room.remembers(
        severity=severity,
        outcome="everything went down, " * 225,
        instead="drain the queue first, " * 225,
        source="postmortem " * 400,
    )
    state = "pending" if severity is Severity.BLOCK else "warned"
    card = room.card(room.agent_says(f"{ANNOUNCED} " + "x " * 6000), state)
    assert len(str(card["blocks"])) < 13_000
    assert len(card["text"].encode()) < 4_000
    assert "everything went down" in card["text"]


def test_a_warning_is_short(quiet_room: Incident) -> None:
    """A headline and a line: what happened, and what to do instead."""
    room = quiet_room
    room.remembers(severity=Severity.WARN)
    card = room.card(room.agent_says(ANNOUNCED), "warned")
    assert len(card["text"].splitlines()) == 2
    assert card.get("subtype") != "thread_broadcast"


def test_the_approvers_are_called_where_the_team_wants_it(room: Incident) -> None:
    """By the card that opens, and not by its redrawing."""
    store_set_up(room.negmem, room.team, "test", {"mention_approvers": True})
    group = room.world.user_groups["oncall-payments"]
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    assert f"usergroup {group}" in list(effects(card["blocks"]))
    room.clicks("oncall", card, "release")
    assert f"usergroup {group}" not in list(effects(room.card(ts, "released")["blocks"]))


def test_a_card_says_all_that_a_decision_needs(room: Incident) -> None:
    """What, why, last time, instead, who may, until when, how often."""
    first = room.agent_says(f"5xx are up. {ANNOUNCED}")
    room.clicks("oncall", room.card(first, "pending"), "release")
    room.card(first, "released")
    ts = room.agent_says(f"5xx are up again. {ANNOUNCED}")
    card = room.card(ts, "pending")
    text = card["text"]
    for words in (
        "🛑 Held: ",
        "payments-api",
        "nm-1 · dropped in-flight transactions",
        "postmortem 2026-09-14",
        "Why: ",
        "prod",
        "Instead: drain the queue",
        "Fired once, released once",
        "@oncall-payments or an admin can release",
        "until <!date^",
    ):
        assert words in text, words
    assert f"/archives/{room.channel}/p{first.replace('.', '')}" in str(card["blocks"])
    assert payload_of(card)["entry_ids"] == ["nm-1"]
