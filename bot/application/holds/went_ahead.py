"""An agent acted although its action was held: recorded, and told to the people on call."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import redraw, say
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.action import Place
from bot.domain.audit import AuditEvent
from bot.domain.hold import Hold, HoldState

_BLOCKING = frozenset({HoldState.PENDING, HoldState.KEPT, HoldState.EXPIRED, HoldState.VOIDED})


def note_went_ahead(negmem: Negmem, judged: JudgedAnnouncement, actor: str) -> None:
    """Record that `actor` took the action, and call the people on call, once.

    Nothing follows where no hold keeps it back.
    """
    if judged.hold_id is None:
        return
    with negmem.store.read() as tx:
        hold = tx.holds.get(judged.announcement.place.team, judged.hold_id)
    if hold is not None and hold.state in _BLOCKING and not hold.went_ahead:
        with negmem.store.write() as tx:
            _note(tx, judged, hold, actor, negmem.clock())


def _note(
    tx: Transaction, judged: JudgedAnnouncement, hold: Hold, actor: str, now: datetime
) -> None:
    hold = tx.holds.get(hold.team, hold.id) or hold
    if hold.went_ahead:
        return
    noted = replace(hold, went_ahead=True)
    if hold.state is HoldState.PENDING:
        tx.holds.update_pending(noted)
    else:
        tx.holds.annotate(noted)
    mention = tx.workspaces.get(hold.team).approvers.ids
    if hold.channel is not None:
        text = f"The agent went ahead although this was held: {judged.headline}."
        place = Place(hold.team, hold.channel, hold.thread_ts)
        say(tx, place, text, now, mention=mention, subject=hold.id, broadcast=True)
    redraw(tx, hold.team, hold.id)
    detail: dict[str, object] = {"action": judged.id, "digest": judged.digest}
    tx.audit.append(hold.team, actor, AuditEvent.WENT_AHEAD, hold.id, detail, now)
