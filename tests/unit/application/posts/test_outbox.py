"""Each post appears once, drawn from the stored state, whatever Slack answers."""

from dataclasses import dataclass, field

import pytest

from bot.application.due_work import due_work
from bot.application.holds.keep_hold import keep_hold
from bot.application.ports.slack import SendFailure
from bot.application.posts.compose_cards import compose_card
from bot.application.posts.deliver_outbox import ATTEMPTS, LEASE, deliver_outbox
from bot.application.posts.repost_card import own_post_deleted
from bot.application.posts.write_post import say
from bot.application.records.card import HoldCard, NoteCard
from bot.application.records.post import PostKind, PostState
from bot.application.records.workspace import Channel
from bot.application.team.set_up import store_set_up
from bot.domain.action import Place
from bot.domain.hold import HoldState
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN, Bench
from tests.fakes.directory import MEMBER
from tests.fakes.notifier import FakeNotifier


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


@pytest.fixture
def notifier():
    return FakeNotifier()


def deliver(bench, notifier):
    while deliver_outbox(bench.negmem, notifier):
        pass


def card_of(bench, notifier, hold_id):
    with bench.store.read() as tx:
        post = tx.outbox.of_subject(TEAM, hold_id)[0]
    return notifier.sent[post.id]


def test_a_hold_gets_one_card_that_follows_its_state(bench, notifier):
    judged = bench.announce()
    deliver(bench, notifier)
    keep_hold(bench.negmem, TEAM, judged.hold_id, MEMBER)
    deliver(bench, notifier)
    cards = card_of(bench, notifier, judged.hold_id)
    assert all(isinstance(card, HoldCard) for card in cards)
    assert [card.state for card in cards] == [HoldState.PENDING, HoldState.KEPT]
    assert len(notifier.sent) == 1


def test_a_lost_answer_is_read_back_and_not_posted_twice(bench, notifier):
    judged = bench.announce()
    notifier.lose = 1
    deliver(bench, notifier)
    bench.later(seconds=2)
    deliver(bench, notifier)
    with bench.store.read() as tx:
        post = tx.outbox.of_subject(TEAM, judged.hold_id)[0]
    assert (post.state, post.ts) == (PostState.SENT, "99.000001")
    assert len(notifier.sent) == 1


def test_a_rate_limit_is_waited_out(bench, notifier):
    judged = bench.announce()
    notifier.failures = [SendFailure("ratelimited", retry_after=30)]
    deliver(bench, notifier)
    assert notifier.sent == {}
    bench.later(seconds=10)
    deliver(bench, notifier)
    assert notifier.sent == {}
    bench.later(seconds=25)
    deliver(bench, notifier)
    assert len(card_of(bench, notifier, judged.hold_id)) == 1


def test_a_channel_that_cannot_be_reached_is_noted_and_the_hold_stays(bench, notifier):
    judged = bench.announce()
    notifier.failures = [SendFailure("not_in_channel")]
    deliver(bench, notifier)
    with bench.store.read() as tx:
        channel = tx.channels.get(TEAM, CHANNEL)
    assert channel.trouble == "not_in_channel"
    assert bench.hold(judged).state is HoldState.PENDING


def test_one_broken_channel_does_not_stop_the_others(bench, notifier):
    with bench.store.write() as tx:
        tx.channels.put(Channel(TEAM, "C2", "other", environment="prod"))
    bench.announce()
    other = bench.announce("Restarting payments-api in prod, second channel.", channel="C2")
    notifier.failures = [SendFailure("is_archived")]
    deliver(bench, notifier)
    assert HoldState.PENDING is card_of(bench, notifier, other.hold_id)[0].state
    assert len(notes(notifier)) == 1


def channels(bench, *ids):
    with bench.store.write() as tx:
        for each in ids:
            tx.channels.put(Channel(TEAM, each, each.lower(), environment="prod"))


def in_another_workspace(bench):
    """A card of a workspace that the app is not served in, older than all others."""
    place = Place("T2", "C1", "1.1")
    with bench.store.write() as tx:
        return say(tx, place, "Held elsewhere.", bench.now)


def test_a_workspace_that_is_not_served_holds_up_no_other(bench, notifier):
    """Its posts wait for whoever serves it."""
    theirs = in_another_workspace(bench)
    judged = bench.announce()
    deliver(bench, notifier)
    assert len(card_of(bench, notifier, judged.hold_id)) == 1
    with bench.store.read() as tx:
        assert (tx.outbox.get(theirs.id).state, tx.outbox.get(theirs.id).attempts) == ("waiting", 0)
    notifier.served = ("T2",)
    deliver(bench, notifier)
    assert theirs.id in notifier.sent


class Bug(Exception):
    """What no code expects."""


@pytest.fixture
def undrawable(bench, monkeypatch):
    """A hold whose card cannot be composed, whatever is tried."""
    channels(bench, "C2")
    judged = bench.announce(channel="C2")

    def compose(tx, post, negmem):
        if post.subject == judged.hold_id:
            raise Bug
        return compose_card(tx, post, negmem)

    monkeypatch.setattr("bot.application.posts.deliver_outbox.compose_card", compose)
    return judged


def test_a_post_that_cannot_be_drawn_holds_up_no_other(bench, notifier, undrawable):
    """However much goes wrong with it."""
    judged = bench.announce("Restarting payments-api in prod, elsewhere.")
    deliver(bench, notifier)
    assert len(card_of(bench, notifier, judged.hold_id)) == 1


def test_a_post_that_cannot_be_drawn_is_given_up_and_told(bench, notifier, undrawable):
    """After as many tries as one that Slack refuses; the action stays held."""
    for _ in range(ATTEMPTS):
        deliver(bench, notifier)
        bench.later(seconds=6)
    with bench.store.read() as tx:
        (post,) = tx.outbox.of_subject(TEAM, undrawable.hold_id)
    assert (post.state, post.trouble) == (PostState.FAILED, "not_drawn")
    assert bench.hold(undrawable).state is HoldState.PENDING
    deliver(bench, notifier)
    (told,) = notes(notifier)
    assert "cannot be drawn" in told
    assert "It stays blocked." in told


def test_what_cannot_even_be_told_is_given_up_all_the_same(
    bench, notifier, undrawable, monkeypatch
):
    """Else it would hold up its channel for ever."""

    def tell(*_):
        raise Bug

    monkeypatch.setattr("bot.application.posts.deliver_outbox.tell_refused", tell)
    for _ in range(ATTEMPTS):
        deliver(bench, notifier)
        bench.later(seconds=6)
    with bench.store.read() as tx:
        (post,) = tx.outbox.of_subject(TEAM, undrawable.hold_id)
    assert post.state is PostState.FAILED


@dataclass
class SlowNotifier(FakeNotifier):
    """Each post takes a while; meanwhile another replica looks for work."""

    bench: Bench | None = None
    seconds: float = 0
    taken: set[str] = field(default_factory=set)

    def post(self, post, card, thread_ts):
        self.bench.later(seconds=self.seconds)
        now = self.bench.now
        with self.bench.store.write() as tx:
            claimed = tx.outbox.claim(self.teams(), now, now + LEASE, 20)
            self.taken |= {one.id for one in claimed}
        assert post.id not in self.taken, "sent by two replicas"
        return super().post(post, card, thread_ts)


def test_nobody_else_takes_a_post_while_it_is_sent(bench):
    """Nor one that waits its turn behind slow ones: each has a lease of its own."""
    names = [f"C{number}" for number in range(2, 9)]
    channels(bench, *names)
    for name in names:
        bench.announce(f"Restarting payments-api in prod, {name}.", channel=name)
    slow = SlowNotifier(bench=bench, seconds=12)
    deliver(bench, slow)
    assert len(slow.sent) == 1
    assert slow.taken


def test_a_post_that_took_long_to_draw_has_its_lease_renewed(bench, monkeypatch):
    """Right before it is sent."""
    judged = bench.announce()

    def compose(tx, post, negmem):
        bench.later(seconds=25)
        return compose_card(tx, post, negmem)

    monkeypatch.setattr("bot.application.posts.deliver_outbox.compose_card", compose)
    slow = SlowNotifier(bench=bench, seconds=10)
    deliver(bench, slow)
    assert judged.hold_id in {card.hold_id for (card,) in slow.sent.values()}


def test_a_post_that_somebody_else_has_by_now_is_not_sent(bench, notifier, monkeypatch):
    """Its lease ran out while it was drawn."""
    bench.announce()

    def compose(tx, post, negmem):
        card = compose_card(tx, post, negmem)
        bench.later(seconds=40)
        return card

    def links(directory, team, card):
        with bench.store.write() as tx:
            assert tx.outbox.claim([TEAM], bench.now, bench.now + LEASE, 1)
        return card

    monkeypatch.setattr("bot.application.posts.deliver_outbox.compose_card", compose)
    monkeypatch.setattr("bot.application.posts.deliver_outbox.with_links", links)
    deliver_outbox(bench.negmem, notifier)
    assert notifier.sent == {}


class DeadlyNotifier(FakeNotifier):
    """Ends the process that sends to a channel, and not in a way that it could note."""

    def post(self, post, card, thread_ts):
        if post.channel == "C2":
            raise KeyboardInterrupt
        return super().post(post, card, thread_ts)


def test_a_post_that_ends_its_process_is_given_up_and_the_others_go_out(bench):
    channels(bench, "C2")
    bench.announce("Restarting payments-api in prod, in C2.", channel="C2")
    bench.announce()
    deadly, deaths = DeadlyNotifier(), 0
    for _ in range(3 * ATTEMPTS):
        try:
            deliver(bench, deadly)
        except KeyboardInterrupt:
            deaths += 1
        bench.later(seconds=LEASE.total_seconds() + 1)
    assert deaths <= ATTEMPTS
    assert any(isinstance(card, HoldCard) for (card, *_) in deadly.sent.values())


def notes(notifier):
    return [cards[0].text for cards in notifier.sent.values() if isinstance(cards[0], NoteCard)]


def reviewed_in(bench, channel):
    store_set_up(bench.negmem, TEAM, "test", {"review_channel": channel})


def test_what_is_held_where_nobody_sees_it_is_told_where_the_review_is(bench, notifier):
    """Each held action is; the hold stays."""
    reviewed_in(bench, "C9")
    held = [bench.announce(), bench.announce("Restarting payments-api in prod, once more.")]
    notifier.failures = [SendFailure("not_in_channel")] * 2
    deliver(bench, notifier)
    assert len(notes(notifier)) == 2
    assert all("Held all the same" in told and "payments-api" in told for told in notes(notifier))
    assert {bench.hold(one).state for one in held} == {HoldState.PENDING}


def test_the_same_trouble_is_told_once_an_hour(bench, notifier):
    """A warning that cannot be posted is no news after the first."""
    reviewed_in(bench, "C9")
    for minute in (0, 1, 70):
        bench.later(minutes=minute)
        bench.announce(f"Flushing the redis cache of checkout-web in prod, try {minute}.")
        notifier.failures = [SendFailure("is_archived")]
        deliver(bench, notifier)
    assert len(notes(notifier)) == 2
    assert "it is archived" in notes(notifier)[0]


def test_trouble_with_telling_trouble_is_told_no_further(bench, notifier):
    """No post breeds another one for ever."""
    reviewed_in(bench, "C9")
    bench.announce("Flushing the redis cache of checkout-web in prod.")
    notifier.failures = [SendFailure("is_archived")] * 2
    deliver(bench, notifier)
    assert notifier.sent == {}


def test_a_post_that_lost_its_place_is_no_news(bench, notifier):
    """Somebody deleted what it answers."""
    reviewed_in(bench, "C9")
    bench.announce("Flushing the redis cache of checkout-web in prod.")
    notifier.failures = [SendFailure("thread_not_found")]
    deliver(bench, notifier)
    assert notifier.sent == {}


def cards_of(bench, hold_id):
    with bench.store.read() as tx:
        return tx.outbox.of_subject(TEAM, hold_id)


@pytest.mark.parametrize("times", [1, 2])
def test_a_deleted_card_is_posted_again_while_its_hold_is_pending(bench, notifier, times):
    """However often Slack tells of it, and drawn from the state that it has then."""
    judged = bench.announce()
    deliver(bench, notifier)
    (card,) = cards_of(bench, judged.hold_id)
    for _ in range(times):
        own_post_deleted(bench.negmem, Place(TEAM, CHANNEL, card.ts))
    deliver(bench, notifier)
    gone, again = cards_of(bench, judged.hold_id)
    assert (gone.state, again.state) == (PostState.FAILED, PostState.SENT)
    assert (again.thread_ts, again.broadcast) == (card.thread_ts, True)
    keep_hold(bench.negmem, TEAM, judged.hold_id, MEMBER)
    deliver(bench, notifier)
    assert [one.state for one in notifier.sent[again.id]] == [HoldState.PENDING, HoldState.KEPT]
    assert len(notifier.sent[gone.id]) == 1


def test_a_card_whose_deletion_nobody_told_of_is_posted_again_when_it_is_drawn(bench, notifier):
    """At the latest at half the hold's life, when people are reminded of it."""
    judged = bench.announce()
    deliver(bench, notifier)
    bench.later(minutes=16)
    due_work(bench.negmem)
    gone = SendFailure("message_not_found")
    notifier.failures = [gone, None, None]
    deliver(bench, notifier)
    kinds = [(one.kind, one.state) for one in cards_of(bench, judged.hold_id)]
    assert kinds == [
        (PostKind.HOLD, PostState.FAILED),
        (PostKind.NOTE, PostState.SENT),
        (PostKind.HOLD, PostState.SENT),
    ]


def test_a_deleted_card_of_an_ended_hold_stays_deleted(bench, notifier):
    """Nobody has to decide anything on it any more."""
    judged = bench.announce()
    deliver(bench, notifier)
    keep_hold(bench.negmem, TEAM, judged.hold_id, MEMBER)
    deliver(bench, notifier)
    own_post_deleted(bench.negmem, Place(TEAM, CHANNEL, cards_of(bench, judged.hold_id)[0].ts))
    assert len(cards_of(bench, judged.hold_id)) == 1


def test_trouble_is_over_when_a_post_arrives(bench, notifier):
    """Whatever the bot was told of it."""
    bench.announce()
    notifier.failures = [SendFailure("not_in_channel")]
    deliver(bench, notifier)
    bench.announce("Restarting payments-api in prod, once more.")
    deliver(bench, notifier)
    with bench.store.read() as tx:
        assert tx.channels.get(TEAM, CHANNEL).trouble is None


def test_the_card_says_what_a_person_at_three_in_the_morning_needs(bench, notifier):
    judged = bench.announce()
    deliver(bench, notifier)
    card = card_of(bench, notifier, judged.hold_id)[0]
    entry = card.entries[0]
    assert "payments-api" in card.headline
    assert entry.outcome.startswith("dropped in-flight")
    assert entry.instead.startswith("drain")
    assert any("restart" in word for word in entry.why)
    assert card.who_may
    assert card.expires_at > bench.now
    assert entry.fires.fired == 0


def test_history_counts_earlier_holds_only(bench, notifier):
    first = bench.announce()
    keep_hold(bench.negmem, TEAM, first.hold_id, MEMBER)
    bench.later(hours=2)
    second = bench.announce()
    deliver(bench, notifier)
    entry = card_of(bench, notifier, second.hold_id)[0].entries[0]
    assert (entry.fires.fired, entry.fires.kept) == (1, 1)
    assert entry.last_url
