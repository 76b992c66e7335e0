"""A click in a review thread: change the entry, and draw the reply again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.application.entries.change_entry import (
    narrow_entry,
    reassign_entry,
    renew_entry,
    retire_entry,
    weaken_entry,
)
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer, clock_time, day
from bot.application.posts.write_post import redraw
from bot.domain.audit import AuditEvent

_DONE = {
    "renew": "renewed",
    "narrow": "narrowed",
    "weaken": "weakened",
    "retire": "retired",
    "reassign": "reassigned",
}


def answer_review(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str,
    review_id: str,
    entry_id: str,
    choice: str,
    *,
    version: int | None = None,
    owner: str | None = None,
    fields: Mapping[str, str] | None = None,
) -> Answer:
    """Do what was chosen for one entry of a review, once.

    Args:
        negmem: What every use case is handed.
        team: Workspace.
        user: Who clicked.
        channel: Where the review stands.
        review_id: The review.
        entry_id: The entry.
        choice: `renew`, `narrow`, `weaken`, `retire` or `reassign`.
        version: Of the entry as it was drawn; None from a card that did not say it yet.
        owner: The new owner, for `reassign`.
        fields: The smaller scope, for `narrow`.
    """
    too_late = _too_late(negmem, team, review_id, entry_id, version)
    if too_late is not None:
        return too_late
    answer = _apply(negmem, team, user, channel, entry_id, choice, version, owner, fields or {})
    if not answer.ok:
        return answer
    _note_done(negmem, team, user, review_id, entry_id, choice)
    return answer


def _note_done(
    negmem: Negmem, team: str, user: str, review_id: str, entry_id: str, choice: str
) -> None:
    now = negmem.clock()
    with negmem.store.write() as tx:
        review = tx.reviews.get(team, review_id)
        if review is None:
            return
        items = tuple(
            replace(item, done=_DONE[choice], done_by=user, done_at=now)
            if item.entry_id == entry_id and item.done is None
            else item
            for item in review.items
        )
        tx.reviews.update(replace(review, items=items))
        redraw(tx, team, review_id)
        detail: dict[str, object] = {"review": review_id, "choice": choice}
        tx.audit.append(team, user, AuditEvent.REVIEWED, entry_id, detail, now)


def _too_late(
    negmem: Negmem, team: str, review_id: str, entry_id: str, version: int | None
) -> Answer | None:
    """Somebody answered before, or changed the entry since it was drawn."""
    with negmem.store.read() as tx:
        review, entry = tx.reviews.get(team, review_id), tx.entries.get(team, entry_id)
    for item in review.items if review is not None else ():
        if item.entry_id == entry_id and item.done_at is not None:
            when = f"on {day(item.done_at)} at {clock_time(item.done_at)}"
            return Answer(False, f"{entry_id} was {item.done} by <@{item.done_by}> {when} already.")
    if entry is None or version in (None, entry.version):
        return None
    with negmem.store.write() as tx:
        redraw(tx, team, review_id)
    return Answer(False, f"{entry_id} has changed since this was drawn: look again, then decide.")


def _apply(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str,
    entry_id: str,
    choice: str,
    version: int | None,
    owner: str | None,
    fields: Mapping[str, str],
) -> Answer:
    if choice == "renew":
        return renew_entry(negmem, team, user, channel, entry_id, version=version)
    if choice == "weaken":
        return weaken_entry(negmem, team, user, channel, entry_id, version=version)
    if choice == "retire":
        return retire_entry(negmem, team, user, channel, entry_id, version=version)
    if choice == "reassign" and owner:
        return reassign_entry(negmem, team, user, channel, entry_id, owner, version=version)
    if choice == "narrow":
        return narrow_entry(negmem, team, user, channel, entry_id, fields, version=version)
    return Answer(False, "Choose what should happen to this entry.")
