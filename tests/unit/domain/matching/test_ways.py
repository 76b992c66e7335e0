"""Values that are only set: what an entry's context tells of them says which way they go."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import decide
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.matching import Memory
from bot.domain.reading.entry.present import cores_in, present_values
from bot.domain.reading.lexicon import load_lexicon

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
LEXICON = load_lexicon()


def matches(action: str, context: str, text: str) -> bool:
    """Whether a text repeats an entry about parcel-bus in production."""
    memory = Memory(LEXICON)
    memory.put(
        Entry(
            id="nm-1", action=action, context=f"parcel-bus in production{context}",
            outcome="parcels lost", severity=Severity.BLOCK, source="test",
            scope=Scope(("parcel-bus",), ("prod",)), expires=None, created=NOW,
        )
    )  # fmt: skip
    where = Situation(now=NOW, service="parcel-bus", environment="prod")
    return bool(decide(ActionInput(InputForm.TEXT, text), where, memory).matches)


@pytest.mark.parametrize(
    ("action", "context", "repeated", "other"),
    [
        (
            "Shorten the lock duration",
            "; the lock duration is 120 s",
            '{"tool":"bus","service":"parcel-bus","env":"prod","set":{"lockDuration":"30s"}}',
            '{"tool":"bus","service":"parcel-bus","env":"prod","set":{"lockDuration":"300s"}}',
        ),
        (
            "Raise the partitions of the topic",
            ", 24 partitions",
            "`kafka-topics --bootstrap-server parcel-bus.prod:9092 --alter --partitions 48`",
            "`kafka-topics --bootstrap-server parcel-bus.prod:9092 --alter --partitions 12`",
        ),
        (
            "Shrink the instance class",
            " runs on db.m6g.4xlarge",
            "`aws rds modify-db-instance --db-instance-identifier parcel-bus-prod "
            "--db-instance-class db.m6g.large`",
            "`aws rds modify-db-instance --db-instance-identifier parcel-bus-prod "
            "--db-instance-class db.m6g.8xlarge`",
        ),
        (
            "Lower max_inflight of the consumers",
            "",
            '{"tool":"bus","service":"parcel-bus","env":"prod","set":{"max_inflight":20},"previous":80}',
            '{"tool":"bus","service":"parcel-bus","env":"prod","set":{"max_inflight":80},"previous":20}',
        ),
        (
            "Rebuild the index offline",
            "",
            '{"service":"parcel-bus","sql":"ALTER INDEX i ON p REBUILD (ONLINE = OFF)"}',
            '{"service":"parcel-bus","sql":"ALTER INDEX i ON p REBUILD (ONLINE = ON)"}',
        ),
        (
            "Upgrade all brokers in one go",
            "",
            "`busctl upgrade parcel-bus --env prod --yes`",
            "`busctl upgrade parcel-bus --env prod --metadata-only`",
        ),
        (
            "Remove the delivery limit of the queue",
            "",
            "`rabbitmqadmin -H parcel-bus.prod delete policy name=delivery-limit`",
            '{"tool":"rabbit","service":"parcel-bus","env":"prod","set":{"delivery_limit":20}}',
        ),
    ],
)
def test_the_present_value_tells_the_way(
    action: str, context: str, repeated: str, other: str
) -> None:
    """Above or below what is now makes it the entry's action or its way back."""
    assert matches(action, context, repeated)
    assert not matches(action, context, other)


def test_needs_and_limits_are_no_present_values() -> None:
    """The words "take up to 90 s" tell what something needs, not what is set."""
    found = present_values("exports take up to 90 s; timeout is 300 s", {"timeout"}, LEXICON)
    assert [p.number for p in found] == [300.0]


def test_sizes_of_machines_are_compared_by_their_cores() -> None:
    """Families differ in name, not in the order of their sizes."""
    assert cores_in("db.r6g.8xlarge n2-standard-4 t3.large") == [32.0, 4.0, 2.0]
    assert cores_in("a large table, a small fix") == []
