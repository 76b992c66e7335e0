"""What every way of ending a hold has in common."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.application.people.answers import Answer, clock_time
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import redraw
from bot.application.records.question import Question, QuestionKind
from bot.domain.audit import AuditEvent
from bot.domain.hold import Hold, HoldState

REASON_LIFE = timedelta(minutes=30)
"""How long the next reply of whoever ended a hold counts as the reason."""

_ENDED = {
    HoldState.RELEASED: "released",
    HoldState.KEPT: "kept blocked",
    HoldState.EXPIRED: "expired, so it stays blocked",
    HoldState.VOIDED: "voided",
}


def hold_missing() -> Answer:
    """The answer to a click on a hold of which nothing is known."""
    return Answer(False, "I do not know this hold any more. Have the agent announce it again.")


def already_ended(hold: Hold) -> Answer:
    """The answer to whoever came second: who was first, and when.

    A pending hold past its time reads as expired; the due work writes that down.
    """
    state = HoldState.EXPIRED if hold.state is HoldState.PENDING else hold.state
    by = f" by <@{hold.ended_by}>" if hold.ended_by else ""
    when = f" at {clock_time(hold.ended_at)}" if hold.ended_at else ""
    return Answer(False, f"Already {_ENDED[state]}{by}{when}. Nothing was changed.")


def expire(tx: Transaction, hold: Hold, now: datetime) -> None:
    """Write down that a hold's time is over: it stays blocked."""
    if not tx.holds.update_pending(replace(hold, state=HoldState.EXPIRED, ended_at=now)):
        return
    redraw(tx, hold.team, hold.id)
    tx.signal(f"hold:{hold.id}")
    detail: dict[str, object] = {"digest": hold.digest, "asked": hold.asked}
    tx.audit.append(hold.team, "negmem", AuditEvent.EXPIRED, hold.id, detail, now)


def ask_for_reason(tx: Transaction, hold: Hold, user: str, now: datetime) -> str:
    """Let that person's next reply in the thread be the reason; give the words that ask for it."""
    if hold.channel is None:
        return ""
    posts = tx.outbox.of_subject(hold.team, hold.id)
    thread = hold.thread_ts or next((post.ts for post in posts if post.ts), None)
    if thread is None:
        return ""
    question = Question(
        team=hold.team,
        channel=hold.channel,
        thread_ts=thread,
        user=user,
        kind=QuestionKind.HOLD_REASON,
        subject=hold.id,
        until=now + REASON_LIFE,
    )
    tx.questions.ask(question)
    return " Say why in its thread: your next reply there becomes the reason."
