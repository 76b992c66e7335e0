"""What agents report after they acted: recorded, and learned from where it went badly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.application.actions.view_action import own_action
from bot.application.entries.entry_service import is_hinted, service_of
from bot.application.entries.store_entry import store_entry
from bot.application.holds.stop_action import planned_of
from bot.application.holds.went_ahead import note_went_ahead
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import write_post
from bot.application.records.agent import Agent
from bot.application.records.announcement import JudgedAnnouncement, ReportedOutcome
from bot.application.records.post import PostKind
from bot.domain.audit import AuditEvent
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.errors import BrokenInstallation, InvalidEntry
from bot.domain.headline import words_of
from bot.domain.lesson import Lesson, ToolCall, learn_from
from bot.domain.outcome import Outcome
from bot.domain.redaction import redact

LESSON_LIFE = timedelta(days=30)
LONGEST_STDERR = 4_000


@dataclass(frozen=True, slots=True)
class OutcomeAnswer:
    """What was learned from an outcome.

    Attributes:
        lesson: Whether it went clearly worse because of the action.
        why: In one line.
        entry_id: The entry that was stored or met again.
        proposes_block: It happened before: the thread asks whether to hold it from now on.
    """

    lesson: bool
    why: str
    entry_id: str | None = None
    proposes_block: bool = False


def report_outcome(negmem: Negmem, agent: Agent, action_id: str, outcome: Outcome) -> OutcomeAnswer:
    """Record the outcome of an agent's own action; of a held one, that it was taken all the same.

    Raises:
        NotFound: It is not one of this agent's actions.
    """
    actor = f"agent:{agent.name}"
    with negmem.store.read() as tx:
        judged = own_action(tx, agent, action_id)
    note_went_ahead(negmem, judged, actor)
    return record_outcome(negmem, judged, outcome, actor)


def record_outcome(
    negmem: Negmem, judged: JudgedAnnouncement, outcome: Outcome, actor: str
) -> OutcomeAnswer:
    """Record an outcome, and store a warning for 30 days where it is a lesson."""
    now = negmem.clock()
    outcome = replace(
        outcome, stderr=redact(outcome.stderr[-LONGEST_STDERR:]), note=redact(outcome.note)
    )
    lesson = learn_from(_tool_call(judged, outcome), negmem.memories.lexicon)
    team = judged.announcement.place.team
    with negmem.store.write() as tx:
        answer = (
            _learn(negmem, tx, judged, lesson, actor, now)
            if lesson.is_lesson
            else OutcomeAnswer(False, lesson.why)
        )
        tx.outcomes.add(team, ReportedOutcome(judged.id, outcome, now, lesson.why, answer.entry_id))
        detail: dict[str, object] = {
            "ok": outcome.ok,
            "exit_code": outcome.exit_code,
            "lesson": lesson.code,
            "entry": answer.entry_id,
        }
        tx.audit.append(team, actor, AuditEvent.OUTCOME_REPORTED, judged.id, detail, now)
    return answer


def _tool_call(judged: JudgedAnnouncement, outcome: Outcome) -> ToolCall:
    return ToolCall(
        service=judged.service,
        environment=judged.environment,
        command=words_of(judged.announcement.action),
        exit_code=outcome.exit_code if outcome.exit_code is not None else (0 if outcome.ok else 1),
        stderr=outcome.stderr,
        metrics_before=outcome.metrics_before,
        metrics_after=outcome.metrics_after,
        note=outcome.note,
    )


def _learn(
    negmem: Negmem,
    tx: Transaction,
    judged: JudgedAnnouncement,
    lesson: Lesson,
    actor: str,
    now: datetime,
) -> OutcomeAnswer:
    place = judged.announcement.place
    team = place.team
    service, environment = (
        _service(negmem, tx, judged, lesson),
        judged.environment or lesson.environment,
    )
    if service is None or environment is None:
        return OutcomeAnswer(True, f"{lesson.why} No service or environment is known: not stored.")
    known = {one.id for one in tx.entries.all(team)}
    met = judged.matches[0].entry_id if judged.matches else None
    try:
        entry = (tx.entries.get(team, met) if met else None) or store_entry(
            negmem, tx, team, _entry(judged, lesson, service, environment, now), actor
        )
    except (InvalidEntry, BrokenInstallation) as not_stored:
        return OutcomeAnswer(True, f"{lesson.why} Not stored: {not_stored}")
    again = entry.id in known and entry.severity is not Severity.BLOCK
    if place.channel is not None:
        detail = {
            "action_id": judged.id,
            "evidence": lesson.outcome,
            "proposes_block": again,
        }
        write_post(tx, PostKind.LESSON, entry.id, place, now, detail=detail)
    return OutcomeAnswer(True, lesson.why, entry.id, again)


def _service(
    negmem: Negmem, tx: Transaction, judged: JudgedAnnouncement, lesson: Lesson
) -> str | None:
    """The situation's; what a channel's name alone gives only where the action names no other."""
    place, planned = judged.announcement.place, planned_of(judged)
    channel = tx.channels.get(place.team, place.channel) if place.channel else None
    if not planned or not is_hinted(negmem, channel, judged.service):
        return judged.service or lesson.service
    try:
        return service_of(negmem, tx, judged, planned[0])
    except InvalidEntry:
        return lesson.service if lesson.service != judged.service else None


def _entry(
    judged: JudgedAnnouncement, lesson: Lesson, service: str, environment: str, now: datetime
) -> Entry:
    return Entry(
        id="",
        action=lesson.action,
        context=judged.headline,
        outcome=lesson.outcome,
        severity=Severity.WARN,
        source=f"outcome of {judged.id}",
        scope=Scope((service,), (environment,)),
        expires=now + LESSON_LIFE,
        created=now,
    )
