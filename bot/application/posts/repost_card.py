"""A post that somebody deleted: it is drawn no more, and a pending hold gets its card again."""

from __future__ import annotations

from datetime import datetime

from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.posts.tell_trouble import MESSAGE_GONE, tell_deleted
from bot.application.posts.write_post import write_post
from bot.application.records.post import Post, PostKind, PostState
from bot.domain.action import Place

MOST_CARDS = 4
"""Cards of one hold: whoever deletes that many means it, or is a program that never ends."""


def own_post_deleted(negmem: Negmem, place: Place) -> None:
    """Take note that the post of ours at `place` was deleted; told twice, it happens once."""
    if place.channel is None or place.ts is None:
        return
    now = negmem.clock()
    with negmem.store.write() as tx:
        post = tx.outbox.at(place.team, place.channel, place.ts)
        if post is not None:
            post_gone(tx, post, now)


def post_gone(tx: Transaction, post: Post, now: datetime) -> None:
    """Give the post up; where it was the only card of a pending hold, write a new one.

    After `MOST_CARDS` of them it is told in another channel instead; the hold stays.
    """
    latest = tx.outbox.get(post.id)
    if latest is None or latest.state is PostState.FAILED:
        return
    tx.outbox.failed(post.id, MESSAGE_GONE, None)
    hold = tx.holds.get(post.team, post.subject) if post.kind is PostKind.HOLD else None
    if hold is None or not hold.is_pending(now):
        return
    posts = tx.outbox.of_subject(post.team, post.subject)
    cards = [one for one in posts if one.kind is PostKind.HOLD]
    if any(one.state is not PostState.FAILED for one in cards):
        return
    if len(cards) >= MOST_CARDS:
        tell_deleted(tx, post, len(cards), now)
        return
    place = Place(post.team, post.channel, post.thread_ts)
    write_post(tx, PostKind.HOLD, hold.id, place, now, broadcast=True)
