"""How much is taken, what words mean together, and values: what is the same action and what not."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import decide
from tests.unit.domain.matching.block_entries import (
    NOW,
    block_entry,
    memory_of,
    repeats,
)

matches = repeats("orders-api", "orders lost")


def repeated(actions: tuple[str, ...], text: str) -> list[str]:
    """The actions, of entries on orders-api in production, that a text repeats."""
    entries = (
        block_entry("orders-api", action, "orders lost", entry_id=f"nm-{number}")
        for number, action in enumerate(actions)
    )
    memory = memory_of(*entries)
    where = Situation(now=NOW, service="orders-api", environment="prod")
    found = decide(ActionInput(InputForm.TEXT, text), where, memory).matches
    return [match.entry.action for match in found]


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Purge the whole cache",
            "purging everything in the cache of orders-api in prod",
            '`varnishadm -T orders-api.prod:6082 "ban req.url == /menu/soup-of-the-day"`',
        ),
        (
            "Kill the entire cache",
            "flushing the whole cache of orders-api in prod",
            "flushing the cached logo of orders-api-demo in prod",
        ),
        (
            "Mass update all rows of the basket table",
            "changing all rows of the basket table of orders-api in prod",
            "upgrading orders-api in prod to 4.2",
        ),
        (
            "Set the grace period to zero",
            "setting the grace period of orders-api in prod to zero",
            "putting the grace period of orders-api in prod from 0s to 5m",
        ),
        (
            "Shrink the machine class of the writer",
            "taking the writer of orders-api in prod down one size",
            "taking the writer of orders-api in prod up one size",
        ),
        (
            "Replay all rejected orders",
            '{"tool":"bus","service":"orders-api","env":"prod","op":"replay_rejected_orders"}',
            '{"tool":"bus","service":"orders-api","env":"prod","op":"replay_rejected_orders","limit":5}',
        ),
        (
            "Turn on the toggle new-cart-mail",
            "turning on the toggle new-cart-mail of orders-api in prod",
            "turning on the toggle new-cart-banner of orders-api in prod, no mail is sent",
        ),
        (
            "Switch the log mode from sampled to automatic",
            '{"tool":"logs","service":"orders-api","env":"prod","op":"set","log_mode":"auto-full"}',
            '{"tool":"logs","service":"orders-api","env":"prod","op":"set","log_mode":"disabled"}',
        ),
        (
            "Start a second scheduler beside the first",
            "adding another scheduler to orders-api in prod",
            "starting the price export of orders-api in prod",
        ),
        (
            "Defragment the cart store",
            "I make room in the cart store of orders-api in prod by a defrag",
            "I look at the cart store of orders-api in prod",
        ),
        (
            "Raise the heap of the indexer above 8 GB",
            "raising the heap of the indexer of orders-api in prod to 12 GB",
            "raising the heap of the indexer of orders-api in prod to 6 GB",
        ),
        (
            "Deploy the receipt driver to all tills at once",
            "deploying the receipt driver of orders-api to all tills, no staging",
            "deploying the receipt driver of orders-api to all tills in staging",
        ),
        (
            "Send all requests to the new pool",
            "sending all requests of orders-api in prod to the new pool",
            "the new pool of orders-api in prod gets 10 percent of the requests",
        ),
        (
            "Disable the duplicate check",
            "`kubectl -n prod set env deploy/orders-api DUPLICATE_CHECK_ENABLED=false`",
            "`kubectl -n prod set env deploy/orders-api DUPLICATE_CHECK_ENABLED=true`",
        ),
        (
            "Copy the settings from the standby unit",
            "copying the settings from the standby unit of orders-api in prod",
            "copying the settings from the active unit of orders-api in prod",
        ),
        (
            "Rejoin the old primary by force",
            "rejoining the old primary of orders-api in prod by force, as a standby",
            "rejoining the old replica of orders-api in prod by force",
        ),
        (
            "Turn on cart-hints for all shops",
            "turning on cart-hints for all shops, orders-api prod",
            "turning on cart-hints-tooltip for all shops, orders-api prod",
        ),
        (
            "Empty the baskets table",
            "emptying the baskets table of orders-api in prod",
            "emptying baskets_audit of orders-api in prod",
        ),
        (
            "Delete the PodDisruptionBudget",
            "`kubectl -n prod delete pdb orders-api`",
            "`kubectl -n prod apply -f pdb-orders-api.yaml`",
        ),
        (
            "Kill the long running sessions",
            "killing the long running sessions of orders-api in prod",
            "running the session report of orders-api in prod",
        ),
        (
            "Switch the worker pool to spot machines",
            "`shipctl --env prod --service orders-api workerpool set --machines spot`",
            "`shipctl --env prod --service orders-api logpool set --retention 4`",
        ),
    ],
)
def test_one_is_repeated_and_the_other_is_not(action: str, repeated: str, another: str) -> None:
    """Each pair differs in what the name of the test file says."""
    assert matches(action, repeated)
    assert not matches(action, another)


def test_of_two_entries_the_one_whose_object_is_named_is_repeated() -> None:
    """A sister that shares only the kind of action falls away."""
    entries = ("Delete the queue and declare it again", "Delete a cluster member that is away")
    assert repeated(entries, "deleting the member of the orders-api cluster in prod") == [
        entries[1]
    ]
