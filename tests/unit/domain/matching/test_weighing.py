"""What the rules leave in doubt is weighed; what they rule out stays ruled out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import Decision, decide
from bot.domain.matching.weighing import likelihoods
from bot.domain.reading import read
from tests.unit.domain.matching.block_entries import NOW, block_entry, memory_of, repeats

matches = repeats("orders-api", "orders lost")


REINDEX = "GiST on geom is bloated, plain REINDEX of it now"
PILOT = "gold v58 to every host, skipping the pilot group"


def decided(action: str, text: str, *, environment: str = "prod") -> Decision:
    """What is said to a text in the channel of orders-api, beside one entry."""
    memory = memory_of(block_entry("orders-api", action, "orders lost"))
    where = Situation(now=NOW, service="orders-api", environment=environment)
    return decide(ActionInput(InputForm.TEXT, text), where, memory)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("Build or rebuild the spatial index without CONCURRENTLY", REINDEX),
        ("Roll a new image out to all hosts without a pilot", PILOT),
        ("Start a second scheduler beside the first", "adding another scheduler in prod"),
        ("Kill the long running sessions", "killing the long running sessions in prod"),
        ("Switch the worker pool to spot machines", "`shipctl workerpool set --machines spot`"),
        ("Cancel the sorting job instead of draining it", "no drain, just cancel it"),
        ("Turn the disk check off", 'PUT /settings {"cluster.disk.check_enabled":false}'),
        ("Raise the rebalance limit", "`ringctl config set ring_max_rebalances 12`"),
    ],
)
def test_the_same_in_other_words_is_a_repeat(action: str, text: str) -> None:
    assert decided(action, text).matches


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("Turn on address blocking", "switching address blocking off"),
        ("Restart all pods at once", "restarting one pod of orders-api"),
        ("Purge the orders queue", "we did not purge the orders queue"),
        ("Purge the orders queue", "should we purge the orders queue?"),
        ("Purge the orders queue", "purged the orders queue yesterday"),
    ],
)
def test_what_is_ruled_out_is_not_weighed(action: str, text: str) -> None:
    memory = memory_of(block_entry("orders-api", action, "orders lost"))
    where = Situation(now=NOW, service="orders-api", environment="prod")
    _, hits = memory.ruled(read(ActionInput(InputForm.TEXT, text), memory.lexicon), where)
    assert [hit.entry.action for hit in hits] == [action]
    assert likelihoods(hits) == [None]
    assert not decided(action, text).matches


@pytest.mark.parametrize("action", ["restart orders-api", "Drop the audit table", "flush cache"])
def test_an_entry_said_in_its_own_words_is_repeated(action: str) -> None:
    memory = memory_of(replace(block_entry("orders-api", action, ""), context=""))
    where = Situation(now=NOW, service="orders-api", environment="prod")
    assert decide(ActionInput(InputForm.TEXT, f"{action} now"), where, memory).matches


def test_another_environment_is_not_weighed() -> None:
    action = "Build or rebuild the spatial index without CONCURRENTLY"
    assert not decided(action, REINDEX, environment="staging").matches


def test_a_match_says_what_it_rests_on() -> None:
    (match,) = decided("Build or rebuild the spatial index without CONCURRENTLY", REINDEX).matches
    assert any("tells of the same action" in line for line in match.agreed)
    assert match.planned.text
