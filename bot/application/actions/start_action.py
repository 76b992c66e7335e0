"""Start an action: spend its permit once, for exactly what was judged.

It is judged again in the very transaction that spends the permit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.application.actions.view_action import own_action
from bot.application.holds.enforce import enforce
from bot.application.holds.permits import issue_permit
from bot.application.judging.judge import Judging, fresh_judgement, judge_again
from bot.application.judging.patience import asking_outside
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.records.agent import Agent
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.action import ActionInput
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.entry import Severity
from bot.domain.hold import HoldState, Permit
from bot.domain.reading.digest import digest_of


@dataclass(frozen=True, slots=True)
class StartAnswer:
    """Whether the action may start now.

    Attributes:
        ok: It may, once, now.
        code: `started`, `spent`, `unknown_permit`, `other_action`, `expired`, `judged_anew`.
        text: The same in a sentence, with what to do.
        new_id: The action's new judgement, where it was judged anew.
    """

    ok: bool
    code: str
    text: str
    new_id: str | None = None


def start_action(
    negmem: Negmem, agent: Agent, action_id: str, token: str, action: ActionInput
) -> StartAnswer:
    """Spend the permit.

    A correction, a Keep, an edit, or a new or changed block match since the permit was issued
    refuses it and leaves a new judgement behind.

    Raises:
        NotFound: It is not one of this agent's actions.
    """
    return asking_outside(lambda: _started(negmem, agent, action_id, token, action))


def _started(
    negmem: Negmem, agent: Agent, action_id: str, token: str, action: ActionInput
) -> StartAnswer:
    now = negmem.clock()
    with negmem.store.write() as tx:
        judged = own_action(tx, agent, action_id)
        permit = tx.permits.get(agent.team, action_id)
        refused = _refused(permit, token, action, now)
        if refused is not None:
            _write_refusal(tx, agent, judged, refused, action, now)
            return refused
        anew = _judged_anew(negmem, tx, judged, action, now)
        if anew is not None:
            answer = StartAnswer(
                False, "judged_anew", "The memory has changed since: see the new decision.", anew.id
            )
            _write_refusal(tx, agent, judged, answer, action, now)
            return answer
        return _spend(tx, agent, judged, permit, now)


def _refused(
    permit: Permit | None, token: str, action: ActionInput, now: datetime
) -> StartAnswer | None:
    if permit is None or permit.token != token:
        return StartAnswer(False, "unknown_permit", "This permit is not for this action.")
    if digest_of(action) != permit.digest:
        text = "This is not the action that was judged. Ask about this one."
        return StartAnswer(False, "other_action", text)
    if permit.spent_at is not None:
        return StartAnswer(False, "spent", "This permit was spent already. Ask again.")
    if now >= permit.expires_at:
        return StartAnswer(False, "expired", "This permit has expired. Ask again.")
    return None


def _judged_anew(
    negmem: Negmem, tx: Transaction, judged: JudgedAnnouncement, action: ActionInput, now: datetime
) -> JudgedAnnouncement | None:
    """A new judgement where the old one does not stand any more; None where it does."""
    again = judge_again(negmem, tx, judged, now, action)
    if not _withdrawn(tx, judged) and not _grew(tx, judged, again):
        return None
    fresh = fresh_judgement(judged, again, now)
    fresh = replace(fresh, announcement=replace(judged.announcement, at=now))
    stored = enforce(tx, fresh, again, human=False)
    if stored.effect is not Effect.HOLD:
        issue_permit(tx, stored, now)
    tx.announcements.update(replace(judged, superseded_by=stored.id))
    return stored


def _grew(tx: Transaction, judged: JudgedAnnouncement, again: Judging) -> bool:
    """Whether a block match is there now that was not shown at that version."""
    hold = tx.holds.get(judged.announcement.place.team, judged.hold_id) if judged.hold_id else None
    if again.decision.effect is not Effect.HOLD:
        return False
    shown = {(match.entry_id, match.version) for match in judged.matches}
    if hold is not None and hold.state is HoldState.RELEASED:
        shown |= {(one.entry_id, one.version) for one in hold.shown}
    elif not judged.break_glass:
        shown = set()
    blocks = [m for m in again.decision.matches if m.severity is Severity.BLOCK]
    if not blocks:
        return hold is None
    return any((m.entry.id, m.entry.version) not in shown for m in blocks)


def _withdrawn(tx: Transaction, judged: JudgedAnnouncement) -> bool:
    """Whether a person kept it meanwhile, or the message that announced it was touched since."""
    place = judged.announcement.place
    team, channel, since = place.team, place.channel, judged.judged_at
    if judged.superseded_by is not None:
        return True
    if tx.holds.kept_since(team, channel, judged.key, since) is not None:
        return True
    said = tx.announcements.at_place(place) if place.ts is not None else None
    if said is None:
        return False
    kept = tx.holds.kept_since(team, channel, said.key, since)
    return said.withdrawn or kept is not None


def _spend(
    tx: Transaction, agent: Agent, judged: JudgedAnnouncement, permit: Permit | None, now: datetime
) -> StartAnswer:
    if permit is None or not tx.permits.spend(agent.team, permit, now):
        return StartAnswer(False, "spent", "This permit was spent already. Ask again.")
    detail: dict[str, object] = {"digest": permit.digest, "hold": judged.hold_id}
    tx.audit.append(
        agent.team, f"agent:{agent.name}", AuditEvent.PERMIT_SPENT, judged.id, detail, now
    )
    return StartAnswer(True, "started", "Go ahead, and report the outcome.")


def _write_refusal(
    tx: Transaction,
    agent: Agent,
    judged: JudgedAnnouncement,
    refused: StartAnswer,
    action: ActionInput,
    now: datetime,
) -> None:
    detail: dict[str, object] = {
        "why": refused.code,
        "digest": digest_of(action),
        "new_id": refused.new_id,
    }
    tx.audit.append(
        agent.team, f"agent:{agent.name}", AuditEvent.PERMIT_REFUSED, judged.id, detail, now
    )
