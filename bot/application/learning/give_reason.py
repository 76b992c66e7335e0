"""A person's next reply in a thread where they were asked why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.application.entries.change_entry import write_change
from bot.application.entries.store_entry import checked
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import redraw
from bot.application.records.question import Question, QuestionKind
from bot.domain.audit import AuditEvent
from bot.domain.entry import Entry, EntryState
from bot.domain.errors import BrokenInstallation, InvalidEntry
from bot.domain.headline import shortened
from bot.domain.hold import HoldState
from bot.domain.reading.reply import tells_something
from bot.domain.redaction import redact

LONGEST_REASON = 500
NO_REASON = "Stopped by a person in the thread; no reason given yet"
"""The outcome of an entry until somebody says why."""


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
    """Take the reply as the reason that was asked for; None if nobody asked, or it gives none.

    Thanks, greetings and questions leave the question open.

    Args:
        negmem: What every use case is handed.
        reply: What was written.
        stops: It reads as a correction: after a release, or about something newer, it is one.
        announced_at: When the thread's latest announcement was made.
    """
    now = negmem.clock()
    reason = shortened(redact(reply.text), LONGEST_REASON)
    if not tells_something(reply.text) or not reason:
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
            try:
                if not reason_of_entry(
                    negmem, tx, reply.team, reply.user, question.subject, reason
                ):
                    return None
            except (InvalidEntry, BrokenInstallation) as not_noted:
                tx.questions.ask(question)
                return Answer(False, f"Not noted yet: {not_noted}", subject=question.subject)
        _write_down(tx, reply.team, reply.user, question.subject, reason, now)
    return Answer(True, "Noted as the reason.", subject=question.subject)


def reason_of_entry(
    negmem: Negmem, tx: Transaction, team: str, user: str, entry_id: str, reason: str
) -> bool:
    """Make the reason the outcome of an entry that has none yet.

    Args:
        negmem: What every use case is handed.
        tx: The transaction.
        team: Workspace.
        user: Who gave it.
        entry_id: Of the entry.
        reason: Without secrets.

    Returns:
        False where it has one: somebody wrote down meanwhile what happened, or took it out.

    Raises:
        InvalidEntry: The reason does not say what happened.
    """
    entry = tx.entries.get(team, entry_id)
    if entry is None or not lacks_reason(entry):
        return False
    after = checked(negmem, entry.changed(outcome=shortened(reason, LONGEST_REASON)))
    write_change(tx, team, user, AuditEvent.ENTRY_CHANGED, entry, after, negmem.clock())
    return True


def reason_in_correction(
    negmem: Negmem, tx: Transaction, team: str, user: str, entry_id: str, reason: str | None
) -> str:
    """The same with the reason of a "no, because …"; what the person is told of it, or ""."""
    if reason is None or not tells_something(reason):
        return ""
    try:
        if not reason_of_entry(negmem, tx, team, user, entry_id, reason):
            return ""
    except (InvalidEntry, BrokenInstallation) as not_noted:
        return f"The reason is not noted yet: {not_noted}"
    _write_down(tx, team, user, entry_id, reason, negmem.clock())
    return f"Noted as the reason of {entry_id}."


def _write_down(
    tx: Transaction, team: str, user: str, subject: str, reason: str, now: datetime
) -> None:
    detail: dict[str, object] = {"reason": reason}
    tx.audit.append(team, user, AuditEvent.REASON_GIVEN, subject, detail, now)


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


def lacks_reason(entry: Entry) -> bool:
    """Whether a correction stored it, and nobody has said since what would have happened."""
    return entry.state is EntryState.ACTIVE and entry.outcome == NO_REASON
