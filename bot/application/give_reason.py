"""A person's next reply in a thread where they were asked why."""

from __future__ import annotations

from dataclasses import replace

from bot.application.answers import Answer
from bot.application.negmem import Negmem
from bot.application.ports import Transaction
from bot.application.posts import redraw
from bot.application.records import Question, QuestionKind
from bot.domain.audit import AuditEvent
from bot.domain.headline import shortened
from bot.domain.redaction import redact

LONGEST_REASON = 500


def give_reason(
    negmem: Negmem, team: str, channel: str, thread_ts: str, user: str, text: str
) -> Answer | None:
    """Take the reply as the reason that was asked for; None if nobody asked this person."""
    now = negmem.clock()
    reason = shortened(redact(text), LONGEST_REASON)
    if not reason:
        return None
    with negmem.store.write() as tx:
        question = tx.questions.take(team, channel, thread_ts, user, now)
        if question is None:
            return None
        if question.kind is QuestionKind.HOLD_REASON:
            _reason_of_hold(tx, question, reason)
        else:
            _reason_of_entry(tx, question, reason)
        detail: dict[str, object] = {"reason": reason}
        tx.audit.append(team, user, AuditEvent.REASON_GIVEN, question.subject, detail, now)
    return Answer(True, "Noted as the reason.", subject=question.subject)


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
