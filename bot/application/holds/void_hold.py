"""End a hold as void: its announcement is not what was shown any more."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.application.holds.enforce import enforce
from bot.application.judging.judge import fresh_judgement, judge_each
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import redraw
from bot.domain.audit import AuditEvent
from bot.domain.hold import Hold, HoldState


def hold_the_others(
    negmem: Negmem, tx: Transaction, team: str, hold_id: str, now: datetime
) -> None:
    """Judge the other messages anew that had joined a hold which is void now.

    They still stand in the channel; nothing but that hold kept them back. Gate calls are told that
    it is void and ask again.
    """
    hold = tx.holds.get(team, hold_id)
    if hold is None or hold.state is not HoldState.VOIDED:
        return
    others = [
        one
        for one in tx.announcements.of_hold(team, hold_id)
        if not (one.withdrawn or one.superseded_by is not None or one.agent)
        and one.announcement.place.ts not in (None, hold.announcement_ts)
    ]
    for one, again in judge_each(negmem, tx, others, now):
        fresh = enforce(tx, fresh_judgement(one, again, now), again, human=False)
        tx.announcements.update(replace(one, superseded_by=fresh.id))


def void_hold(tx: Transaction, hold: Hold, why: str, now: datetime) -> bool:
    """End a pending hold as void; False if it had ended."""
    void = replace(hold, state=HoldState.VOIDED, ended_at=now, end_reason=why)
    if not tx.holds.update_pending(void):
        return False
    redraw(tx, hold.team, hold.id)
    tx.signal(f"hold:{hold.id}")
    detail: dict[str, object] = {"digest": hold.digest, "why": why}
    tx.audit.append(hold.team, "negmem", AuditEvent.VOIDED, hold.id, detail, now)
    return True
