"""The decision about an announcement: allow, warn or hold, with its reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, islice

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction, Situation
from bot.domain.entry import Entry, Severity
from bot.domain.match import Match, NearMiss, WhyNot
from bot.domain.matching import Hit, Memory, TooMuch
from bot.domain.reading import Reading, read

_NEAR_MISSES = 3
_NOTHING = PlannedAction(kind="")
_ELSEWHERE = frozenset(
    {WhyNot.EXPIRED, WhyNot.OTHER_ENVIRONMENT, WhyNot.OTHER_SERVICE, WhyNot.OUTSIDE_WINDOW}
)


class Effect(StrEnum):
    """What follows from a decision."""

    ALLOW = "allow"
    WARN = "warn"
    HOLD = "hold"

    @property
    def verdict(self) -> str:
        """The same in the words of `negmem replay`: a hold is `block`."""
        return "block" if self is Effect.HOLD else self.value


@dataclass(frozen=True, slots=True)
class Decision:
    """What negmem says to an announcement.

    Attributes:
        effect: Allow, warn or hold.
        reason: A code: `matched`, `no_match`, `no_action_read`, `undetermined_program`,
            `unreadable`, `entry_unreadable`, `too_much`, …
        matches: Block and warn matches, most severe first.
        alerts: Matches of severity `alert`: for check, replay and review only.
        near_misses: At most three, nearest first.
        planned: Every action read, whatever its mode.
    """

    effect: Effect
    reason: str
    matches: tuple[Match, ...] = ()
    alerts: tuple[Match, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    planned: tuple[PlannedAction, ...] = ()


UNREADABLE = Decision(Effect.HOLD, "unreadable")
"""Where reading or comparing failed: on doubt about itself the gate holds."""
BROKEN = Decision(Effect.HOLD, "broken_installation")
"""Where what comes with negmem, and is needed to judge, is missing or damaged."""


TOO_MUCH = Decision(Effect.HOLD, "too_much")
"""Where more actions would have to be laid beside more entries than is done in one go."""


def decide(
    action: ActionInput, situation: Situation, memory: Memory, *, digest: str = ""
) -> Decision:
    """Judges an action against the memory.

    Args:
        action: The action as it was handed over.
        situation: What is known around it.
        memory: The workspace's entries.
        digest: Digest of the action, looked up among the matches that people called wrong.

    Raises:
        BrokenInstallation: What comes with negmem cannot be used.
        Exception: The reader or the comparison failed; whoever asks logs it, and holds the action.
    """
    reading = read(action, memory.lexicon)
    return decide_about(action, reading, situation, memory, digest=digest)


def decide_about(
    action: ActionInput,
    reading: Reading,
    situation: Situation,
    memory: Memory,
    *,
    digest: str = "",
) -> Decision:
    """The same as `decide` for an action that was read before."""
    try:
        hits = memory.search(reading, situation)
    except TooMuch:
        return TOO_MUCH if _acts(reading) else Decision(Effect.ALLOW, "no_action_read")
    decision = _decided(reading, situation, hits, digest, memory.unread)
    if _hides(action, reading) and _may_be_blocked(reading, situation, hits, memory):
        decision = _held_for_doubt(decision)
    return decision


def _decided(
    reading: Reading,
    situation: Situation,
    hits: Sequence[Hit],
    digest: str,
    unread: Mapping[str, str],
) -> Decision:
    matches, wrong = [], []
    for hit in hits:
        may_match = hit.entry.id in unread and _may_be_about(hit, reading)
        if not hit.matches and not may_match:
            continue
        if _called_wrong(hit.entry, digest):
            text = "somebody called this very match wrong"
            wrong.append(NearMiss(hit.entry, WhyNot.WRONG_MATCH, text))
        elif may_match:
            matches.append(_in_doubt(hit, reading, situation, unread[hit.entry.id]))
        else:
            matches.append(_match(hit, situation))
    return _decision(reading, hits, matches, wrong)


def _decision(
    reading: Reading,
    hits: Sequence[Hit],
    matches: Sequence[Match],
    wrong: Sequence[NearMiss],
) -> Decision:
    told = {m.entry.id for m in matches} | {near.entry.id for near in wrong}
    near = (h for h in hits if h.entry.id not in told)
    shown = tuple(islice(chain(wrong, map(_near_miss, near)), _NEAR_MISSES))
    loud = tuple(m for m in _sorted(matches) if m.severity is not Severity.ALERT)
    quiet = tuple(m for m in _sorted(matches) if m.severity is Severity.ALERT)
    worst = [m for m in loud if m.severity is loud[0].severity]
    blocks = any(m.severity is Severity.BLOCK for m in worst)
    effect = Effect.HOLD if blocks else Effect.WARN if loud else Effect.ALLOW
    reason = "no_match"
    if loud:
        reason = "entry_unreadable" if all(m.unread for m in worst) else "matched"
    if not loud and not reading.planned:
        reason = "no_action_read"
    return Decision(effect, reason, loud, quiet, shown, reading.planned)


def _near_miss(hit: Hit) -> NearMiss:
    why = hit.why
    return NearMiss(hit.entry, why.why_not or WhyNot.OTHER_ACTION, why.text)


def _acts(reading: Reading) -> bool:
    """Whether it tells of anything that is done, and not of the past or in a question alone."""
    return any(one.mode in {Mode.PLANNED, Mode.READ_ONLY} for one in reading.planned)


def _hides(action: ActionInput, reading: Reading) -> bool:
    """Whether it is a command, or a call, whose program cannot be known without running it."""
    return reading.undetermined and action.form is not InputForm.TEXT


def _may_be_blocked(
    reading: Reading, situation: Situation, hits: Sequence[Hit], memory: Memory
) -> bool:
    """Whether a live block entry may count where a hidden program runs.

    It does where the command names the entry's service, and where the scope told does not leave
    the entry out.
    """
    blocking = (h for h in hits if h.entry.severity is Severity.BLOCK)
    return any(h.why.why_not not in _ELSEWHERE for h in blocking) or any(
        memory.blocks_around(reading, situation)
    )


def _may_be_about(hit: Hit, reading: Reading) -> bool:
    """Whether a block entry that cannot be read may be about an action that is planned here.

    Where its own words still match, that is what it is held for.
    """
    return (
        not hit.matches
        and hit.entry.severity is Severity.BLOCK
        and any(one.mode is Mode.PLANNED for one in reading.planned)
        and hit.why.why_not not in _ELSEWHERE
    )


def _held_for_doubt(decision: Decision) -> Decision:
    if decision.effect is Effect.HOLD:
        return decision
    return replace(decision, effect=Effect.HOLD, reason="undetermined_program")


def _sorted(matches: Sequence[Match]) -> list[Match]:
    return sorted(matches, key=lambda m: -m.severity.rank)


def _called_wrong(entry: Entry, digest: str) -> bool:
    return bool(digest) and any(
        e.digest == digest and e.version == entry.version for e in entry.exceptions
    )


def _in_doubt(hit: Hit, reading: Reading, situation: Situation, why: str) -> Match:
    """The match with an entry of which only the scope is known to agree."""
    planned = next(one for one in reading.planned if one.mode is Mode.PLANNED)
    agreed = ("its scope", f"what it is about cannot be read any more: {why}")
    return replace(_match(hit, situation), agreed=agreed, planned=planned, unread=True)


def _match(hit: Hit, situation: Situation) -> Match:
    """The match, weakened one step where a trusted fact differs from the entry's fingerprint."""
    severity, weakened = hit.entry.severity, None
    for key, value in hit.entry.fingerprint.items():
        now = situation.facts.get(key)
        if now is not None and now != value:
            severity = severity.weaker
            weakened = f"{key} is {now} now, it was {value} when this was learned"
            break
    return Match(hit.entry, severity, hit.why.agreed, hit.planned or _NOTHING, weakened)


__all__ = ["BROKEN", "TOO_MUCH", "UNREADABLE", "Decision", "Effect", "decide", "decide_about"]
