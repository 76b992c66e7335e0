"""When the language model's answer counts beside the words of a reply, and when it is not asked."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.domain.reading.reply import ReplyKind, read_reply
from bot.domain.sense import Question, Sense

PLAN = "Restarting payments-api in prod now."
TELLS = "the moon is made of cheese, as far as my uncle could tell"
"""Nothing that any word list stops or approves."""
SURE = 9.0


class Fixed(Sense):
    """A model that always answers the same, and remembers what it was asked."""

    def __init__(self, answer: float, alone: float | None = None) -> None:
        self.answer, self.alone = answer, answer if alone is None else alone
        self.asked: list[tuple[str, str]] = []

    def ask(self, question: Question, pairs: Sequence[tuple[str, str]]) -> list[float]:
        assert question is Question.CORRECTS
        self.asked += pairs
        return [self.answer if first else self.alone for first, _ in pairs]


COURTESIES = [
    "+1 to that plan", "+1", "+1 from me", "on it", "ack", "ack, thanks", "back in 5",
    "back in 10 min", "looking", "looking at the graphs", "joining the call", "good luck",
    "agreed", "fine with me", "sounds like a plan", "thanks!",
    "bin dran", "bin gleich da", "schaue mir das an", "viel Erfolg", "+1 für den Plan",
    "je regarde", "je reviens dans 5 min", "je suis dessus", "bon courage",
    "mirando", "lo estoy mirando", "estoy en ello", "vuelvo en 5",
    "já vejo", "estou vendo", "volto em 5", "boa sorte",
    "確認中", "確認中です", "対応中です", "5分後に戻ります", "賛成です",
]  # fmt: skip


def test_a_sure_model_stops_what_no_word_stops():
    assert read_reply(TELLS, announcement=PLAN, sense=Fixed(SURE)).kind is ReplyKind.WAIT
    assert read_reply(TELLS, announcement=PLAN, sense=Fixed(-SURE)).kind is ReplyKind.CHATTER


def test_a_sure_model_takes_a_cue_back_that_is_no_order():
    told = "that broke prod last week"
    assert read_reply(told, announcement=PLAN, sense=Fixed(SURE)).is_correction
    assert not read_reply(told, announcement=PLAN, sense=Fixed(-SURE)).is_correction
    assert read_reply(told, announcement=PLAN, sense=Fixed(-SURE, alone=0.0)).is_correction


@pytest.mark.parametrize(
    "text", ["go ahead", "mach ruhig", "vas-y", "adelante", "pode ir", "どうぞ"]
)
def test_what_approves_is_not_asked_about(text: str):
    sense = Fixed(SURE)
    assert read_reply(text, announcement=PLAN, sense=sense).kind is ReplyKind.APPROVE
    assert not sense.asked


@pytest.mark.parametrize("text", COURTESIES)
def test_what_is_said_in_passing_is_not_asked_about(text: str):
    sense = Fixed(SURE)
    assert not read_reply(text, announcement=PLAN, sense=sense).is_correction
    assert not sense.asked


@pytest.mark.parametrize("text", ["don't", "wait", "stop", "ne fais pas ça", "やめて"])
def test_an_order_is_not_asked_about(text: str):
    sense = Fixed(-SURE)
    assert read_reply(text, announcement=PLAN, sense=sense).is_correction
    assert not sense.asked


@pytest.mark.parametrize("more", [{"by_words": True, "announcement": PLAN}, {"announcement": ""}])
def test_without_an_announcement_or_by_words_nothing_is_asked(more: dict[str, object]):
    sense = Fixed(SURE)
    assert not read_reply(TELLS, sense=sense, **more).is_correction
    assert not sense.asked


@pytest.mark.parametrize("text", ["CPU is at 95 %", "the queue has 4000 messages", "CPUは95%です"])
def test_a_short_remark_needs_a_surer_answer_than_a_long_one(text: str):
    assert read_reply(TELLS, announcement=PLAN, sense=Fixed(2.0)).is_correction
    assert not read_reply(text, announcement=PLAN, sense=Fixed(2.0)).is_correction


def test_a_vote_against_stops():
    for text in ("-1", "-1 to that plan", "-1, the queue is full"):
        assert read_reply(text, announcement=PLAN, by_words=True).is_correction
    assert not read_reply("-1 replica is enough", announcement=PLAN, by_words=True).is_correction
