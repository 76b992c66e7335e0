"""Names close to the entry's: adjectives, regions, other versions, things that are not live."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import decide
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.matching import Memory
from bot.domain.reading.lexicon import load_lexicon

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
LEXICON = load_lexicon()


def matches(action: str, text: str) -> bool:
    """Whether a text repeats an entry about crew-search in production with this action."""
    memory = Memory(LEXICON)
    memory.put(
        Entry(
            id="nm-1", action=action, context="crew-search in production", outcome="an outage",
            severity=Severity.BLOCK, source="test", scope=Scope(("crew-search",), ("prod",)),
            expires=None, created=NOW,
        )
    )  # fmt: skip
    where = Situation(now=NOW, environment="prod")
    return bool(decide(ActionInput(InputForm.TEXT, text), where, memory).matches)


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Purge a soft-deleted index",
            "purging the deleted index of crew-search in prod for good",
            "restoring the deleted index of crew-search in prod",
        ),
        (
            "Delete the live index",
            "deleting the live index of crew-search in prod",
            "deleting the index crews-2021 of crew-search in prod",
        ),
        (
            "Downgrade to version 7.x",
            "downgrading crew-search in prod to version 7.17.4",
            "downgrading crew-search in prod to version 8.11.0",
        ),
        (
            "Set a default TTL on the sessions",
            "`tool crew-search update --env prod --sessions --ttl 3600`",
            "`tool crew-search update --env prod --sessions --ttl -1`",
        ),
        (
            "Restart all nodes",
            "`az vmss restart --name crew-search-neu --instance-ids '*'`",
            "`az vmss restart --name crew-search-labs --instance-ids '*'`",
        ),
        (
            "Set maxmemory-policy to noeviction",
            "`aws elasticache modify-cache-parameter-group --cache-parameter-group-name"
            " crew-search-params --parameter-name-values"
            " ParameterName=maxmemory-policy,ParameterValue=noeviction`",
            "`aws elasticache modify-cache-parameter-group --cache-parameter-group-name"
            " crew-archive-params --parameter-name-values"
            " ParameterName=maxmemory-policy,ParameterValue=noeviction`",
        ),
    ],
)
def test_a_near_name_is_told_from_the_same(action: str, repeated: str, another: str) -> None:
    """What is close to the entry's words is either them or something else, for a reason."""
    assert matches(action, repeated)
    assert not matches(action, another)
