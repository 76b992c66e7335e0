"""Come to a decision: situation, memory, decision, and the form in which it is kept and shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

import structlog

from bot.application.judging.planned_json import planned_to_json
from bot.application.judging.understand import Understood, understand
from bot.application.negmem import Negmem, new_id
from bot.application.ports.store import Transaction
from bot.application.records.announcement import JudgedAnnouncement, ShownMatch, ShownNearMiss
from bot.domain.action import ActionInput, InputForm, Situation, sha256_of
from bot.domain.decision import BROKEN, UNREADABLE, Decision, Effect, decide, decide_about
from bot.domain.entry import ANY, Entry
from bot.domain.errors import BrokenInstallation
from bot.domain.headline import headline
from bot.domain.match import Match
from bot.domain.matching import Memory
from bot.domain.reading.digest import digest_of
from bot.domain.sense import Unasked

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ToJudge:
    """What is judged, and what its caller says about the situation."""

    team: str
    channel: str | None
    said: Understood
    service: str | None = None
    environment: str | None = None
    context: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    thread: tuple[str, ...] = ()
    thread_ts: str | None = None
    from_gate: bool = False


@dataclass(frozen=True, slots=True)
class Judging:
    """A decision with its situation; its properties are free of secrets."""

    decision: Decision
    situation: Situation
    said: Understood
    key: str

    @property
    def headline(self) -> str:
        """See `bot.domain.headline`."""
        first = [match.planned for match in self.decision.matches]
        planned = [*map(self.said.as_shown, first), *self.said.planned]
        matched = {e for m in self.decision.matches for e in m.entry.scope.environments} - {ANY}
        environment = matched.pop() if len(matched) == 1 else self.situation.environment
        return headline(
            planned, self.said.redacted, service=self.situation.service, environment=environment
        )

    @property
    def planned(self) -> tuple[Mapping[str, object], ...]:
        """Each action read, as JSON."""
        return tuple(map(planned_to_json, self.said.planned))

    @property
    def shown_matches(self) -> tuple[ShownMatch, ...]:
        """The block and warn matches as a card shows them."""
        return tuple(self._shown(match) for match in self.decision.matches)

    @property
    def shown_alerts(self) -> tuple[ShownMatch, ...]:
        """The alert matches."""
        return tuple(self._shown(match) for match in self.decision.alerts)

    @property
    def shown_near_misses(self) -> tuple[ShownNearMiss, ...]:
        """The nearest entries that do not match, and why not."""
        clean = self.said.clean
        return tuple(
            ShownNearMiss(one.entry.id, one.why_not.value, clean(one.text, _told(one.entry)))
            for one in self.decision.near_misses
        )

    def _shown(self, match: Match) -> ShownMatch:
        entry = match.entry
        return ShownMatch(
            entry_id=entry.id,
            version=entry.version,
            action=entry.action,
            outcome=entry.outcome,
            severity=match.severity,
            source=entry.source,
            instead=entry.instead,
            agreed=tuple(self.said.clean(line, _told(entry)) for line in match.agreed),
            weakened=match.weakened,
        )


def _told(entry: Entry) -> str:
    """Words of the entry that may stand in a reason, whatever an action calls a secret."""
    return " ".join([entry.action, entry.context, *entry.scope.services, *entry.scope.environments])


def judge(
    negmem: Negmem, tx: Transaction, asked: ToJudge, now: datetime, *, tried: bool = False
) -> Judging:
    """Decide about `asked` with the memory as of `tx`.

    A reader that fails means a hold with the reason `unreadable`, an installation that is not whole
    one with `broken_installation`: on doubt about itself the gate never opens.

    Args:
        negmem: What every use case is handed.
        tx: The transaction.
        asked: What is judged.
        now: Aware.
        tried: Nothing follows from it, and somebody waits for the answer.

    Raises:
        Unasked: Inside `recalling`.
        BrokenInstallation: Only where it is `tried`: who tries it learns what to mend.
    """
    situation = _situation(negmem, tx, asked, now)
    said, key = asked.said, key_of(asked, situation)
    if said.unread is not None:
        return Judging(Decision(Effect.HOLD, said.unread), situation, said, key)
    with negmem.memories.fresh(tx, asked.team) as memory:
        try:
            decision = _decided(said, situation, memory, key)
        except BrokenInstallation as broken:
            if tried:
                raise
            log.error("an action cannot be judged", digest=said.digest, why=str(broken))
            decision = BROKEN
    return Judging(decision, situation, said, key)


def _decided(said: Understood, situation: Situation, memory: Memory, key: str) -> Decision:
    if said.reading is None:
        return UNREADABLE
    try:
        return decide_about(said.action, said.reading, situation, memory, digest=key)
    except (BrokenInstallation, Unasked):
        raise
    except Exception:
        log.exception("judging an action failed", digest=said.digest)
        return UNREADABLE


def decided_alone(action: ActionInput, situation: Situation, memory: Memory) -> Decision:
    """The decision by a memory of the caller's own; a failure is logged and means a hold.

    Raises:
        BrokenInstallation: It says nothing about the action or the memory.
        Unasked: Inside `recalling`.
    """
    try:
        return decide(action, situation, memory)
    except (BrokenInstallation, Unasked):
        raise
    except Exception:
        log.exception("trying an action failed", digest=digest_of(action))
        return UNREADABLE


def judge_again(
    negmem: Negmem,
    tx: Transaction,
    judged: JudgedAnnouncement,
    now: datetime,
    action: ActionInput | None = None,
) -> Judging:
    """Judge a stored announcement as of `tx`, in the situation in which it was said.

    Args:
        negmem: What every use case is handed.
        tx: The transaction.
        judged: The stored announcement.
        now: Aware.
        action: The whole input where the caller has it; what is stored lacks the secrets.
    """
    place, from_gate = judged.announcement.place, judged.agent is not None
    said = understand(
        action or judged.announcement.action, negmem.memories.lexicon, from_gate=from_gate
    )
    asked = ToJudge(
        team=place.team,
        channel=place.channel,
        said=replace(said, digest=judged.digest),
        service=judged.service,
        environment=judged.environment,
        thread=judged.thread,
        thread_ts=place.thread_ts,
        from_gate=from_gate,
    )
    return judge(negmem, tx, asked, now)


def judge_each(
    negmem: Negmem, tx: Transaction, actions: Iterable[JudgedAnnouncement], now: datetime
) -> list[tuple[JudgedAnnouncement, Judging]]:
    """Each stored announcement with its judgement as of `tx`; repetitions have one between them."""
    known: dict[tuple[object, ...], Judging] = {}
    found = []
    for one in actions:
        same = (one.digest, one.key, one.agent is None, one.thread)
        if same not in known:
            known[same] = judge_again(negmem, tx, one, now)
        found.append((one, known[same]))
    return found


def fresh_judgement(
    judged: JudgedAnnouncement, again: Judging, now: datetime
) -> JudgedAnnouncement:
    """What takes the place of `judged`, not stored yet and without a hold: see `judge_again`."""
    return replace(
        judged,
        id=new_id("act"),
        effect=again.decision.effect,
        reason=again.decision.reason,
        judged_at=now,
        matches=again.shown_matches,
        near_misses=again.shown_near_misses,
        alerts=again.shown_alerts,
        hold_id=None,
        idempotency_key=None,
        body_hash=None,
        break_glass=False,
    )


def key_of(asked: ToJudge, situation: Situation) -> str:
    """What makes two announcements the same action: the whole input, and what it is about there.

    Words in a thread mean what the thread is about, so there the thread belongs to it. A gate call
    is judged without the words of a thread, and under another announcement it is the same.
    """
    in_thread = asked.said.action.form is InputForm.TEXT and not asked.from_gate
    thread = asked.thread_ts if in_thread else None
    return sha256_of([asked.said.digest, situation.service, situation.environment, thread])


def _situation(negmem: Negmem, tx: Transaction, asked: ToJudge, now: datetime) -> Situation:
    """What is known around it, with the environment by the one name under which facts are kept."""
    channel = tx.channels.get(asked.team, asked.channel) if asked.channel else None
    service = asked.service or (channel.service if channel else None)
    told = (asked.environment or "").strip()
    environment = told or (channel.environment if channel else None)
    if environment == ANY:
        environment = None  # it takes in what the entries are about, and is no other place
    canonical = negmem.memories.lexicon.environments.canonical
    if environment is not None:
        environment = canonical(environment)
    # By comparison, not by whether the caller named it: what is judged again names everything.
    own = {
        "service": bool(channel and service and channel.service == service),
        "environment": bool(
            channel and channel.environment and canonical(channel.environment) == environment
        ),
    }
    known = tx.facts.of(asked.team, service, environment) if service else ()
    facts = {fact.key: fact.value for fact in known if fact.trusted}
    return Situation(
        now=now,
        service=service,
        environment=environment,
        context=asked.context,
        facts={**facts, **asked.facts},
        thread=asked.thread,
        of_channel=frozenset(key for key, it_is in own.items() if it_is),
    )
