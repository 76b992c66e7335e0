"""Writing down what is to be said in a channel, before it is said."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.application.negmem import new_id
from bot.application.ports.store import Transaction
from bot.application.records.post import Post, PostKind
from bot.domain.action import Place

OUTBOX = "outbox"
"""The topic that wakes whoever delivers posts."""


def write_post(
    tx: Transaction,
    kind: PostKind,
    subject: str,
    place: Place,
    now: datetime,
    *,
    broadcast: bool = False,
    parent: str | None = None,
    detail: Mapping[str, object] | None = None,
) -> Post:
    """Put a post about `subject` into the thread of `place` (or its channel, without a ts).

    Args:
        tx: The transaction it belongs to.
        kind: What it shows.
        subject: Id of what its state is drawn from.
        place: Where; its channel must be known.
        now: Aware.
        broadcast: Show it in the channel too; means something in a thread only.
        parent: Post in whose thread it stands, instead of the place's.
        detail: JSON values that belong to the post alone.
    """
    if place.channel is None:
        raise ValueError("a post needs a channel")
    thread = place.thread_ts or place.ts
    post = Post(
        id=new_id("post"),
        team=place.team,
        channel=place.channel,
        kind=kind,
        subject=subject,
        created_at=now,
        due_at=now,
        thread_ts=thread,
        parent=parent,
        broadcast=broadcast and thread is not None,
        detail=dict(detail or {}),
    )
    tx.outbox.add(post)
    tx.signal(OUTBOX)
    return post


def say(
    tx: Transaction,
    place: Place,
    text: str,
    now: datetime,
    *,
    mention: tuple[str, ...] = (),
    subject: str = "",
    broadcast: bool = False,
) -> Post:
    """Put a sentence into the thread of `place`."""
    detail = {"text": text, "mention": list(mention)}
    return write_post(tx, PostKind.NOTE, subject, place, now, detail=detail, broadcast=broadcast)


def redraw(tx: Transaction, team: str, *subjects: str) -> None:
    """Have each post about these subjects drawn again from the stored state."""
    tx.outbox.redraw(team, list(subjects))
    tx.signal(OUTBOX)
