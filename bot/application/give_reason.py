"""A person's next reply in a thread where they were asked why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.application.answers import Answer
from bot.application.negmem import Negmem
from bot.application.ports import Transaction
from bot.application.posts import redraw
from bot.application.records import Question, QuestionKind
from bot.domain.audit import AuditEvent
from bot.domain.headline import shortened
from bot.domain.hold import HoldState
from bot.domain.redaction import redact

LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Reply:
    """What a person wrote in a thread."""

    team: str
    channel: str
    thread_ts: str
    user: str
    text: str


def give_reason(
    negmem: Negmem, reply: Reply, *, stops: bool = False, announced_at: datetime | None = None
) -> Answer | None:
    """Take the reply as the reason that was asked for; None if nobody asked this person.

    Args:
        negmem: What every use case is handed.
        reply: What was written.
        stops: It reads as a correction: after a release, or about something newer, it is one.
        announced_at: When the thread's latest announcement was made.
    """
    now = negmem.clock()
    reason = shortened(redact(reply.text), LONGEST_REASON)
    if not reason:
        return None
    with negmem.store.write() as tx:
        question = tx.questions.take(reply.team, reply.channel, reply.thread_ts, reply.user, now)
        if question is None:
            return None
        if stops and _means_something_else(tx, question, announced_at):
            tx.questions.ask(question)
            return None
        if question.kind is QuestionKind.HOLD_REASON:
            _reason_of_hold(tx, question, reason)
        else:
            _reason_of_entry(tx, question, reason)
        detail: dict[str, object] = {"reason": reason}
        tx.audit.append(
            reply.team, reply.user, AuditEvent.REASON_GIVEN, question.subject, detail, now
        )
    return Answer(True, "Noted as the reason.", subject=question.subject)


def _means_something_else(
    tx: Transaction, question: Question, announced_at: datetime | None
) -> bool:
    """Whether a "no" is not the answer: it follows a release, or a newer announcement."""
    if question.kind is QuestionKind.HOLD_REASON:
        hold = tx.holds.get(question.team, question.subject)
        return hold is not None and hold.state is HoldState.RELEASED
    entry = tx.entries.get(question.team, question.subject)
    return entry is not None and announced_at is not None and announced_at > entry.created


def _reason_of_hold(tx: Transaction, question: Question, reason: str) -> None:
    hold = tx.holds.get(question.team, question.subject)
    if hold is not None:
        tx.holds.annotate(replace(hold, end_reason=reason))
        redraw(tx, question.team, hold.id)


def _reason_of_entry(tx: Transaction, question: Question, reason: str) -> None:
    entry = tx.entries.get(question.team, question.subject)
    if entry is not None:
        tx.entries.update(question.team, entry.changed(outcome=reason))
        redraw(tx, question.team, entry.id)
