"""The outbox: one sender at a time, in the order of the channel, until each post is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from bot.application.records.post import Post, PostState
from bot.domain.errors import Conflict
from tests.contract.conftest import AnyStore, rolled_back
from tests.contract.samples import MINUTE, NOW, post

LEASE = NOW + MINUTE
BOTH = ("T1", "T2")


def claim(
    store: AnyStore, now: datetime = NOW, limit: int = 10, teams: Sequence[str] = BOTH
) -> list[str]:
    with store.unit_of_work.write() as tx:
        return [each.id for each in tx.outbox.claim(teams, now, now + MINUTE, limit)]


def write(store: AnyStore, *posts: Post) -> None:
    with store.unit_of_work.write() as tx:
        for each in posts:
            tx.outbox.add(each)


def send(store: AnyStore, post_id: str, ts: str = "900.1", drawn: int = 1) -> None:
    with store.unit_of_work.write() as tx:
        tx.outbox.sent(post_id, ts, drawn)


def fail(store: AnyStore, post_id: str, retry_at: datetime | None) -> None:
    with store.unit_of_work.write() as tx:
        tx.outbox.failed(post_id, "ratelimited", retry_at)


def stored(store: AnyStore, post_id: str = "post-1") -> Post:
    with store.unit_of_work.read() as tx:
        found = tx.outbox.get(post_id)
    assert found is not None
    return found


def test_a_post_comes_back_whole(store: AnyStore) -> None:
    bare = post("post-2", thread_ts=None, parent="post-1", broadcast=False, detail={})
    write(store, post(), bare)
    assert stored(store) == post()
    assert stored(store, "post-2") == bare
    with store.unit_of_work.read() as tx:
        assert tx.outbox.get("post-3") is None
        assert list(tx.outbox.of_subject("T1", "hold-1")) == [post(), bare]
        assert list(tx.outbox.of_subject("T1", "hold-2")) == []


def test_a_posts_id_is_taken_once(store: AnyStore) -> None:
    write(store, post())
    with pytest.raises(Conflict):
        write(store, post(team="T2"))


def test_a_claimed_post_is_whole_and_nobody_elses_until_its_lease_is_over(store: AnyStore) -> None:
    """After a crash between claiming and sending, another replica takes it up."""
    write(store, post())
    with store.unit_of_work.write() as tx:
        assert list(tx.outbox.claim(BOTH, NOW, LEASE, 10)) == [post()]
    assert claim(store, NOW) == []
    assert claim(store, LEASE) == []
    assert claim(store, LEASE + MINUTE / 60) == ["post-1"]


def test_a_lease_that_ran_out_counts_as_an_attempt(store: AnyStore) -> None:
    """Its holder may have sent the post and died: who takes it up must look before sending."""
    write(store, post())
    claim(store)
    assert stored(store).attempts == 0
    claim(store, LEASE + MINUTE)
    assert stored(store).attempts == 1
    send(store, "post-1")
    assert stored(store).attempts == 0


def test_a_claim_that_is_rolled_back_leases_nothing(store: AnyStore) -> None:
    write(store, post())
    with rolled_back(store) as tx:
        tx.outbox.claim(BOTH, NOW, LEASE, 10)
    assert claim(store) == ["post-1"]


def test_a_sent_post_is_a_message_and_is_claimed_no_more(store: AnyStore) -> None:
    write(store, post())
    claim(store)
    send(store, "post-1", "900.1")
    sent = replace(post(), state=PostState.SENT, ts="900.1", drawn=1)
    assert stored(store) == sent
    assert claim(store, LEASE + MINUTE) == []
    with store.unit_of_work.read() as tx:
        assert tx.outbox.at("T1", "C1", "900.1") == sent
        assert tx.outbox.at("T1", "C2", "900.1") is None
        assert tx.outbox.at("T1", "C1", "900.2") is None


def test_a_redraw_during_the_sending_is_not_lost(store: AnyStore) -> None:
    write(store, post(), post("post-2", subject="hold-2", channel="C2"))
    claim(store)
    with store.unit_of_work.write() as tx:
        tx.outbox.redraw("T1", ["hold-1", "nothing"])
        tx.outbox.redraw("T1", [])
    send(store, "post-1", drawn=1)
    send(store, "post-2", drawn=1)
    assert claim(store) == ["post-1"]
    send(store, "post-1", drawn=2)
    assert claim(store) == []
    assert stored(store).wanted == 2


def test_an_older_drawing_that_comes_late_takes_nothing_back(store: AnyStore) -> None:
    write(store, post(wanted=3))
    send(store, "post-1", drawn=3)
    send(store, "post-1", drawn=2)
    assert stored(store).drawn == 3


def test_posts_of_a_channel_go_one_after_the_other(store: AnyStore) -> None:
    write(store, post("a1"), post("b1", channel="C2"), post("a2"), post("c1", team="T2"))
    assert claim(store) == ["a1", "b1", "c1"]
    assert claim(store) == []
    send(store, "a1")
    assert claim(store) == ["a2"]


def test_at_most_the_limit_is_claimed(store: AnyStore) -> None:
    write(store, *(post(f"p{n}", channel=f"C{n}") for n in range(5)))
    assert claim(store, limit=2) == ["p0", "p1"]
    assert claim(store, limit=2) == ["p2", "p3"]


def test_a_refused_post_waits_and_holds_up_its_channel(store: AnyStore) -> None:
    write(store, post("first"), post("second"))
    claim(store)
    fail(store, "first", NOW + 5 * MINUTE)
    refused = stored(store, "first")
    assert (refused.attempts, refused.trouble, refused.state) == (1, "ratelimited", "waiting")
    assert claim(store, NOW + 4 * MINUTE) == []
    assert claim(store, NOW + 5 * MINUTE) == ["first"]
    send(store, "first")
    assert (stored(store, "first").attempts, stored(store, "first").trouble) == (0, None)


def test_a_post_that_is_given_up_holds_up_nobody(store: AnyStore) -> None:
    write(store, post("first"), post("child", parent="first"), post("second"))
    claim(store)
    fail(store, "first", None)
    assert stored(store, "first").state is PostState.FAILED
    assert claim(store) == ["second"]
    send(store, "second")
    assert claim(store, NOW + 60 * MINUTE) == []


def test_a_post_for_later_holds_up_nobody(store: AnyStore) -> None:
    write(store, post("later", due_at=NOW + 10 * MINUTE), post("now"))
    assert claim(store) == ["now"]
    send(store, "now")
    assert claim(store, NOW + 10 * MINUTE) == ["later"]


def test_a_reply_waits_until_its_parent_stands(store: AnyStore) -> None:
    write(store, post("reply", parent="parent"), post("parent"), post("orphan", parent="nobody"))
    assert claim(store) == ["parent"]
    assert claim(store) == []
    send(store, "parent", "900.7")
    assert claim(store) == ["reply"]


def test_a_redraw_overtakes_what_still_waits(store: AnyStore) -> None:
    """A released card is drawn at once, although Slack makes a later post wait."""
    write(store, post("card"), post("note", subject="note"))
    claim(store)
    send(store, "card")
    claim(store)
    fail(store, "note", NOW + 5 * MINUTE)
    with store.unit_of_work.write() as tx:
        tx.outbox.redraw("T1", ["hold-1"])
    assert claim(store) == ["card"]


def test_a_refused_redraw_is_tried_again_and_stays_a_message(store: AnyStore) -> None:
    write(store, post(wanted=2))
    send(store, "post-1", drawn=1)
    assert claim(store) == ["post-1"]
    fail(store, "post-1", NOW + MINUTE)
    assert (stored(store).state, stored(store).ts) == (PostState.SENT, "900.1")
    assert claim(store, NOW) == []
    assert claim(store, NOW + MINUTE) == ["post-1"]


def test_the_posts_of_other_workspaces_are_left_to_whoever_serves_them(store: AnyStore) -> None:
    write(store, post("theirs", team="T2"), post("ours"))
    assert claim(store, teams=[]) == []
    assert claim(store, teams=["T1"]) == ["ours"]
    assert claim(store, teams=["T3", "T2"]) == ["theirs"]


def test_a_lease_is_renewed_by_who_has_it_alone(store: AnyStore) -> None:
    """Whoever lost it must not send the post."""
    write(store, post())

    def renew(lease: datetime, until: datetime) -> bool:
        with store.unit_of_work.write() as tx:
            return tx.outbox.renew("post-1", lease, until)

    assert not renew(LEASE, LEASE + MINUTE)
    claim(store)
    assert renew(LEASE, LEASE + MINUTE)
    assert not renew(LEASE, LEASE + 2 * MINUTE)
    assert claim(store, LEASE + MINUTE) == []
    assert claim(store, LEASE + 2 * MINUTE) == ["post-1"]
    assert not renew(LEASE + MINUTE, LEASE + 9 * MINUTE)
    send(store, "post-1")
    assert not renew(LEASE + 3 * MINUTE, LEASE + 9 * MINUTE)
