"""The chain of audit records: any change of any record breaks it at that record."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.audit import GENESIS, AuditEvent, chained, first_break

START = datetime(2026, 11, 29, 3, tzinfo=UTC)


def chain(length):
    records = []
    for number in range(length):
        records.append(
            chained(
                records[-1] if records else None,
                team="T1",
                at=START + timedelta(seconds=number),
                actor="U1",
                event=AuditEvent.HELD,
                subject=f"hold-{number}",
                detail={"n": number, "entries": [["nm-1", 1]]},
            )
        )
    return records


@given(st.integers(min_value=0, max_value=12))
def test_an_untouched_chain_holds(length):
    records = chain(length)
    assert first_break(records) is None
    assert [one.seq for one in records] == list(range(1, length + 1))
    assert not records or records[0].previous == GENESIS


@given(
    st.integers(min_value=1, max_value=8),
    st.data(),
    st.sampled_from(["team", "at", "actor", "event", "subject", "detail", "seq"]),
)
def test_a_changed_record_is_where_the_chain_breaks(length, data, field):
    records = chain(length)
    index = data.draw(st.integers(min_value=0, max_value=length - 1))
    other = {
        "team": "T2",
        "at": START - timedelta(days=1),
        "actor": "U9",
        "event": AuditEvent.RELEASED,
        "subject": "hold-x",
        "detail": {},
        "seq": 99,
    }[field]
    records[index] = replace(records[index], **{field: other})
    assert first_break(records) == index + 1


@given(st.integers(min_value=2, max_value=8), st.data())
def test_a_removed_record_is_noticed(length, data):
    records = chain(length)
    index = data.draw(st.integers(min_value=0, max_value=length - 2))
    del records[index]
    assert first_break(records) == index + 1
