"""Things beside the real one, and things that only bear the service's name."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("parcel-hub", "an outage", in_channel=False)


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Alter the scans table",
            "`psql -h parcel-hub.prod -c 'ALTER TABLE scans ADD COLUMN lane int'`",
            "`psql -h parcel-hub.prod -c 'ALTER TABLE scans_tmp_load ADD COLUMN lane int'`",
        ),
        (
            "Purge the queue labels.dead",
            "`rabbitmqadmin -H parcel-hub.prod purge queue name=labels.dead`",
            "`rabbitmqadmin -H parcel-hub.prod purge queue name=labels.dead.probe`",
        ),
        (
            "Delete the connector offsets",
            "deleting the offsets of scans-source on parcel-hub prod",
            "deleting the offsets of scans-heartbeat on parcel-hub prod",
        ),
        (
            "Run a cluster-reset with a backup",
            "restoring the backup through a cluster reset on parcel-hub in prod",
            "`etcdctl snapshot save before.db` on parcel-hub in prod",
        ),
    ],
)
def test_a_side_thing_is_another_one(action: str, repeated: str, another: str) -> None:
    """Its name says that it is a scratch table, a probe's queue, the heartbeat's connector."""
    assert matches(action, repeated)
    assert not matches(action, another)


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Delete the old encryption key",
            "`aws kms schedule-key-deletion --key-id mrk-parcel-hub-old`",
            "`aws kms schedule-key-deletion --key-id parcel-hub-reports`",
        ),
        (
            "Point the distribution at the cold site origin",
            "`aws cloudfront update-distribution --distribution-config file://parcel-hub-cs.json`",
            "`aws cloudfront update-distribution --distribution-config file://parcel-hub-faq.json`",
        ),
        (
            "Run the roll-up job by hand",
            "`aws ecs run-task --cluster prod --task-definition parcel-hub-rollup:12`",
            "`aws ecs run-task --cluster prod --task-definition parcel-hub-invoices:12`",
        ),
    ],
)
def test_a_longer_name_with_the_entrys_words_is_the_service(
    action: str, repeated: str, another: str
) -> None:
    """What belongs to a service is named after it and after what it is: its key, its job."""
    assert matches(action, repeated)
    assert not matches(action, another)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ending the dispatcher of parcel-hub in prod now", True),
        ("`systemctl stop dispatcher` on parcel-hub in prod", True),
        ("starting the dispatcher of parcel-hub in prod", False),
        ("stopping the dispatcher of parcel-hub in the training room", False),
        ("`ansible-playbook -i inventories/testfield/parcel-hub.ini stop-dispatcher.yml`", False),
    ],
)
def test_a_verb_that_an_entry_begins_with_has_its_kind(text: str, expected: bool) -> None:
    """It stops what "End the dispatcher" ends; in a training room it may be done."""
    assert matches("End the dispatcher immediately", text) is expected
