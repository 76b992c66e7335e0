"""Announcements with their decisions, and what agents reported after them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.action import Announcement
from bot.domain.decision import Effect
from bot.domain.entry import Severity
from bot.domain.outcome import Outcome


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match as it was decided and shown, whatever becomes of the entry later."""

    entry_id: str
    version: int
    action: str
    outcome: str
    severity: Severity
    source: str
    instead: str | None
    agreed: tuple[str, ...]
    weakened: str | None = None


@dataclass(frozen=True, slots=True)
class ShownNearMiss:
    """A near miss as it was decided: the entry, the code and one line."""

    entry_id: str
    why_not: str
    text: str


@dataclass(frozen=True, slots=True)
class JudgedAnnouncement:
    """An announcement with its decision; the gate calls it an action.

    Attributes:
        id: `act-…`.
        announcement: With secrets removed.
        digest: Of the whole original input.
        key: Of the digest and the situation it was said in: what joins, is kept, or is excepted as
            "the same". The same words about another service are not the same action.
        thread: Earlier texts of its thread, for judging it again; without secrets.
        headline: The main planned action in a person's words: "restart payments-api in prod".
        service, environment: The situation's, after the text had its say.
        effect, reason: The decision. `reason` is a code or, for `kept`, tells by whom.
        matches, near_misses, alerts: As decided.
        planned: Each planned action as JSON (see `judging.planned_json`), for corrections.
        hold_id: The hold it opened or joined.
        agent: Name of the gate's agent, or None for a Slack message.
        idempotency_key, body_hash: Of the gate call.
        superseded_by: Id of the later judgement of the same announcement (edit, judged again).
        withdrawn: The message was deleted.
        break_glass: A hold that became a warning.
        judged_at: Aware.
    """

    id: str
    announcement: Announcement
    digest: str
    headline: str
    effect: Effect
    reason: str
    judged_at: datetime
    key: str = ""
    thread: tuple[str, ...] = ()
    service: str | None = None
    environment: str | None = None
    matches: tuple[ShownMatch, ...] = ()
    near_misses: tuple[ShownNearMiss, ...] = ()
    alerts: tuple[ShownMatch, ...] = ()
    planned: tuple[Mapping[str, object], ...] = ()
    hold_id: str | None = None
    agent: str | None = None
    idempotency_key: str | None = None
    body_hash: str | None = None
    superseded_by: str | None = None
    withdrawn: bool = False
    break_glass: bool = False


@dataclass(frozen=True, slots=True)
class ReportedOutcome:
    """What an agent reported after an action, and what was learned from it."""

    action_id: str
    outcome: Outcome
    at: datetime
    lesson: str | None = None
    entry_id: str | None = None
