"""What time asks for: expiries, reminders, reviews, the end of break-glass."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

import structlog

from bot.application.holds.end_hold import expire
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import redraw, say
from bot.application.records.workspace import Workspace
from bot.application.reviews.review_entries import due_week, post_review
from bot.application.team.break_glass import end_break_glass, is_over
from bot.domain.action import Place
from bot.domain.audit import AuditEvent
from bot.domain.errors import MemoryUnavailable
from bot.domain.hold import Hold, HoldState

log = structlog.get_logger(__name__)


def due_work(negmem: Negmem) -> None:
    """Do whatever is due now, in every workspace. Safe to run in several replicas at once.

    What goes wrong with one hold or workspace is logged, and keeps no other from its own.

    Raises:
        MemoryUnavailable: The database cannot be asked.
    """
    now = negmem.clock()
    with negmem.store.read() as tx:
        holds, workspaces = tx.holds.due(now), tx.workspaces.all()
    for hold in holds:
        with _apart(hold=hold.id):
            _end_or_remind(negmem, hold, now)
    for workspace in workspaces:
        with _apart(workspace=workspace.team):
            _end_openings(negmem, workspace.team, now)
        with _apart(workspace=workspace.team):
            _review(negmem, workspace, now)


@contextmanager
def _apart(**of: str) -> Iterator[None]:
    try:
        yield
    except MemoryUnavailable:
        raise
    except Exception:
        log.exception("what was due failed; it is tried again", **of)


def _end_or_remind(negmem: Negmem, due: Hold, now: datetime) -> None:
    with negmem.store.write() as tx:
        hold = tx.holds.get(due.team, due.id)
        if hold is None or hold.state is not HoldState.PENDING:
            return
        if now >= hold.expires_at:
            expire(tx, hold, now)
        elif not hold.reminded:
            _remind(tx, hold, now)


def _end_openings(negmem: Negmem, team: str, now: datetime) -> None:
    with negmem.store.read() as tx:
        opened = [one.id for one in tx.channels.all(team) if is_over(one.break_glass, now)]
    for channel in opened:
        with negmem.store.write() as tx:
            known = tx.channels.get(team, channel)
            if known is not None:
                end_break_glass(tx, known, now)


def _review(negmem: Negmem, workspace: Workspace, now: datetime) -> None:
    week = due_week(workspace, now)
    if week is None or workspace.review.channel is None:
        return
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
    mention = tx.workspaces.get(hold.team).mentioned
    text = f"Still held: without a release it stays blocked in {left} minutes."
    place = Place(hold.team, hold.channel, thread)
    say(tx, place, text, now, mention=mention, subject=hold.id, broadcast=True)
    # It also shows whether the card is still there; a deleted one is posted again.
    redraw(tx, hold.team, hold.id)
