"""What looks like an entry's action and is another: parts, compounds, circumstances, values."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("orders-api", "orders lost")


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Empty the table carts",
            '{"tool":"sql","service":"orders-api","sql":"delete from carts"}',
            '{"tool":"sql","service":"orders-api","sql":"delete from carts where id = 88120931"}',
        ),
        (
            "Disable inactive accounts",
            "disabling the inactive accounts of orders-api in prod",
            '{"tool":"iam.disable_account","service":"orders-api","env":"prod","user":"kim@shop.example"}',
        ),
        (
            "Lower the server timeout",
            "lowering the server timeout of orders-api in prod to 3s",
            "lowering the connect timeout of orders-api in prod to 3s",
        ),
        (
            "Upgrade the pool while the market is open",
            "upgrading the pool of orders-api in prod now",
            "upgrading the pool of orders-api in prod on Saturday, market closed",
        ),
        (
            "Raise the retry count",
            "raising the retry count of orders-api in prod",
            "scaling orders-api in prod up by four pods",
        ),
        (
            "Redeploy all channels of the engine",
            "redeploying all channels of orders-api in prod",
            "deploying the new channel DIET-OUT of orders-api in prod",
        ),
        (
            "Reduce the number of replicas",
            "`kubectl scale deploy/orders-api --replicas=2` (was 6) in prod",
            "`kubectl scale deploy/orders-api --replicas=10` (was 6) in prod",
        ),
        (
            "Purge the stream ALERTS",
            "purging the stream ALERTS of orders-api in prod",
            "purging the stream ALERTS_SELFTEST of orders-api in prod",
        ),
        (
            "Restart the encoder",
            "restarting the encoder of orders-api in prod",
            "restarting the encoder on the orders-api lab",
        ),
    ],
)  # fmt: skip
def test_a_part_a_neighbour_and_a_quiet_hour_are_other_actions(
    action: str, repeated: str, another: str
) -> None:
    """The entry's own action is repeated; the one beside it is not."""
    assert matches(action, repeated)
    assert not matches(action, another)


def test_an_edit_away_from_the_value_is_no_repeat() -> None:
    """From the value that the entry warns of to another one goes the other way."""
    call = (
        '{"service":"orders-api","env":"prod","settings":[{"key":"acl.policy","from":%s,"to":%s}]}'
    )
    assert matches("Set the ACL policy to deny", call % ('"allow"', '"deny"'))
    assert not matches("Set the ACL policy to deny", call % ('"deny"', '"allow"'))
