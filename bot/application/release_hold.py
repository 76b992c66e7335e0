"""Release a hold: exactly what was shown, by somebody who may, once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.application.answers import Answer, refused
from bot.application.end_hold import already_ended, ask_for_reason, hold_missing
from bot.application.judge import ToJudge, judge
from bot.application.negmem import Negmem
from bot.application.permits import issue_permit
from bot.application.ports import MessageNow, Transaction
from bot.application.posts import redraw
from bot.application.withdraw_announcement import void_hold
from bot.domain.action import ActionInput, InputForm, Place
from bot.domain.audit import AuditEvent
from bot.domain.decision import Decision
from bot.domain.entry import Severity
from bot.domain.hold import EntryVersion, Hold, HoldState, PersonFacts, may_release
from bot.domain.reading.digest import digest_of

REDRAWN = "The card has changed since you saw it, so nothing was released. Look again, then decide."


@dataclass(frozen=True, slots=True)
class _Click:
    person: PersonFacts
    revision: int
    message: MessageNow | None
    now: datetime


def release_hold(negmem: Negmem, team: str, hold_id: str, user: str, revision: int) -> Answer:
    """Release the hold for what its card showed at `revision`.

    The person is looked up and the announcement read again at this moment; whatever cannot be
    confirmed releases nothing.

    Args:
        negmem: What every use case is handed.
        team: Workspace of the click.
        hold_id: Hold on the card.
        user: Who clicked.
        revision: Of the drawing that was clicked.
    """
    with negmem.store.read() as tx:
        hold = tx.holds.get(team, hold_id)
    if hold is None:
        return hold_missing()
    now = negmem.clock()
    if not hold.is_pending(now):
        return already_ended(hold)
    person = negmem.directory.person(team, user, hold.channel)
    message = _read_again(negmem, hold)
    with negmem.store.write() as tx:
        return _release(negmem, tx, hold_id, team, _Click(person, revision, message, now))


def _read_again(negmem: Negmem, hold: Hold) -> MessageNow | None:
    """The announcement as Slack has it now; None for a gate call, which has no message."""
    if hold.announcement_ts is None:
        return None
    place = Place(hold.team, hold.channel, hold.announcement_ts, hold.thread_ts)
    return negmem.directory.message(hold.team, place)


def _release(negmem: Negmem, tx: Transaction, hold_id: str, team: str, click: _Click) -> Answer:
    hold = tx.holds.get(team, hold_id)
    if hold is None:
        return hold_missing()
    if not hold.is_pending(click.now):
        return already_ended(hold)
    refusal = _refusal(tx, hold, click)
    if refusal is not None:
        return refusal
    changed = _changed_since(negmem, tx, hold, click)
    if changed is not None:
        return changed
    return _approve(tx, hold, click)


def _refusal(tx: Transaction, hold: Hold, click: _Click) -> Answer | None:
    workspace = tx.workspaces.get(hold.team)
    refusal = may_release(
        click.person,
        workspace.approvers,
        announcers=hold.announcers,
        principals=hold.principals,
        approved_by=hold.approved_by,
    )
    return refused(refusal, workspace.approver_label) if refusal else None


def _changed_since(negmem: Negmem, tx: Transaction, hold: Hold, click: _Click) -> Answer | None:
    """Why this click releases nothing: the announcement or the entries are not what was shown."""
    if click.message is not None and not click.message.readable:
        return Answer(False, "Slack could not show me the announcement just now: nothing released.")
    if click.message is not None and not _same_text(click.message, hold):
        void_hold(tx, hold, "the announcement is not what was shown", click.now)
        return Answer(False, "The announcement was changed or deleted: this hold is void.")
    current = _current(negmem, tx, hold, click.now)
    if current is not None and set(current) != set(hold.shown):
        _redraw_with(tx, hold, current, click)
        return Answer(False, REDRAWN)
    return Answer(False, REDRAWN) if click.revision != hold.revision else None


def _same_text(message: MessageNow, hold: Hold) -> bool:
    if message.text is None:
        return False
    return digest_of(ActionInput(InputForm.TEXT, text=message.text)) == hold.digest


def _current(
    negmem: Negmem, tx: Transaction, hold: Hold, now: datetime
) -> tuple[EntryVersion, ...] | None:
    """The entries that match now, at their versions; None where the shown ones all stand as shown.

    Only looked for when a shown entry changed: a new entry is found by judging again, which needs
    the whole text and is done when a gate client starts.
    """
    entries = [tx.entries.get(hold.team, one.entry_id) for one in hold.shown]
    stand = all(
        entry is not None and entry.version == one.version and entry.is_live(now)
        for one, entry in zip(hold.shown, entries, strict=True)
    )
    return None if stand else _matching_now(negmem, tx, hold, now)


def _matching_now(
    negmem: Negmem, tx: Transaction, hold: Hold, now: datetime
) -> tuple[EntryVersion, ...]:
    versions: dict[str, EntryVersion] = {}
    for judged in tx.announcements.of_hold(hold.team, hold.id):
        decision = _judge_again(negmem, tx, hold, judged.announcement.action, judged.digest, now)
        for match in decision.matches:
            entry = match.entry
            versions[entry.id] = EntryVersion(entry.id, entry.version)
    return tuple(versions.values())


def _judge_again(
    negmem: Negmem, tx: Transaction, hold: Hold, action: ActionInput, digest: str, now: datetime
) -> Decision:
    asked = ToJudge(team=hold.team, channel=hold.channel, action=action, digest=digest)
    return judge(negmem, tx, asked, now).decision


def _redraw_with(
    tx: Transaction, hold: Hold, shown: tuple[EntryVersion, ...], click: _Click
) -> None:
    entries = [tx.entries.get(hold.team, one.entry_id) for one in shown]
    approvals = [e.approvals for e in entries if e is not None and e.severity is Severity.BLOCK]
    changed = replace(
        hold, shown=shown, revision=hold.revision + 1, approvals=max(approvals, default=1)
    )
    tx.holds.update_pending(changed)
    redraw(tx, hold.team, hold.id)
    detail: dict[str, object] = {"entries": [[one.entry_id, one.version] for one in shown]}
    tx.audit.append(hold.team, "negmem", AuditEvent.HOLD_REDRAWN, hold.id, detail, click.now)


def _approve(tx: Transaction, hold: Hold, click: _Click) -> Answer:
    user = click.person.user
    approved = (*hold.approved_by, user)
    if len(approved) < hold.approvals:
        tx.holds.update_pending(replace(hold, approved_by=approved))
        redraw(tx, hold.team, hold.id)
        detail: dict[str, object] = {"approved_by": list(approved), "of": hold.approvals}
        tx.audit.append(hold.team, user, AuditEvent.APPROVED, hold.id, detail, click.now)
        return Answer(True, "Noted. This entry asks for a second person to release.")
    released = replace(
        hold,
        state=HoldState.RELEASED,
        approved_by=approved,
        ended_by=user,
        ended_at=click.now,
    )
    if not tx.holds.update_pending(released):
        now_is = tx.holds.get(hold.team, hold.id)
        return already_ended(now_is or hold)
    _write_down_release(tx, released, click)
    asking = ask_for_reason(tx, released, user, click.now)
    return Answer(True, f"Released.{asking}", subject=hold.id)


def _write_down_release(tx: Transaction, hold: Hold, click: _Click) -> None:
    actions = tx.announcements.of_hold(hold.team, hold.id)
    redraw(tx, hold.team, hold.id)
    tx.signal(f"hold:{hold.id}")
    permits = [issue_permit(tx, judged, click.now) for judged in actions if judged.agent]
    detail: dict[str, object] = {
        "digest": hold.digest,
        "also": list(hold.also),
        "announcement_ts": hold.announcement_ts,
        "entries": [[one.entry_id, one.version] for one in hold.shown],
        "approved_by": list(hold.approved_by),
        "actions": [judged.id for judged in actions],
        "revision": hold.revision,
    }
    tx.audit.append(hold.team, click.person.user, AuditEvent.RELEASED, hold.id, detail, click.now)
    for permit in permits:
        issued: dict[str, object] = {
            "hold": hold.id,
            "digest": permit.digest,
            "expires_at": permit.expires_at.isoformat(),
        }
        tx.audit.append(
            hold.team, "negmem", AuditEvent.PERMIT_ISSUED, permit.action_id, issued, click.now
        )
