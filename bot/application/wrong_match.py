"""Wrong match: an exception for that version of the entry and that digest."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.application.answers import Answer, refused
from bot.application.negmem import Negmem
from bot.application.permits import issue_permit
from bot.application.ports import Transaction
from bot.application.posts import redraw
from bot.application.records import JudgedAnnouncement
from bot.domain.audit import AuditEvent
from bot.domain.entry import Entry, Severity, WrongMatch
from bot.domain.hold import Hold, HoldState, may_lessen_protection, may_release


def call_wrong(
    negmem: Negmem, team: str, user: str, channel: str, action_id: str, entry_id: str
) -> Answer:
    """Record the exception, and end the hold if no other block entry holds it.

    It needs the same authority as a release: on a hold the announcer and its principal may not.
    """
    person = negmem.directory.person(team, user, channel)
    now = negmem.clock()
    with negmem.store.write() as tx:
        judged = tx.announcements.get(team, action_id)
        entry = tx.entries.get(team, entry_id)
        if judged is None or entry is None:
            return Answer(False, "I do not know this match any more. Nothing was changed.")
        hold = tx.holds.get(team, judged.hold_id) if judged.hold_id else None
        workspace = tx.workspaces.get(team)
        if hold is not None:
            refusal = may_release(
                person,
                workspace.approvers,
                announcers=hold.announcers,
                principals=hold.principals,
            )
        else:
            refusal = may_lessen_protection(person, workspace.approvers)
        if refusal is not None:
            return refused(refusal, workspace.approver_label)
        return _except(tx, judged, entry, hold, user, now)


def _except(
    tx: Transaction,
    judged: JudgedAnnouncement,
    entry: Entry,
    hold: Hold | None,
    user: str,
    now: datetime,
) -> Answer:
    team = judged.announcement.place.team
    if (judged.digest, entry.version) in {(one.digest, one.version) for one in entry.exceptions}:
        return Answer(False, f"{entry.id} knows already that this is none of its matches.")
    wrong = WrongMatch(judged.digest, entry.version + 1, user, now)
    tx.entries.update(team, entry.changed(exceptions=(*entry.exceptions, wrong)))
    ended = (
        hold is not None
        and hold.is_pending(now)
        and _end_or_keep(tx, judged, entry, hold, user, now)
    )
    redraw(tx, team, judged.id, entry.id)
    detail: dict[str, object] = {"action": judged.id, "digest": judged.digest, "ended": ended}
    tx.audit.append(team, user, AuditEvent.ENTRY_EXCEPTED, entry.id, detail, now)
    tail = " The hold is released." if ended else ""
    return Answer(True, f"Noted: {entry.id} will not match this again.{tail}", subject=entry.id)


def _end_or_keep(
    tx: Transaction,
    judged: JudgedAnnouncement,
    entry: Entry,
    hold: Hold,
    user: str,
    now: datetime,
) -> bool:
    """Release the hold if nothing else blocks; otherwise take the entry off its card."""
    team = hold.team
    left = tuple(one for one in hold.shown if one.entry_id != entry.id)
    blocking = {m.entry_id for m in judged.matches if m.severity is Severity.BLOCK} - {entry.id}
    if any(one.entry_id in blocking for one in left) or hold.also:
        tx.holds.update_pending(replace(hold, shown=left, revision=hold.revision + 1))
        redraw(tx, team, hold.id)
        return False
    released = replace(
        hold,
        state=HoldState.RELEASED,
        ended_by=user,
        ended_at=now,
        end_reason=f"wrong match: {entry.id}",
    )
    if not tx.holds.update_pending(released):
        return False
    redraw(tx, team, hold.id)
    tx.signal(f"hold:{hold.id}")
    for one in tx.announcements.of_hold(team, hold.id):
        if one.agent:
            issue_permit(tx, one, now)
    detail: dict[str, object] = {"digest": hold.digest, "wrong_match": entry.id}
    tx.audit.append(team, user, AuditEvent.RELEASED, hold.id, detail, now)
    return True
