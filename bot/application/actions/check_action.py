"""Judge an announcement: read, match, decide, and write down what follows, in one transaction.

It is begun anew where the language model must be asked first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from bot.application.holds.enforce import enforce
from bot.application.judging.judge import Judging, ToJudge, judge
from bot.application.judging.patience import asking_outside
from bot.application.judging.understand import Understood, understand
from bot.application.negmem import Negmem, new_id
from bot.application.ports.store import Transaction
from bot.application.records.agent import Agent
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.team.agents import refuse_if_revoked
from bot.domain.action import ActionInput, Announcement
from bot.domain.decision import Decision
from bot.domain.errors import Conflict
from bot.domain.redaction import redact
from bot.domain.storable import storable

T = TypeVar("T")
_SECOND_LOOKS = 4  # a hold that others open and a person ends at once may be in the way repeatedly


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """An announcement as it came in, with what came along.

    Attributes:
        announcement: As it was said, secrets included: they are removed before anything is kept.
        service, environment, context: What the caller says about the situation; without it the
            channel's count.
        facts: Current facts the caller reports.
        trusted_facts: Whether they may weaken a match.
        thread: Earlier texts of the thread, oldest first.
        agent: The gate's agent; None for a Slack message.
        idempotency_key, body_hash: Of a gate call.
        human: A person's own announcement: it gets warnings, never holds.
        agent_seen_before: The agent was looked up for an earlier call: it is to be looked up again.
    """

    announcement: Announcement
    service: str | None = None
    environment: str | None = None
    context: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    trusted_facts: bool = False
    thread: tuple[str, ...] = ()
    agent: Agent | None = None
    idempotency_key: str | None = None
    body_hash: str | None = None
    human: bool = False
    agent_seen_before: bool = False


LONGEST_THREAD_TEXT = 1_000
"""Characters of each earlier text of a thread that are kept for judging again."""


def check_action(negmem: Negmem, request: ActionRequest) -> JudgedAnnouncement:
    """Judge one announcement and write down the decision, its hold, audit and posts.

    The same message unchanged, or the same idempotency key with the same body gives the first
    judgement again.

    Raises:
        Conflict: The idempotency key came with another body.
        Unauthorized: The agent's token was revoked since it was looked up.
        MemoryUnavailable: The database cannot be asked: nothing may go on.
    """
    return check_then(negmem, request, lambda _tx, judged: judged)


def check_then(
    negmem: Negmem, request: ActionRequest, then: Callable[[Transaction, JudgedAnnouncement], T]
) -> T:
    """The same, and in the same transaction what `then` makes of the judgement.

    Where somebody was first with the same at this very moment, it is done again, and what they
    wrote is found. A call that contradicts an earlier one does so again.
    """
    said = understand(
        request.announcement.action, negmem.memories.lexicon, from_gate=request.agent is not None
    )
    for _ in range(_SECOND_LOOKS):
        with suppress(Conflict):
            return _checked(negmem, request, said, then)
    return _checked(negmem, request, said, then)


def _checked(
    negmem: Negmem,
    request: ActionRequest,
    said: Understood,
    then: Callable[[Transaction, JudgedAnnouncement], T],
) -> T:
    def once() -> T:
        with negmem.store.write() as tx:
            return then(tx, _judged_in(negmem, tx, request, said))

    return asking_outside(once)


def _judged_in(
    negmem: Negmem, tx: Transaction, request: ActionRequest, said: Understood
) -> JudgedAnnouncement:
    if request.agent is not None and request.agent_seen_before:
        refuse_if_revoked(tx, request.agent)
    now = negmem.clock()
    earlier = _heard_before(tx, request, said.digest, now)
    if earlier is not None:
        return earlier
    judging = judge(negmem, tx, _to_judge(request, said), now)
    return enforce(tx, _judged(request, judging, now), judging, request.human)


def judge_only(
    negmem: Negmem,
    team: str,
    action: ActionInput,
    *,
    service: str | None = None,
    environment: str | None = None,
    channel: str | None = None,
    context: str = "",
    thread: tuple[str, ...] = (),
    at: datetime | None = None,
) -> Decision:
    """The decision that `check_action` would come to, with nothing written down.

    Raises:
        BrokenInstallation: What comes with negmem is missing or damaged; `check_action` would hold.
    """
    said = understand(action, negmem.memories.lexicon, from_gate=False)
    to_judge = ToJudge(
        team=team,
        channel=channel,
        said=said,
        service=service,
        environment=environment,
        context=context,
        thread=thread,
    )

    def once() -> Decision:
        with negmem.store.read() as tx:
            return judge(negmem, tx, to_judge, at or negmem.clock(), tried=True).decision

    return asking_outside(once)


def _heard_before(
    tx: Transaction, request: ActionRequest, digest: str, now: datetime
) -> JudgedAnnouncement | None:
    place = request.announcement.place
    if request.agent is not None:
        return _asked_before(tx, request)
    if place.ts is None:
        return None
    # Whoever hears the same message at the same moment, in another replica, waits here for the
    # first, and finds what it wrote.
    tx.deliveries.first_time(place.team, f"judged:{place.channel}:{place.ts}:{digest}", now)
    earlier = tx.announcements.at_place(place)
    if earlier is not None and earlier.digest == digest and not earlier.withdrawn:
        return earlier
    return None


def _asked_before(tx: Transaction, request: ActionRequest) -> JudgedAnnouncement | None:
    agent, key = request.agent, request.idempotency_key
    if agent is None or key is None:
        return None
    earlier = tx.announcements.by_idempotency_key(agent.team, agent.name, key)
    if earlier is not None and earlier.body_hash != request.body_hash:
        raise Conflict(
            "This idempotency key was used for another request.",
            "Use a new key for each new action.",
        )
    return earlier


def _to_judge(request: ActionRequest, said: Understood) -> ToJudge:
    place = request.announcement.place
    return ToJudge(
        team=place.team,
        channel=place.channel,
        said=said,
        service=request.service,
        environment=request.environment,
        context=request.context,
        facts=request.facts if request.trusted_facts else {},
        thread=request.thread,
        thread_ts=place.thread_ts,
        from_gate=request.agent is not None,
    )


def _judged(request: ActionRequest, judging: Judging, now: datetime) -> JudgedAnnouncement:
    return JudgedAnnouncement(
        id=new_id("act"),
        announcement=replace(request.announcement, action=judging.said.redacted),
        digest=judging.said.digest,
        key=judging.key,
        thread=tuple(redact(storable(text))[:LONGEST_THREAD_TEXT] for text in request.thread[-6:]),
        headline=judging.headline,
        effect=judging.decision.effect,
        reason=judging.decision.reason,
        judged_at=now,
        service=judging.situation.service,
        environment=judging.situation.environment,
        matches=judging.shown_matches,
        near_misses=judging.shown_near_misses,
        alerts=judging.shown_alerts,
        planned=judging.planned,
        agent=request.agent.name if request.agent else None,
        idempotency_key=request.idempotency_key,
        body_hash=request.body_hash,
    )
