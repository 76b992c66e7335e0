"""Release a hold: exactly what was shown, by somebody who may, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.application.holds.end_hold import already_ended, ask_for_reason, hold_missing
from bot.application.holds.permits import issue_permit
from bot.application.holds.void_hold import hold_the_others, void_hold
from bot.application.judging.judge import Judging, judge_each
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer, refused
from bot.application.ports.slack import MessageNow
from bot.application.ports.store import Transaction
from bot.application.posts.show_actions import shown_whole
from bot.application.posts.write_post import redraw
from bot.domain.action import Place
from bot.domain.audit import AuditEvent
from bot.domain.entry import Severity
from bot.domain.hold import EntryVersion, Hold, HoldState, PersonFacts, may_release

TOO_LONG = (
    "This is too long to be shown whole on a card, so it cannot be released here. Have the agent"
    " announce it in parts, or do it by hand."
)
REDRAWN = "The card has changed since you saw it, so nothing was released. Look again, then decide."


@dataclass(frozen=True, slots=True)
class _Click:
    person: PersonFacts
    earlier: tuple[PersonFacts, ...]
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
    click = _Click(
        person=negmem.directory.person(team, user, hold.channel),
        earlier=tuple(negmem.directory.person(team, one, hold.channel) for one in hold.approved_by),
        revision=revision,
        message=read_again(negmem, hold),
        now=now,
    )
    with negmem.store.write() as tx:
        return _release(negmem, tx, hold_id, team, click)


def read_again(negmem: Negmem, hold: Hold) -> MessageNow | None:
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
    changed = message_changed(negmem, tx, hold, click.message, click.now)
    if changed is not None:
        return changed
    if not shown_whole(tx.announcements.of_hold(hold.team, hold.id)):
        return Answer(False, TOO_LONG)
    current = matching_now(negmem, tx, hold, click.now)
    if set(current) != set(hold.shown):
        redraw_with(tx, hold, current, "negmem", click.now)
        return Answer(False, REDRAWN)
    return Answer(False, REDRAWN) if click.revision != hold.revision else None


def message_changed(
    negmem: Negmem, tx: Transaction, hold: Hold, message: MessageNow | None, now: datetime
) -> Answer | None:
    """Why nothing is released: the announcement cannot be read, or is not what was shown.

    A changed one voids the hold. `message` is None for a gate call without a message.
    """
    if message is None:
        return None
    if not message.readable:
        return Answer(False, "Slack could not show me the announcement just now: nothing released.")
    if message.text is not None and message.digest == hold.text_digest:
        return None
    void_hold(tx, hold, "the announcement is not what was shown", now)
    hold_the_others(negmem, tx, hold.team, hold.id, now)
    return Answer(False, "The announcement was changed or deleted: this hold is void.")


def matching_now(
    negmem: Negmem, tx: Transaction, hold: Hold, now: datetime
) -> tuple[EntryVersion, ...]:
    """The entries that the hold's actions match now, at their versions."""
    actions = tx.announcements.of_hold(hold.team, hold.id)
    return versions_in([again for _, again in judge_each(negmem, tx, actions, now)])


def versions_in(again: Sequence[Judging]) -> tuple[EntryVersion, ...]:
    """The entries that match in these judgements, each once, at their versions."""
    matched = {match.entry.id: match.entry for one in again for match in one.decision.matches}
    return tuple(EntryVersion(entry.id, entry.version) for entry in matched.values())


def redraw_with(
    tx: Transaction, hold: Hold, shown: tuple[EntryVersion, ...], actor: str, now: datetime
) -> Hold:
    """Show other entries on the card: its revision rises, and earlier approvals count no more."""
    entries = [tx.entries.get(hold.team, one.entry_id) for one in shown]
    approvals = [e.approvals for e in entries if e is not None and e.severity is Severity.BLOCK]
    changed = replace(
        hold,
        shown=shown,
        revision=hold.revision + 1,
        approvals=max(approvals, default=1),
        approved_by=(),
    )
    tx.holds.update_pending(changed)
    redraw(tx, hold.team, hold.id)
    detail: dict[str, object] = {"entries": [[one.entry_id, one.version] for one in shown]}
    tx.audit.append(hold.team, actor, AuditEvent.HOLD_REDRAWN, hold.id, detail, now)
    return changed


def _still_approving(tx: Transaction, hold: Hold, click: _Click) -> tuple[str, ...]:
    """Earlier approvers who would still be allowed to approve."""
    policy = tx.workspaces.get(hold.team).approvers
    return tuple(
        person.user
        for person in click.earlier
        if person.user in hold.approved_by
        and may_release(person, policy, announcers=hold.announcers, principals=hold.principals)
        is None
    )


def _approve(tx: Transaction, hold: Hold, click: _Click) -> Answer:
    user = click.person.user
    approved = (*_still_approving(tx, hold, click), user)
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
    write_down_release(tx, released, user, click.now)
    asking = ask_for_reason(tx, released, user, click.now)
    return Answer(True, f"Released.{asking}", subject=hold.id)


def write_down_release(tx: Transaction, hold: Hold, user: str, now: datetime) -> None:
    """What follows from a release: permits, records, the redrawn card, and the wake-up."""
    actions = tx.announcements.of_hold(hold.team, hold.id)
    redraw(tx, hold.team, hold.id)
    tx.signal(f"hold:{hold.id}")
    permits = [issue_permit(tx, judged, now) for judged in actions if judged.agent]
    detail: dict[str, object] = {
        "digest": actions[0].digest if actions else hold.digest,
        "digests": sorted({judged.digest for judged in actions}),
        "announcement_ts": hold.announcement_ts,
        "entries": [[one.entry_id, one.version] for one in hold.shown],
        "approved_by": list(hold.approved_by),
        "actions": [judged.id for judged in actions],
        "revision": hold.revision,
        "reason": hold.end_reason,
    }
    tx.audit.append(hold.team, user, AuditEvent.RELEASED, hold.id, detail, now)
    for permit in permits:
        issued: dict[str, object] = {
            "hold": hold.id,
            "digest": permit.digest,
            "expires_at": permit.expires_at.isoformat(),
        }
        tx.audit.append(
            hold.team, "negmem", AuditEvent.PERMIT_ISSUED, permit.action_id, issued, now
        )
