"""What time asks for: expiries, reminders, reviews, the end of break-glass."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.application.break_glass import end_break_glass
from bot.application.end_hold import expire
from bot.application.negmem import Negmem
from bot.application.ports import Transaction
from bot.application.posts import redraw, say
from bot.application.review_entries import due_week, post_review
from bot.domain.action import Place
from bot.domain.audit import AuditEvent
from bot.domain.hold import Hold


def due_work(negmem: Negmem) -> None:
    """Do whatever is due now, in every workspace. Safe to run in several replicas at once."""
    now = negmem.clock()
    with negmem.store.write() as tx:
        for hold in tx.holds.due(now):
            expire(tx, hold, now) if now >= hold.expires_at else _remind(tx, hold, now)
        workspaces = tx.workspaces.all()
        for workspace in workspaces:
            for channel in tx.channels.all(workspace.team):
                end_break_glass(tx, channel, now)
    for workspace in workspaces:
        week = due_week(workspace, now)
        if week is None or workspace.review.channel is None:
            continue
        with negmem.store.read() as tx:
            posted = any(one.week == week for one in tx.reviews.weekly(workspace.team, 20))
        if not posted:
            post_review(negmem, workspace.team, workspace.review.channel, week)


def _remind(tx: Transaction, hold: Hold, now: datetime) -> None:
    """One reminder at half its life, in the hold's thread and seen in the channel.

    A reply alone notifies nobody.
    """
    if not tx.holds.update_pending(replace(hold, reminded=True)) or hold.channel is None:
        return
    detail: dict[str, object] = {"expires_at": hold.expires_at.isoformat()}
    tx.audit.append(hold.team, "negmem", AuditEvent.REMINDED, hold.id, detail, now)
    posts = tx.outbox.of_subject(hold.team, hold.id)
    thread = hold.thread_ts or next((post.ts for post in posts if post.ts), None)
    left = int((hold.expires_at - now).total_seconds() // 60)
    workspace = tx.workspaces.get(hold.team)
    mention: tuple[str, ...] = ()
    if workspace.mention_approvers:
        mention = (*sorted(workspace.approvers.groups), *sorted(workspace.approvers.users))
    text = f"Still held: without a release it stays blocked in {left} minutes."
    place = Place(hold.team, hold.channel, thread)
    say(tx, place, text, now, mention=mention, subject=hold.id, broadcast=True)
    # It also shows whether the card is still there; a deleted one is posted again.
    redraw(tx, hold.team, hold.id)
