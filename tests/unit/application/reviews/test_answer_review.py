"""An item of a review is answered once, by what its person saw."""

from functools import partial

import pytest

from bot.application.entries.change_entry import retire_entry, weaken_entry
from bot.application.posts.deliver_outbox import deliver_outbox
from bot.application.records.card import ReviewItemCard
from bot.application.reviews.answer_review import answer_review
from bot.application.reviews.review_entries import review_now
from bot.domain.entry import EntryState, Severity
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, Bench
from tests.fakes.directory import ADMIN, MEMBER, ONCALL
from tests.fakes.notifier import FakeNotifier


@pytest.fixture
def bench():
    made = Bench()
    made.remember({**BLOCK, "expires": "2026-12-05"})
    return made


@pytest.fixture
def answers(bench):
    """Answers the review's one item: (user, choice, version)."""
    review_id = review_now(bench.negmem, TEAM, CHANNEL, MEMBER).subject

    def answered(user, choice, version=1, **more):
        return answer_review(
            bench.negmem, TEAM, user, CHANNEL, review_id, "nm-17", choice, version=version, **more
        )

    return answered


def drawn(bench, notifier):
    while deliver_outbox(bench.negmem, notifier):
        pass
    latest = [cards[-1] for cards in notifier.sent.values()]
    (item,) = [card for card in latest if isinstance(card, ReviewItemCard)]
    return item


def test_two_who_weaken_weaken_once(bench, answers):
    """The second one is told who was first, and when."""
    first, second = answers(ONCALL, "weaken"), answers(ADMIN, "weaken")
    assert (first.ok, second.ok) == (True, False)
    assert second.text.startswith(f"nm-17 was weakened by <@{ONCALL}> on ")
    assert bench.entry("nm-17").severity is Severity.WARN


def test_two_who_weaken_at_the_same_moment_weaken_once(bench, answers):
    """Both had looked before either was written down."""
    rival = []
    look_up = bench.directory.person

    def meanwhile(*args):
        if not rival:
            rival.append(None)
            rival[0] = answers(ONCALL, "weaken")
        return look_up(*args)

    bench.directory.person = meanwhile
    assert not answers(ADMIN, "weaken").ok
    assert rival[0].ok
    assert bench.entry("nm-17").severity is Severity.WARN


@pytest.mark.parametrize("version", [1, 2, None])
@pytest.mark.parametrize("choice", ["renew", "weaken", "retire", "narrow", "reassign"])
def test_an_answered_item_takes_no_other_answer(bench, answers, choice, version):
    """From a card that was drawn before the answer, whatever its buttons say."""
    assert answers(MEMBER, "renew").ok
    after = bench.entry("nm-17")
    fields = {"environment": "prod"}
    answer = answers(ADMIN, choice, version, owner=ONCALL, fields=fields)
    assert f"was renewed by <@{MEMBER}>" in answer.text
    assert bench.entry("nm-17") == after


@pytest.mark.parametrize("choice", ["renew", "weaken", "retire", "narrow", "reassign"])
def test_an_item_whose_entry_changed_is_drawn_again_first(bench, answers, choice):
    """A person decides about what they see."""
    notifier = FakeNotifier()
    seen = drawn(bench, notifier).entry.version
    retire_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17")
    fields = {"environment": "prod", "window": "mon-fri 08:00-20:00 UTC"}
    answer = partial(answers, ADMIN, choice, owner=ONCALL, fields=fields)
    assert "has changed since" in answer(version=seen).text
    item = drawn(bench, notifier)
    assert item.entry.state is EntryState.RETIRED
    assert item.done is None
    assert answer(version=item.entry.version).ok


def test_a_card_from_before_versions_is_answered_all_the_same(bench, answers):
    assert answers(ADMIN, "weaken", None).ok
    assert bench.entry("nm-17").severity is Severity.WARN


def test_weakening_is_one_step_from_what_was_shown(bench):
    """In a list, too: the second click does not take a second step."""
    weaken = partial(weaken_entry, bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17", version=1)
    assert weaken().ok
    assert "`/negmem show nm-17`" in weaken().text
    assert bench.entry("nm-17").severity is Severity.WARN
