"""Compose the card of a post from the stored state of its subject."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from bot.application.judging.reasons import doubt_text
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.posts.show_actions import quoted
from bot.application.records.announcement import JudgedAnnouncement, ShownMatch
from bot.application.records.card import (
    Card,
    CardEntry,
    EntryCard,
    HoldCard,
    KeptCard,
    LoggedAlert,
    NoteCard,
    ReviewCard,
    ReviewItemCard,
    StoppedCard,
    WarningCard,
)
from bot.application.records.post import Post, PostKind
from bot.domain.entry import Severity
from bot.domain.hold import EntryVersion, Hold

_SLACK_LINK = re.compile(r"https://[a-z0-9.-]+/archives/\S+|https?://\S+")


def compose_card(tx: Transaction, post: Post, negmem: Negmem) -> Card | None:
    """The card, or None when its subject is not there any more."""
    if post.kind in _OF_ENTRIES:
        return _OF_ENTRIES[post.kind](tx, post, negmem)
    return _COMPOSERS[post.kind](tx, post)


def _hold_card(tx: Transaction, post: Post) -> Card | None:
    hold = tx.holds.get(post.team, post.subject)
    actions = tx.announcements.of_hold(post.team, post.subject)
    if hold is None or not actions:
        return None
    first, workspace = actions[0], tx.workspaces.get(post.team)
    also = [one for one in actions if one.key in hold.also]
    matches = {match.entry_id: match for one in actions for match in one.matches}
    shown = [m for m in matches.values() if m.entry_id in {one.entry_id for one in hold.shown}]
    announcer = first.announcement.announcer
    return HoldCard(
        post_id=post.id,
        hold_id=hold.id,
        action_id=first.id,
        digest=first.digest,
        headline=first.headline,
        quote=quoted(first),
        announced_by=None if first.agent else announcer,
        agent=first.agent,
        state=hold.state,
        entries=_card_entries(tx, post.team, shown, hold.opened_at),
        who_may=workspace.approver_label,
        mention=workspace.mentioned,
        opened_at=hold.opened_at,
        expires_at=hold.expires_at,
        also=tuple(dict.fromkeys(quoted(one) for one in also)),
        revision=hold.revision,
        asked=hold.asked,
        approvals=hold.approvals,
        approved_by=hold.approved_by,
        ended_by=hold.ended_by,
        ended_at=hold.ended_at,
        end_reason=hold.end_reason,
        went_ahead=hold.went_ahead,
        doubt=_doubt(hold, actions),
    )


def _doubt(hold: Hold, actions: Sequence[JudgedAnnouncement]) -> str | None:
    """Why it is held where no entry that the card shows says so."""
    shown = set(hold.shown)
    for one in actions:
        matched = {EntryVersion(match.entry_id, match.version) for match in one.matches}
        if matched <= shown and (told := doubt_text(one)) is not None:
            return told
    return None


def _warning_card(tx: Transaction, post: Post) -> Card | None:
    judged = tx.announcements.get(post.team, post.subject)
    if judged is None:
        return None
    place = judged.announcement.place
    channel = tx.channels.get(post.team, place.channel) if place.channel else None
    glass = channel.break_glass if channel and judged.break_glass else None
    return WarningCard(
        post_id=post.id,
        action_id=judged.id,
        digest=judged.digest,
        headline=judged.headline,
        entries=_card_entries(tx, post.team, judged.matches, judged.judged_at),
        break_glass_by=glass.by if glass else None,
        doubt=doubt_text(judged),
    )


def _kept_card(tx: Transaction, post: Post) -> Card | None:
    judged = tx.announcements.get(post.team, post.subject)
    hold = tx.holds.get(post.team, judged.hold_id) if judged and judged.hold_id else None
    if judged is None or hold is None or hold.ended_by is None or hold.ended_at is None:
        return None
    return KeptCard(
        post_id=post.id,
        action_id=judged.id,
        digest=judged.digest,
        headline=judged.headline,
        kept_by=hold.ended_by,
        kept_at=hold.ended_at,
        reason=hold.end_reason,
    )


def _stopped_card(tx: Transaction, post: Post) -> Card | None:
    judged = tx.announcements.get(post.team, post.subject)
    if judged is None:
        return None
    detail = post.detail
    return StoppedCard(
        post_id=post.id,
        action_id=judged.id,
        digest=judged.digest,
        by=cast("str", detail["by"]),
        headlines=tuple(cast("list[str]", detail["headlines"])),
        reason=cast("str | None", detail.get("reason")),
        remembered=_remembered(tx, post),
    )


def _remembered(tx: Transaction, post: Post) -> str | None:
    """The entry that was made of a stopped action since."""
    stored = tx.outbox.of_subject(post.team, f"remembered:{post.subject}")
    return cast("str | None", stored[0].detail.get("entry_id")) if stored else None


def _entry_card(tx: Transaction, post: Post, negmem: Negmem) -> Card | None:
    entry = tx.entries.get(post.team, post.subject)
    if entry is None:
        return None
    detail = post.detail
    return EntryCard(
        post_id=post.id,
        action_id=cast("str | None", detail.get("action_id")),
        entry=entry,
        at=negmem.clock(),
        learned_from="outcome" if post.kind is PostKind.LESSON else "correction",
        by=cast("str | None", detail.get("by")),
        evidence=cast("str | None", detail.get("evidence")),
        reading=negmem.memories.reading_of(entry),
        proposes_block=bool(detail.get("proposes_block")),
    )


def _review_card(tx: Transaction, post: Post) -> Card | None:
    review = tx.reviews.get(post.team, post.subject)
    if review is None:
        return None
    numbers = review.numbers
    weeks = cast("list[tuple[str, dict[str, int]]]", numbers.get("weeks", []))
    return ReviewCard(
        post_id=post.id,
        review_id=review.id,
        week=review.week,
        numbers=cast("dict[str, int]", numbers.get("totals", {})),
        weeks=tuple((week, counts) for week, counts in weeks),
        alerts=tuple(
            LoggedAlert(headline or "", channel, ts)
            for headline, channel, ts in cast("list[list[str | None]]", numbers.get("alerts", []))
        ),
        retired=tuple(
            (one, why) for one, why in cast("list[list[str]]", numbers.get("retired", []))
        ),
        items=len(review.items),
        answered=sum(item.done is not None for item in review.items),
    )


def _review_item_card(tx: Transaction, post: Post, negmem: Negmem) -> Card | None:
    review = tx.reviews.get(post.team, post.subject)
    entry_id = cast("str", post.detail["entry_id"])
    entry = tx.entries.get(post.team, entry_id)
    if review is None or entry is None:
        return None
    item = next((one for one in review.items if one.entry_id == entry_id), None)
    if item is None:
        return None
    fires = tx.announcements.fires(post.team, entry_id)
    return ReviewItemCard(
        post_id=post.id,
        review_id=review.id,
        entry=entry,
        at=negmem.clock(),
        questions=item.questions,
        fires=fires,
        last_url=None,
        mention_owner=bool(post.detail.get("mention_owner")),
        done=item.done,
        done_by=item.done_by,
        done_at=item.done_at,
    )


def _note_card(tx: Transaction, post: Post) -> Card | None:  # noqa: ARG001 - one signature for all composers
    return NoteCard(
        post_id=post.id,
        text=cast("str", post.detail["text"]),
        mention=tuple(cast("list[str]", post.detail.get("mention", []))),
        action_id=post.subject or None,
        detail=post.detail,
    )


def _card_entries(
    tx: Transaction,
    team: str,
    matches: Sequence[ShownMatch],
    before: datetime,
) -> tuple[CardEntry, ...]:
    """Worst first; `before` is the moment of this decision: its own match is no history."""
    order = sorted(matches, key=lambda match: match.severity is not Severity.BLOCK)
    return tuple(_card_entry(tx, team, match, before) for match in order)


def _card_entry(tx: Transaction, team: str, match: ShownMatch, before: datetime) -> CardEntry:
    entry = tx.entries.get(team, match.entry_id)
    if entry is not None and entry.version != match.version:
        match = replace(
            match,
            version=entry.version,
            action=entry.action,
            outcome=entry.outcome,
            source=entry.source,
            instead=entry.instead,
        )
    fires = tx.announcements.fires(team, match.entry_id, before)
    link = _SLACK_LINK.search(match.source)
    return CardEntry(
        entry_id=match.entry_id,
        version=match.version,
        action=match.action,
        outcome=match.outcome,
        severity=match.severity,
        source=_source_words(match.source, link.group() if link else None),
        source_url=link.group() if link else None,
        why=match.agreed,
        weakened=match.weakened,
        instead=match.instead,
        fires=fires,
    )


def _source_words(source: str, url: str | None) -> str:
    """The source without its link, which is drawn as one; a bare link is a message in Slack."""
    words = source.replace(url, "").strip(" ;") if url else source
    return words or "correction in Slack"


_OF_ENTRIES: dict[PostKind, Callable[[Transaction, Post, Negmem], Card | None]] = {
    PostKind.ENTRY_STORED: _entry_card,
    PostKind.LESSON: _entry_card,
    PostKind.REVIEW_ITEM: _review_item_card,
}
"""What they show of an entry depends on the moment and on how it is read."""

_Composer = Callable[[Transaction, Post], Card | None]

_COMPOSERS: dict[PostKind, _Composer] = {
    PostKind.HOLD: _hold_card,
    PostKind.WARNING: _warning_card,
    PostKind.KEPT: _kept_card,
    PostKind.STOPPED: _stopped_card,
    PostKind.REVIEW: _review_card,
    PostKind.NOTE: _note_card,
}
