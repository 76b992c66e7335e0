"""The decision about an announcement: allow, warn or hold, with its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.action import PlannedAction
from bot.domain.match import Match, NearMiss


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
            `unreadable`, …
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
