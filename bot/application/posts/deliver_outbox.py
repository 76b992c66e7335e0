"""Deliver what was written down: claim, draw, send, note.

A post is sent once. When nobody knows whether it was (a crash, a lost answer), the channel is
read back for its id before it is sent again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from bot.application.negmem import Negmem
from bot.application.ports.slack import Notifier, SendFailure
from bot.application.posts.compose_cards import compose_card
from bot.application.posts.link_cards import with_links
from bot.application.posts.repost_card import post_gone
from bot.application.posts.tell_trouble import MESSAGE_GONE, NOT_DRAWN, posts_again, tell_refused
from bot.application.records.card import Card, ReviewCard
from bot.application.records.post import Post
from bot.domain.errors import MemoryUnavailable

LEASE = timedelta(seconds=30)
"""How long a claimed post is left to its replica; longer than sending it takes."""
LEASE_WITH_PICTURE = timedelta(seconds=60)
"""The same for a review, whose picture is uploaded first."""
RENEWED_AFTER = timedelta(seconds=5)
"""What drawing may take of a lease; after that it is renewed right before the post is sent."""

SUBJECT_GONE = "subject_gone"
ATTEMPTS = 8
LONGEST_PAUSE = timedelta(minutes=5)
_PAUSE_SECONDS = 5.0

log = structlog.get_logger(__name__)


def deliver_outbox(negmem: Negmem, notifier: Notifier, *, limit: int = 20) -> int:
    """Send or redraw up to `limit` posts that are due, one by one; returns how many were tried.

    Raises:
        MemoryUnavailable: The database cannot be asked. No post raises anything else.
    """
    for tried in range(limit):
        delivery = _claimed(negmem, notifier)
        if delivery is None:
            return tried
        delivery.run()
    return limit


def _claimed(negmem: Negmem, notifier: Notifier) -> _Delivery | None:
    """The next post. One at a time: others would sit through the sending of this one's lease."""
    now = negmem.clock()
    with negmem.store.write() as tx:
        posts = tx.outbox.claim(notifier.teams(), now, now + LEASE, 1)
    return _Delivery(negmem, notifier, posts[0], now) if posts else None


@dataclass(frozen=True, slots=True)
class _Delivery:
    negmem: Negmem
    notifier: Notifier
    post: Post
    claimed_at: datetime

    def run(self) -> None:
        """Whatever goes wrong with this post counts as an attempt, and holds up no other."""
        if self.post.attempts >= ATTEMPTS:  # whoever sent it died of it, time after time
            self._give_up(NOT_DRAWN)
            return
        try:
            self._deliver()
        except SendFailure as failure:
            self._failed(failure)
        except MemoryUnavailable:
            raise
        except Exception:
            log.exception("a post could not be drawn", post=self.post.id)
            self._failed(SendFailure(NOT_DRAWN, _PAUSE_SECONDS))

    def _deliver(self) -> None:
        with self.negmem.store.read() as tx:
            card = compose_card(tx, self.post, self.negmem)
            parent = tx.outbox.get(self.post.parent) if self.post.parent else None
        thread = parent.ts if parent else self.post.thread_ts
        if card is None:
            self._give_up(SUBJECT_GONE)
            return
        card = with_links(self.negmem.directory, self.post.team, card)
        ts = self.post.ts or self._sent_before(thread)
        if not self._is_still_ours(card):
            return
        if ts is None:
            ts = self.notifier.post(self.post, card, thread)
        else:
            self.notifier.update(replace(self.post, ts=ts), card)
        with self.negmem.store.write() as tx:
            tx.outbox.sent(self.post.id, ts, self.post.wanted)
            posts_again(tx, self.post, self.negmem.clock())

    def _sent_before(self, thread: str | None) -> str | None:
        """The ts of an earlier try whose answer never came; the first try needs no look."""
        if self.post.attempts == 0:
            return None
        return self.notifier.find(self.post, thread)

    def _is_still_ours(self, card: Card) -> bool:
        """Whether the lease lasts until the post is sent; if not it is renewed, or lost."""
        now, has_picture = self.negmem.clock(), isinstance(card, ReviewCard)
        if now < self.claimed_at + RENEWED_AFTER and not has_picture:
            return True
        until = now + (LEASE_WITH_PICTURE if has_picture else LEASE)
        with self.negmem.store.write() as tx:
            ours = tx.outbox.renew(self.post.id, self.claimed_at + LEASE, until)
        if not ours:
            log.warning("a post took so long to draw that somebody else has it", post=self.post.id)
        return ours

    def _failed(self, failure: SendFailure) -> None:
        log.warning("post not sent", post=self.post.id, trouble=failure.code)
        tries = self.post.attempts + 1
        if failure.retry_after is None or tries >= ATTEMPTS:
            self._give_up(failure.code)
            return
        pause = min(
            max(timedelta(seconds=failure.retry_after), timedelta(seconds=1)), LONGEST_PAUSE
        )
        with self.negmem.store.write() as tx:
            tx.outbox.failed(self.post.id, failure.code, self.negmem.clock() + pause)

    def _give_up(self, trouble: str) -> None:
        now = self.negmem.clock()
        try:
            with self.negmem.store.write() as tx:
                if trouble == MESSAGE_GONE and self.post.ts is not None:
                    post_gone(tx, self.post, now)
                    return
                tx.outbox.failed(self.post.id, trouble, None)
                if trouble != SUBJECT_GONE:
                    tell_refused(tx, self.post, trouble, now)
        except MemoryUnavailable:
            raise
        except Exception:
            # What cannot be drawn may be what cannot be told either.
            log.exception("a post was given up, and nobody told", post=self.post.id)
            with self.negmem.store.write() as tx:
                tx.outbox.failed(self.post.id, trouble, None)
