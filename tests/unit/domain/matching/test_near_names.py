"""Names close to the entry's: adjectives, regions, other versions, things that are not live."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("crew-search", "an outage", in_channel=False)


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
