"""A click in a review thread: change the entry, and draw the reply again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.application.answers import Answer
from bot.application.change_entry import (
    narrow_entry,
    reassign_entry,
    renew_entry,
    retire_entry,
    weaken_entry,
)
from bot.application.negmem import Negmem
from bot.application.posts import redraw
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
    owner: str | None = None,
    fields: Mapping[str, str] | None = None,
) -> Answer:
    """Do what was chosen for one entry of a review.

    Args:
        negmem: What every use case is handed.
        team: Workspace.
        user: Who clicked.
        channel: Where the review stands.
        review_id: The review.
        entry_id: The entry.
        choice: `renew`, `narrow`, `weaken`, `retire` or `reassign`.
        owner: The new owner, for `reassign`.
        fields: The smaller scope, for `narrow`.
    """
    answer = _apply(negmem, team, user, channel, entry_id, choice, owner, fields or {})
    if not answer.ok:
        return answer
    now = negmem.clock()
    with negmem.store.write() as tx:
        review = tx.reviews.get(team, review_id)
        if review is None:
            return answer
        items = tuple(
            replace(item, done=_DONE[choice], done_by=user, done_at=now)
            if item.entry_id == entry_id
            else item
            for item in review.items
        )
        tx.reviews.update(replace(review, items=items))
        redraw(tx, team, review_id)
        detail: dict[str, object] = {"review": review_id, "choice": choice}
        tx.audit.append(team, user, AuditEvent.REVIEWED, entry_id, detail, now)
    return answer


def _apply(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str,
    entry_id: str,
    choice: str,
    owner: str | None,
    fields: Mapping[str, str],
) -> Answer:
    if choice == "renew":
        return renew_entry(negmem, team, user, channel, entry_id)
    if choice == "weaken":
        return weaken_entry(negmem, team, user, channel, entry_id)
    if choice == "retire":
        return retire_entry(negmem, team, user, channel, entry_id)
    if choice == "reassign" and owner:
        return reassign_entry(negmem, team, user, channel, entry_id, owner)
    if choice == "narrow":
        return narrow_entry(negmem, team, user, channel, entry_id, fields)
    return Answer(False, "Choose what should happen to this entry.")
