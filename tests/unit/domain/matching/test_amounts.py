"""How much is taken, what words mean together, and values: what is the same action and what not."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.test_other_actions import matches


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
