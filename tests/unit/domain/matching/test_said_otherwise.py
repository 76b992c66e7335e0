"""Texts that speak of an entry's action as not done, or done in a safe way, beside other words."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("parcel-hub", "an outage")


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Replay the rejected scans",
            "the rejected scans get replayed now",
            "Those rejected scans we keep where they are now, no replay before the fix.",
        ),
        (
            "Send the tariff notice to all customers",
            "sending the tariff notice to all customers now",
            "Sending the tariff notice to customers in Porto only, spread over two hours.",
        ),
        (
            "Route all labels to the second printer service",
            "routing all labels to the second printer service now",
            "Routing 10 % of the labels to the second printer service.",
        ),
        (
            "Roll the sorter firmware out fully",
            "rolling the sorter firmware out fully now",
            "`kubectl set image deploy/sorter firmware=r9` # 10 % to 30 %",
        ),
        (
            "Apply a plan that replaces the load balancers",
            "applying the plan that replaces the load balancers",
            "Applying the plan: one new subnet, the load balancers unchanged.",
        ),
        (
            "Patch both gateways together",
            "patching both gateways together now",
            "patching gateway B now, A follows next week",
        ),
        (
            "Raise the label quota for every carrier",
            "raising the label quota for every carrier from 100k to 150k",
            "raising the label quota of a single carrier, from 100k to 150k",
        ),
        (
            "Force the failover with data loss allowed",
            "forcing the failover now, data loss allowed",
            "doing the failover now, no data loss",
        ),
        (
            "Silence every alert of the region",
            "`amtool silence add alertname=~'.+' region=north -d 2h`",
            "`amtool silence add alertname=BeltStopped region=north -d 2h`",
        ),
        (
            "Cancel the sorting job instead of draining it",
            "no drain, just cancel it",
            "draining the sorting job",
        ),
    ],
)
def test_what_is_not_done_or_done_to_a_part_is_another_action(
    action: str, repeated: str, another: str
) -> None:
    """A match that rests on the object alone gives way to what the text says of the action."""
    assert matches(action, repeated)
    assert not matches(action, another)


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Switch the routes alias to the new index",
            'POST /_aliases {"actions":[{"remove":{"index":"routes_v4","alias":"routes"}},'
            '{"add":{"index":"routes_v5","alias":"routes"}}]}',
            'POST /_aliases {"actions":[{"remove":{"index":"routes_v5","alias":"routes"}},'
            '{"add":{"index":"routes_v4","alias":"routes"}}]}',
        ),
        (
            "Turn the disk check off",
            'PUT /_cluster/settings {"persistent":{"cluster.disk.check_enabled":false}}',
            'PUT /_cluster/settings {"persistent":{"cluster.disk.check_enabled":null}}',
        ),
        (
            "Raise the drain concurrency",
            '{"tool":"settings","service":"parcel-hub","op":"set","drain_concurrency":12}',
            '{"tool":"settings","service":"parcel-hub","op":"set","drain_concurrency":1}',
        ),
    ],
)
def test_a_value_that_goes_the_safe_way_is_another_action(
    action: str, repeated: str, another: str
) -> None:
    """The older of two, the default, and the least there is."""
    assert matches(action, repeated)
    assert not matches(action, another)
