"""A pending hold has one card that works, or is told elsewhere, whatever becomes of its posts."""

import pytest

from bot.application.ports.slack import SendFailure
from bot.application.posts.deliver_outbox import deliver_outbox
from bot.application.posts.repost_card import MOST_CARDS, own_post_deleted
from bot.application.records.card import NoteCard
from bot.application.records.post import PostKind, PostState
from bot.application.records.workspace import Channel
from bot.application.team.watch_channel import channel_left, joined_channel
from bot.domain.action import Place
from bot.domain.hold import HoldState
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, Bench
from tests.fakes.notifier import FakeNotifier


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK)
    return made


@pytest.fixture
def notifier():
    return FakeNotifier()


def deliver(bench, notifier):
    while deliver_outbox(bench.negmem, notifier):
        pass


def cards(bench, judged):
    with bench.store.read() as tx:
        posts = tx.outbox.of_subject(TEAM, judged.hold_id)
    return [one for one in posts if one.kind is PostKind.HOLD]


def working_card(bench, judged):
    (card,) = [one for one in cards(bench, judged) if one.state is PostState.SENT]
    assert card.drawn == card.wanted
    return card


def delete_card(bench, judged):
    own_post_deleted(bench.negmem, Place(TEAM, CHANNEL, working_card(bench, judged).ts))


def invite_again(bench, notifier):
    joined_channel(bench.negmem, TEAM, CHANNEL)
    deliver(bench, notifier)


def test_who_deletes_every_card_ends_no_flood_and_no_hold(bench, notifier):
    """Such as a program that clears the channel: people are called where it does not."""
    with bench.store.write() as tx:
        tx.channels.put(Channel(TEAM, "C2", "inc-ledger"))
    judged = bench.announce()
    deliver(bench, notifier)
    for _ in range(MOST_CARDS):
        delete_card(bench, judged)
        deliver(bench, notifier)
    assert len(cards(bench, judged)) == MOST_CARDS
    assert bench.hold(judged).state is HoldState.PENDING
    with bench.store.read() as tx:
        posts = tx.outbox.of_subject(TEAM, judged.hold_id)
    (told,) = [one for one in posts if one.kind is PostKind.NOTE]
    (note,) = notifier.sent[told.id]
    assert isinstance(note, NoteCard)
    assert told.channel == "C2"
    assert "deleted 4 times" in note.text
    assert judged.headline in note.text


def test_a_card_refused_in_place_of_a_deleted_one_comes_with_the_invitation(bench, notifier):
    judged = bench.announce()
    deliver(bench, notifier)
    delete_card(bench, judged)
    notifier.failures = [SendFailure("not_in_channel")]
    deliver(bench, notifier)
    invite_again(bench, notifier)
    assert working_card(bench, judged)


def test_a_card_that_changed_while_it_could_not_be_drawn_is_drawn_with_the_invitation(
    bench, notifier
):
    """It stood there with the buttons of an earlier revision, with which nobody could release."""
    judged = bench.announce()
    deliver(bench, notifier)
    first = working_card(bench, judged)
    channel_left(bench.negmem, TEAM, CHANNEL, "not_in_channel")
    bench.announce()
    notifier.failures = [SendFailure("not_in_channel")] * 2
    deliver(bench, notifier)
    assert cards(bench, judged)[0].state is PostState.FAILED
    invite_again(bench, notifier)
    again = working_card(bench, judged)
    assert (again.id, again.ts) == (first.id, first.ts)


def test_a_refused_card_comes_with_the_next_post_that_arrives(bench, notifier):
    """Whatever the bot was told of the trouble's end."""
    judged = bench.announce()
    notifier.failures = [SendFailure("restricted_action")]
    deliver(bench, notifier)
    bench.announce("Restarting payments-api in prod, once more.")
    deliver(bench, notifier)
    assert working_card(bench, judged)
