"""Services that a text only hints at: by what they run on, or by what they are for."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import decide
from tests.unit.domain.matching.block_entries import NOW, block_entry, memory_of

ENTRIES = (
    block_entry(
        "fare-mysql",
        "Drop the index on the trips table",
        entry_id="nm-1",
        context="fare-mysql (fares of tram)",
    ),
    block_entry(
        "seat-atlas",
        "Restart all nodes",
        entry_id="nm-2",
        context="seat-atlas (MongoDB Atlas, seat maps)",
    ),
    block_entry(
        "world-akamai",
        "Purge the whole cache",
        entry_id="nm-3",
        context="world-akamai in production",
    ),
    block_entry(
        "desk-keycloak",
        "Revoke all sessions",
        entry_id="nm-4",
        context="desk-keycloak (staff logins)",
    ),
)


def judge(text: str, service: str | None = None) -> list[str]:
    memory = memory_of(*ENTRIES)
    situation = Situation(now=NOW, service=service, environment="prod")
    action = ActionInput(InputForm.TEXT, text)
    return [m.entry.id for m in decide(action, situation, memory, digest="d1").matches]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tram DB: dropping the index on trips", ["nm-1"]),
        ("restarting all nodes of the mongo cluster with the seat maps", ["nm-2"]),
        ("CDN: purging the whole cache, on-call knows", ["nm-3"]),
        ("I revoke all sessions in the SSO now", ["nm-4"]),
    ],
)
def test_a_technology_or_a_role_hints_at_the_service_whose_action_is_repeated(
    text: str, found: list[str]
) -> None:
    """Where no service is named, one word is enough if the action is an entry's of that service."""
    assert judge(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "restarting all nodes of the crew-roster mongo cluster",
        "reports-cdn: purging the whole cache",
        "purging the whole cache of the museum CDN",
        "I restart all pods of the SSO now",
    ],
)
def test_another_resource_or_another_action_is_not_hinted_at(text: str) -> None:
    """A name or a word that the entry does not know says that another one is meant."""
    assert judge(text) == []


def test_a_channel_of_a_service_leaves_nothing_to_hints() -> None:
    """In the channel of another service, its technology is meant."""
    assert judge("purging the whole cache in the CDN", "board-web") == []


def test_a_possessive_is_the_same_thing() -> None:
    """What "the trips table's index" says is the index of that table."""
    assert judge("fare-mysql prod: dropping the trips table's index") == ["nm-1"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("on the seat cluster I restart all nodes of seat-atlas", ["nm-2"]),
        ("in the bakery cluster I restart all nodes of seat-atlas", []),
    ],
)
def test_an_unknown_word_before_cluster_is_an_environment_unless_the_entry_knows_it(
    text: str, found: list[str]
) -> None:
    """The service's own words say what it is, not where."""
    assert judge(text) == found
