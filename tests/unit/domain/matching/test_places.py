"""Places and cloud regions: one and the same, and the difference between two of them."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("ledger-pg", "writes lost")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("Delete the replica in us-east-1", "deleting the Virginia replica of ledger-pg in prod"),
        ("Delete the Tokyo replica", "`aws rds delete-db-instance ledger-pg-apne1 --env prod`"),
        ("Promote the replica in eu-central-1", "promoting the Frankfurt replica of ledger-pg"),
        ("Send all reads to Sydney", "all reads of ledger-pg in prod go to ap-southeast-2 now"),
    ],
)
def test_a_place_and_its_cloud_region_are_one(action: str, text: str) -> None:
    """A person says the city, a command the region, a host name its short form."""
    assert matches(action, text)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("Delete the replica in us-east-1", "deleting the Oregon replica of ledger-pg in prod"),
        ("Delete the Tokyo replica", "`aws rds delete-db-instance ledger-pg-use1 --env prod`"),
        (
            "Send all traffic to Tokyo in one step",
            '{"tool":"dns","service":"ledger-pg","changes":'
            '[{"set":"ap-northeast-1","weight":60},{"set":"us-west-2","weight":40}]}',
        ),
        (
            "Send all traffic to Tokyo in one step",
            '{"tool":"dns","service":"ledger-pg","changes":'
            '[{"set":"ap-northeast-1","weight":0},{"set":"us-west-2","weight":100}]}',
        ),
    ],
)
def test_another_place_or_only_a_share_is_another_action(action: str, text: str) -> None:
    """What is done in Oregon does not repeat what went wrong in Virginia."""
    assert not matches(action, text)
