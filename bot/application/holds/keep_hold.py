"""Keep a hold blocked: any present, full member may."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.application.holds.end_hold import already_ended, ask_for_reason, hold_missing
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.people.authority import refuse_absent
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import redraw
from bot.domain.audit import AuditEvent
from bot.domain.hold import Hold, HoldState


def keep_hold(negmem: Negmem, team: str, hold_id: str, user: str) -> Answer:
    """End the hold as kept; the same digest is answered so for an hour."""
    with negmem.store.read() as tx:
        hold = tx.holds.get(team, hold_id)
    if hold is None:
        return hold_missing()
    refusal = refuse_absent(negmem, team, user, hold.channel)
    if refusal is not None:
        return refusal
    now = negmem.clock()
    with negmem.store.write() as tx:
        hold = tx.holds.get(team, hold_id) or hold
        if not hold.is_pending(now):
            return already_ended(hold)
        if not keep(tx, hold, user, None, now):
            return already_ended(tx.holds.get(team, hold_id) or hold)
        asking = ask_for_reason(tx, hold, user, now)
    return Answer(True, f"Kept blocked.{asking}", subject=hold_id)


def keep(tx: Transaction, hold: Hold, user: str, reason: str | None, now: datetime) -> bool:
    """Write down that `user` kept it; False if it ended meanwhile."""
    kept = replace(hold, state=HoldState.KEPT, ended_by=user, ended_at=now, end_reason=reason)
    if not tx.holds.update_pending(kept):
        return False
    redraw(tx, hold.team, hold.id)
    tx.signal(f"hold:{hold.id}")
    detail: dict[str, object] = {"digest": hold.digest, "reason": reason}
    tx.audit.append(hold.team, user, AuditEvent.KEPT, hold.id, detail, now)
    return True
