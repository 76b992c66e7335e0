"""What a reply means for the announced action, and what was read out of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ReplyKind(StrEnum):
    """What a reply means for the announced action."""

    FORBID = "forbid"
    WAIT = "wait"
    FIRST = "first"
    APPROVE = "approve"
    CHATTER = "chatter"


@dataclass(frozen=True, slots=True)
class ReplyReading:
    """What was read out of a reply.

    Attributes:
        kind: See `ReplyKind`.
        reason: Why, in the person's words and without the rest of the sentence; None where none
            is given.
        instead: What to do first or in its place, in the person's words.
        once: Whether it is plainly for this once ("not now", "in 10 minutes").
        language: The language it was read in.
    """

    kind: ReplyKind
    reason: str | None = None
    instead: str | None = None
    once: bool = False
    language: str = "en"

    @property
    def is_correction(self) -> bool:
        """Whether the action must stop."""
        return self.kind in (ReplyKind.FORBID, ReplyKind.WAIT, ReplyKind.FIRST)


__all__ = ["ReplyKind", "ReplyReading"]
