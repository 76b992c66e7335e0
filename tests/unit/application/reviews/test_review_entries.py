"""The weekly review: when it is due, what it counts, and what comes of its questions."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.application.due_work import due_work
from bot.application.records.workspace import ReviewTime, Workspace
from bot.application.reviews import review_entries
from bot.application.reviews.answer_review import answer_review
from bot.application.reviews.review_entries import due_week, post_review, review_now
from bot.application.reviews.review_evidence import review_items
from bot.application.team.set_up import set_up
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.entry import EntryState
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN, Bench
from tests.fakes.directory import ADMIN, MEMBER


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


def test_the_weeks_review_comes_once_at_its_time(bench):
    fields = {"review_channel": CHANNEL, "review_day": "mon", "review_hour": 9, "review_tz": "UTC"}
    set_up(bench.negmem, TEAM, ADMIN, CHANNEL, fields)
    due_work(bench.negmem)
    before = bench.events().count(AuditEvent.REVIEW_POSTED)
    bench.later(days=1, hours=7)
    due_work(bench.negmem)
    due_work(bench.negmem)
    assert bench.events().count(AuditEvent.REVIEW_POSTED) == before + 1


def test_a_click_in_the_review_changes_the_entry_and_is_recorded(bench):
    bench.remember(
        {**WARN, "id": "nm-60", "expires": "2026-12-05", "action": "drain web-3", "service": "web"}
    )
    answer = review_now(bench.negmem, TEAM, CHANNEL, MEMBER)
    with bench.store.read() as tx:
        review = tx.reviews.get(TEAM, answer.subject)
    assert "nm-60" in {item.entry_id for item in review.items}
    refused = answer_review(bench.negmem, TEAM, MEMBER, CHANNEL, review.id, "nm-60", "retire")
    assert not refused.ok
    assert answer_review(bench.negmem, TEAM, MEMBER, CHANNEL, review.id, "nm-60", "renew").ok
    with bench.store.read() as tx:
        item = next(i for i in tx.reviews.get(TEAM, review.id).items if i.entry_id == "nm-60")
    assert (item.done, item.done_by) == ("renewed", MEMBER)


def numbers_of(bench, week):
    answer = post_review(bench.negmem, TEAM, CHANNEL, week)
    with bench.store.read() as tx:
        return tx.reviews.get(TEAM, answer.subject).numbers


def test_a_review_on_a_monday_morning_counts_the_week_before(bench):
    """Seven days, whichever ISO week they are in; the chart has its eight weeks in order."""
    bench.announce("Flushing the redis cache of checkout-web in prod")
    bench.later(days=1, hours=6)
    numbers = numbers_of(bench, "2026-W49")
    assert (numbers["totals"]["warned"], numbers["totals"]["fired"]) == (1, 1)
    bench.later(days=54)
    weeks = [week for week, _ in numbers_of(bench, "2027-W03")["weeks"]]
    assert len(weeks) == 8
    assert weeks == sorted(weeks)


def test_what_nobody_touches_in_two_reviews_and_has_expired_is_retired(bench):
    bench.remember(
        {**WARN, "id": "nm-61", "expires": "2026-11-01", "action": "drain web-4", "service": "web"}
    )
    for week in ("2026-W49", "2026-W50"):
        post_review(bench.negmem, TEAM, CHANNEL, week)
        assert bench.entry("nm-61").state is EntryState.ACTIVE
    post_review(bench.negmem, TEAM, CHANNEL, "2026-W51")
    assert bench.entry("nm-61").state is EntryState.RETIRED
    assert not post_review(bench.negmem, TEAM, CHANNEL, "2026-W51").ok


def test_reviews_on_demand_retire_nothing_and_stand_in_no_weeks_way(bench):
    """However many are asked for: only the weekly ones are everybody's to answer."""
    bench.remember(
        {**WARN, "id": "nm-61", "expires": "2026-11-01", "action": "drain web-4", "service": "web"}
    )
    fields = {"review_channel": CHANNEL, "review_day": "mon", "review_hour": 9, "review_tz": "UTC"}
    set_up(bench.negmem, TEAM, ADMIN, CHANNEL, fields)
    bench.later(days=1, hours=7)
    due_work(bench.negmem)
    for _ in range(25):
        assert review_now(bench.negmem, TEAM, CHANNEL, MEMBER).ok
        bench.later(seconds=2)
    assert bench.entry("nm-61").state is EntryState.ACTIVE
    before = bench.events().count(AuditEvent.REVIEW_POSTED)
    due_work(bench.negmem)
    assert bench.events().count(AuditEvent.REVIEW_POSTED) == before


def test_what_is_renewed_while_a_review_is_made_is_not_retired(bench, monkeypatch):
    bench.remember(
        {**WARN, "id": "nm-61", "expires": "2026-11-01", "action": "drain web-4", "service": "web"}
    )
    for week in ("2026-W49", "2026-W50"):
        post_review(bench.negmem, TEAM, CHANNEL, week)

    def renewed_meanwhile(*args):
        with bench.store.write() as tx:
            entry = tx.entries.get(TEAM, "nm-61")
            tx.entries.update(TEAM, entry.changed(expires=bench.now + timedelta(days=90)))
        return review_items(*args)

    monkeypatch.setattr(review_entries, "review_items", renewed_meanwhile)
    numbers = numbers_of(bench, "2026-W51")
    assert bench.entry("nm-61").state is EntryState.ACTIVE
    assert numbers["retired"] == []


def test_nobody_waits_while_the_evidence_of_a_review_is_gathered(bench, monkeypatch):
    """It reads all that every entry ever did; an agent may ask its gate meanwhile."""

    def gathered(*args):
        assert bench.announce().effect is Effect.HOLD
        return review_items(*args)

    monkeypatch.setattr(review_entries, "review_items", gathered)
    assert post_review(bench.negmem, TEAM, CHANNEL, "2026-W49").ok


@pytest.mark.parametrize(
    ("slot", "since", "now", "week"),
    [
        (("sun", 20), None, "2026-11-29T19:59", "2026-W47"),
        (("sun", 20), None, "2026-11-29T20:00", "2026-W48"),
        (("sun", 20), None, "2026-11-30T00:05", "2026-W48"),
        (("sun", 20), None, "2026-12-05T03:00", "2026-W48"),
        (("mon", 9), "2026-11-26T03:00", "2026-11-26T03:00", None),
        (("mon", 9), "2026-11-26T03:00", "2026-11-30T07:59", None),
        (("mon", 9), "2026-11-26T03:00", "2026-11-30T08:00", "2026-W49"),
        (("mon", 9), "2026-11-30T08:00", "2026-11-30T08:00", "2026-W49"),
        (("mon", 0), None, "2026-12-28T00:00", "2026-W53"),
        (("fri", 2), None, "2027-01-01T01:30", "2026-W52"),
    ],
)
def test_the_latest_slot_is_due_wherever_a_week_ends(slot, since, now, week):
    """Times are in Berlin for mondays at nine, else in UTC."""
    tz = "Europe/Berlin" if slot == ("mon", 9) else "UTC"
    at = [datetime.fromisoformat(one).replace(tzinfo=UTC) if one else None for one in (since, now)]
    workspace = Workspace(TEAM, review=ReviewTime(CHANNEL, *slot, tz, at[0]))
    assert due_week(workspace, at[1]) == week
