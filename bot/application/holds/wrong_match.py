"""Wrong match: an exception for that version of the entry and that very action."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.application.holds.release_hold import (
    message_changed,
    read_again,
    redraw_with,
    versions_in,
    write_down_release,
)
from bot.application.judging.judge import judge_each
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer, refused
from bot.application.ports.slack import MessageNow
from bot.application.ports.store import Transaction
from bot.application.posts.show_actions import shown_whole
from bot.application.posts.write_post import redraw
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.entry import Entry, WrongMatch
from bot.domain.hold import (
    Hold,
    HoldState,
    PersonFacts,
    Refusal,
    may_lessen_protection,
    may_release,
)


def call_wrong(
    negmem: Negmem, team: str, user: str, channel: str, action_id: str, entry_id: str
) -> Answer:
    """Record the exception, and end the hold if nothing else holds any of its actions.

    It needs the same authority as a release, in the channel of the hold, and releases under the
    same conditions: the announcement is read again, and every action of the hold judged again.
    """
    with negmem.store.read() as tx:
        judged = tx.announcements.get(team, action_id)
        hold = tx.holds.get(team, judged.hold_id) if judged and judged.hold_id else None
    if judged is None or entry_id not in {match.entry_id for match in judged.matches}:
        return Answer(False, "I do not know this match any more. Nothing was changed.")
    where = hold.channel if hold is not None else judged.announcement.place.channel or channel
    person = negmem.directory.person(team, user, where)
    message = read_again(negmem, hold) if hold is not None else None
    now = negmem.clock()
    with negmem.store.write() as tx:
        entry = tx.entries.get(team, entry_id)
        hold = tx.holds.get(team, hold.id) if hold is not None else None
        if entry is None:
            return Answer(False, "I do not know this match any more. Nothing was changed.")
        refusal = _refusal(tx, team, person, entry, hold)
        if refusal is not None:
            return refused(refusal, tx.workspaces.get(team).approver_label)
        excepted = _except(tx, judged, entry, user, now)
    if not excepted.ok or hold is None or not hold.is_pending(now):
        return excepted
    with negmem.store.write() as tx:
        # Judged again only now: a memory must not be read in a transaction that changes it.
        tail = _after(negmem, tx, hold.id, entry, _Calling(team, message, user, now))
    return replace(excepted, text=excepted.text + tail)


@dataclass(frozen=True, slots=True)
class _Calling:
    team: str
    message: MessageNow | None
    user: str
    now: datetime


def _refusal(
    tx: Transaction, team: str, person: PersonFacts, entry: Entry, hold: Hold | None
) -> Refusal | None:
    policy = tx.workspaces.get(team).approvers
    concerned = [one for one in tx.holds.open(team) if entry.id in {e.entry_id for e in one.shown}]
    for one in (*concerned, *([hold] if hold is not None else [])):
        refusal = may_release(person, policy, announcers=one.announcers, principals=one.principals)
        if refusal is not None:
            return refusal
    return may_lessen_protection(person, policy)


def _except(
    tx: Transaction, judged: JudgedAnnouncement, entry: Entry, user: str, now: datetime
) -> Answer:
    team = judged.announcement.place.team
    if (judged.key, entry.version) in {(one.digest, one.version) for one in entry.exceptions}:
        return Answer(False, f"{entry.id} knows already that this is none of its matches.")
    if entry.approvals > 1:
        text = f"{entry.id} asks for two people: release it together, or narrow the entry."
        return Answer(False, text)
    wrong = WrongMatch(judged.key, entry.version + 1, user, now)
    tx.entries.update(team, entry.changed(exceptions=(*entry.exceptions, wrong)))
    redraw(tx, team, judged.id, entry.id)
    detail: dict[str, object] = {"action": judged.id, "digest": judged.digest, "key": judged.key}
    tx.audit.append(team, user, AuditEvent.ENTRY_EXCEPTED, entry.id, detail, now)
    return Answer(True, f"Noted: {entry.id} will not match this again.", subject=entry.id)


def _after(negmem: Negmem, tx: Transaction, hold_id: str, entry: Entry, calling: _Calling) -> str:
    """End the hold if nothing holds any of its actions now; else show what still does."""
    hold = tx.holds.get(calling.team, hold_id)
    if hold is None or not hold.is_pending(calling.now):
        return ""
    actions = tx.announcements.of_hold(hold.team, hold.id)
    again = [judging for _, judging in judge_each(negmem, tx, actions, calling.now)]
    if any(one.decision.effect is Effect.HOLD for one in again) or hold.approvals > 1:
        redraw_with(tx, hold, versions_in(again), calling.user, calling.now)
        return " The hold stays: see its card."
    changed = message_changed(negmem, tx, hold, calling.message, calling.now)
    if changed is not None or not shown_whole(actions):
        return f" {changed.text}" if changed is not None else " The hold stays: it is too long."
    released = replace(
        hold,
        state=HoldState.RELEASED,
        ended_by=calling.user,
        ended_at=calling.now,
        end_reason=f"wrong match: {entry.id}",
    )
    if not tx.holds.update_pending(released):
        return ""
    write_down_release(tx, released, calling.user, calling.now)
    return " The hold is released."
