"""Deliveries count once, questions are answered once, a week has one review."""

from __future__ import annotations

from dataclasses import replace

from bot.application.records.question import Question, QuestionKind
from tests.contract.conftest import AnyStore, rolled_back
from tests.contract.samples import HOUR, MINUTE, NOW, review

QUESTION = Question(
    "T1", "C1", "100.1", "U1", QuestionKind.HOLD_REASON, "hold-1", NOW + 30 * MINUTE
)


def test_a_delivery_comes_for_the_first_time_once(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        assert tx.deliveries.first_time("T1", "Ev1", NOW)
        assert not tx.deliveries.first_time("T1", "Ev1", NOW)
    with store.unit_of_work.write() as tx:
        assert not tx.deliveries.first_time("T1", "Ev1", NOW + HOUR)
        assert tx.deliveries.first_time("T1", "Ev2", NOW)


def test_a_delivery_whose_effect_failed_may_come_again(store: AnyStore) -> None:
    with rolled_back(store) as tx:
        tx.deliveries.first_time("T1", "Ev1", NOW)
    with store.unit_of_work.write() as tx:
        assert tx.deliveries.first_time("T1", "Ev1", NOW)


def test_a_question_is_taken_once_by_the_person_asked(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.questions.ask(QUESTION)
        assert tx.questions.take("T1", "C1", "100.1", "U2", NOW) is None
        assert tx.questions.take("T1", "C1", "100.2", "U1", NOW) is None
        assert tx.questions.take("T1", "C2", "100.1", "U1", NOW) is None
        assert tx.questions.take("T1", "C1", "100.1", "U1", NOW) == QUESTION
        assert tx.questions.take("T1", "C1", "100.1", "U1", NOW) is None


def test_a_newer_question_takes_the_place_of_the_earlier_one(store: AnyStore) -> None:
    newer = replace(QUESTION, kind=QuestionKind.ENTRY_REASON, subject="nm-1")
    with store.unit_of_work.write() as tx:
        tx.questions.ask(QUESTION)
        tx.questions.ask(newer)
        assert tx.questions.take("T1", "C1", "100.1", "U1", NOW) == newer


def test_a_question_is_over_at_its_end(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.questions.ask(QUESTION)
        assert tx.questions.take("T1", "C1", "100.1", "U1", QUESTION.until) is None


def test_a_week_of_a_workspace_has_one_review(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        assert tx.reviews.claim(review())
        assert not tx.reviews.claim(review("rev-2"))
        assert tx.reviews.claim(review("rev-3", week="2026-W49", created_at=NOW + HOUR))
        assert tx.reviews.claim(review("rev-1", team="T2"))
    with store.unit_of_work.read() as tx:
        assert tx.reviews.get("T1", "rev-1") == review()
        assert tx.reviews.get("T1", "rev-2") is None
        assert [each.id for each in tx.reviews.latest("T1", 9)] == ["rev-3", "rev-1"]
        assert [each.id for each in tx.reviews.latest("T1", 1)] == ["rev-3"]


def test_weekly_reviews_are_told_from_those_on_demand(store: AnyStore) -> None:
    weeks = ("2026-W47", "2026-W48", "2026-W48 on demand, 29 Nov 03:00:00", "on demand, 29 Nov")
    with store.unit_of_work.write() as tx:
        for number, week in enumerate(weeks):
            at = NOW + number * HOUR
            tx.reviews.claim(review(f"rev-{number}", week=week, created_at=at))
        tx.reviews.claim(review("other", team="T2"))
        assert [one.week for one in tx.reviews.weekly("T1", 9)] == ["2026-W48", "2026-W47"]
        assert [one.week for one in tx.reviews.weekly("T1", 1)] == ["2026-W48"]


def test_a_reviews_items_are_replaced(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.reviews.claim(review())
        tx.reviews.update(review(items=review().items[:1], numbers={"other": 1}))
        assert tx.reviews.get("T1", "rev-1") == review(items=review().items[:1])
