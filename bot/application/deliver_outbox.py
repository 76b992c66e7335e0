"""Deliver what was written down: claim, draw, send, note.

A post is sent once. When nobody knows whether it was (a crash, a lost answer), the channel is
read back for its id before it is sent again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from bot.application.compose_cards import compose_card
from bot.application.negmem import Negmem
from bot.application.ports import Notifier, SendFailure
from bot.application.records import Post
from bot.application.repost_card import post_gone
from bot.application.tell_trouble import MESSAGE_GONE, posts_again, tell_refused

LEASE = timedelta(seconds=30)
"""How long a claimed post is left to its replica; longer than any call to Slack takes."""

SUBJECT_GONE = "subject_gone"
ATTEMPTS = 8
LONGEST_PAUSE = timedelta(minutes=5)

log = structlog.get_logger(__name__)


def deliver_outbox(negmem: Negmem, notifier: Notifier, *, limit: int = 20) -> int:
    """Send or redraw up to `limit` posts that are due; returns how many were tried."""
    now = negmem.clock()
    with negmem.store.write() as tx:
        posts = tx.outbox.claim(now, now + LEASE, limit)
    for post in posts:
        _Delivery(negmem, notifier, post, now).run()
    return len(posts)


@dataclass(frozen=True, slots=True)
class _Delivery:
    negmem: Negmem
    notifier: Notifier
    post: Post
    now: datetime

    def run(self) -> None:
        try:
            with self.negmem.store.read() as tx:
                card = compose_card(tx, self.post, self.negmem)
                parent = tx.outbox.get(self.post.parent) if self.post.parent else None
            thread = parent.ts if parent else self.post.thread_ts
            if card is None:
                self._give_up(SUBJECT_GONE)
                return
            ts = self.post.ts or self._sent_before(thread)
            if ts is None:
                ts = self.notifier.post(self.post, card, thread)
            else:
                self.notifier.update(replace(self.post, ts=ts), card)
            with self.negmem.store.write() as tx:
                tx.outbox.sent(self.post.id, ts, self.post.wanted)
                posts_again(tx, self.post, self.now)
        except SendFailure as failure:
            self._failed(failure)

    def _sent_before(self, thread: str | None) -> str | None:
        """The ts of an earlier try whose answer never came; the first try needs no look."""
        if self.post.attempts == 0:
            return None
        return self.notifier.find(self.post, thread)

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
            tx.outbox.failed(self.post.id, failure.code, self.now + pause)

    def _give_up(self, trouble: str) -> None:
        with self.negmem.store.write() as tx:
            if trouble == MESSAGE_GONE and self.post.ts is not None:
                post_gone(tx, self.post, self.now)
                return
            tx.outbox.failed(self.post.id, trouble, None)
            if trouble != SUBJECT_GONE:
                tell_refused(tx, self.post, trouble, self.now)
