"""The review asks about every stale, noisy or orphaned entry, and about no sound one."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.entry import Entry, EntryState, Scope, Severity
from bot.domain.review import (
    MOST_ITEMS,
    Evidence,
    ReviewQuestion,
    question_text,
    questions_for,
    worst_first,
)

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def entry(*, age=30, life=100, state=EntryState.ACTIVE, number=1):
    return Entry(
        id=f"nm-{number}",
        action="restart payments-api",
        context="",
        outcome="dropped payments",
        severity=Severity.BLOCK,
        source="",
        scope=Scope(("payments-api",), ("prod",)),
        expires=NOW + timedelta(days=life),
        created=NOW - timedelta(days=age),
        state=state,
    )


STALE = [
    (entry(life=-1), Evidence(last_fired=NOW), ReviewQuestion.EXPIRED),
    (entry(life=10), Evidence(last_fired=NOW), ReviewQuestion.EXPIRING),
    (entry(age=61), Evidence(), ReviewQuestion.SILENT),
    (entry(age=200), Evidence(last_fired=NOW - timedelta(days=61)), ReviewQuestion.SILENT),
    (entry(), Evidence(held=5, released=4, kept=1, last_fired=NOW), ReviewQuestion.NOISY),
    (entry(), Evidence(held=6, kept=6, last_fired=NOW), ReviewQuestion.ALWAYS_KEPT),
    (entry(), Evidence(wrong=1, last_fired=NOW), ReviewQuestion.WRONG_MATCHES),
    (entry(), Evidence(owner_gone=True, last_fired=NOW), ReviewQuestion.OWNER_GONE),
    (entry(), Evidence(duplicate_of="nm-2", last_fired=NOW), ReviewQuestion.DUPLICATE),
    (entry(), Evidence(vague="no target", last_fired=NOW), ReviewQuestion.VAGUE),
    (entry(), Evidence(drifted="schema was 41", last_fired=NOW), ReviewQuestion.DRIFTED),
]
GOOD = [
    (entry(), Evidence()),
    (entry(age=59), Evidence()),
    (entry(life=15), Evidence(last_fired=NOW)),
    (entry(), Evidence(held=4, released=4, last_fired=NOW)),
    (entry(), Evidence(held=10, released=7, kept=3, last_fired=NOW)),
    (entry(age=300), Evidence(held=9, released=3, kept=6, last_fired=NOW - timedelta(days=20))),
]


@pytest.mark.parametrize(("found", "evidence", "question"), STALE)
def test_a_known_stale_entry_is_asked_about(found, evidence, question):
    assert question in questions_for(found, evidence, NOW)
    assert len(question_text(question, found, evidence)) > 10


@pytest.mark.parametrize(("found", "evidence"), GOOD)
def test_a_known_good_entry_is_left_alone(found, evidence):
    assert questions_for(found, evidence, NOW) == ()


def test_a_retired_entry_is_left_alone():
    assert questions_for(entry(life=-1, state=EntryState.RETIRED), Evidence(wrong=3), NOW) == ()


def test_at_most_ten_and_the_most_pressing_first():
    silent = [(entry(number=n), (ReviewQuestion.SILENT,)) for n in range(12)]
    noisy = (entry(number=99), (ReviewQuestion.NOISY, ReviewQuestion.SILENT))
    asked = worst_first([*silent, noisy, (entry(number=100), ())])
    assert len(asked) == MOST_ITEMS
    assert asked[0][0].id == "nm-99"
