"""A gate call: judged like an announcement, answered with how the action stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.application.actions.check_action import ActionRequest, check_then
from bot.application.actions.view_action import ActionView, for_reading, view_in
from bot.application.holds.permits import issue_permit
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.records.agent import Agent
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.fact import Fact
from bot.application.team.agents import hash_of, refuse_beyond_limits
from bot.application.team.watch_channel import watched_channel
from bot.domain.action import ActionInput, Announcement, Place
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.redaction import redact


@dataclass(frozen=True, slots=True)
class GateCall:
    """What an agent asks about, as it came in; see DESIGN's gate contract.

    Attributes:
        action: What is about to be done.
        service, environment, context: What the agent says about the situation.
        facts: Current facts; they weaken a match only from an agent trusted with it.
        acts_for: The person it acts for; a fixed one of its token wins.
        idempotency_key, body_hash: For asking twice.
        channel: Where the card goes, if negmem is there; else the token's.
        announcement_ts: The Slack message in `channel` that announced it.
    """

    action: ActionInput
    service: str | None = None
    environment: str | None = None
    context: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    acts_for: str | None = None
    idempotency_key: str | None = None
    body_hash: str | None = None
    channel: str | None = None
    announcement_ts: str | None = None


def ask_gate(
    negmem: Negmem, agent: Agent, call: GateCall, *, seen_before: bool = False
) -> ActionView:
    """Judge the call and say how the action stands, in one transaction.

    Args:
        negmem: What every use case is handed.
        agent: Who asks.
        call: What it asks.
        seen_before: The agent was looked up for an earlier call: the transaction that decides makes
            sure that its token still counts.

    Raises:
        Unauthorized: It does not.
        NotAllowed: The agent's token is limited to other services or environments.
        Conflict: The idempotency key came with another body.
        MemoryUnavailable: Nothing may go on.
    """
    refuse_beyond_limits(negmem, agent, call.service, call.environment)
    channel = _channel(negmem, agent, call)
    request = _request(agent, call, channel, negmem.clock(), seen_before=seen_before)

    def answered(tx: Transaction, judged: JudgedAnnouncement) -> ActionView:
        if call.facts:
            _note_facts(tx, agent, judged, call.facts)
        permit = None
        if judged.effect is not Effect.HOLD and not _answered_before(tx, call, judged):
            permit = issue_permit(tx, judged, negmem.clock())
        return view_in(negmem, tx, judged, permit)

    return for_reading(negmem, check_then(negmem, request, answered))


def _channel(negmem: Negmem, agent: Agent, call: GateCall) -> str | None:
    """The channel of the card: the call's if negmem is there, else the token's.

    The scope of the token's channel is known before anything is judged by it. Else the first call
    would be judged without it, and the same call a moment later with it: two actions instead of
    one, and a person's no to the first would not be found for the second.
    """
    if agent.channel_met and call.channel is None:
        return agent.channel
    with negmem.store.read() as tx:
        own = tx.channels.get(agent.team, agent.channel) if agent.channel else None
        asked = tx.channels.get(agent.team, call.channel) if call.channel else None
    if own is None and agent.channel:
        watched_channel(negmem, agent.team, agent.channel)
    return asked.id if asked is not None and asked.trouble is None else agent.channel or None


def _answered_before(tx: Transaction, call: GateCall, judged: JudgedAnnouncement) -> bool:
    """Whether it is the answer to an earlier call, whose permit, spent or not, is the only one."""
    if call.idempotency_key is None:
        return False
    return tx.permits.get(judged.announcement.place.team, judged.id) is not None


def _request(
    agent: Agent, call: GateCall, channel: str | None, now: datetime, *, seen_before: bool
) -> ActionRequest:
    ts = call.announcement_ts if channel == call.channel else None
    said = Announcement(
        place=Place(agent.team, channel, ts, ts),
        action=call.action,
        announcer=f"agent:{agent.name}",
        at=now,
        principal=agent.acts_for or call.acts_for,
    )
    return ActionRequest(
        announcement=said,
        service=_clean(call.service),
        environment=_clean(call.environment),
        context=call.context,
        facts=call.facts,
        trusted_facts=agent.trusted_facts,
        agent=agent,
        idempotency_key=hash_of(call.idempotency_key) if call.idempotency_key else None,
        body_hash=call.body_hash,
        agent_seen_before=seen_before,
    )


def _clean(name: str | None) -> str | None:
    return redact(name) if name is not None else None


def _note_facts(
    tx: Transaction, agent: Agent, judged: JudgedAnnouncement, facts: Mapping[str, str]
) -> None:
    """Keep what is new among the facts: an untrusted one puts entries that differ up for review."""
    team, service, environment = agent.team, judged.service, judged.environment
    if service is None or environment is None:
        return
    known = {
        fact.key: fact.value
        for fact in tx.facts.of(team, service, environment)
        if fact.trusted == agent.trusted_facts
    }
    by, now = f"agent:{agent.name}", judged.judged_at
    for named, told in facts.items():
        key, value = redact(named), redact(told)
        if known.get(key) == value:
            continue
        trusted = agent.trusted_facts
        tx.facts.put(Fact(team, service, environment, key, value, by, now, trusted))
        detail: dict[str, object] = {
            "environment": environment,
            "key": key,
            "value": value,
            "trusted": trusted,
        }
        tx.audit.append(team, by, AuditEvent.FACT_RECORDED, service, detail, now)
