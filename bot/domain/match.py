"""What a comparison of an entry and an announcement yields: a match, or a near miss."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.action import PlannedAction
from bot.domain.entry import Entry, Severity


class WhyNot(StrEnum):
    """Why an entry close to the announcement does not match."""

    EXPIRED = "expired"
    OTHER_SERVICE = "other_service"
    OTHER_ENVIRONMENT = "other_environment"
    OUTSIDE_WINDOW = "outside_window"
    OPPOSITE_ACTION = "opposite_action"
    OTHER_ACTION = "other_action"
    SAFE_VARIANT = "safe_variant"
    RULED_OUT = "ruled_out"
    READ_ONLY = "read_only"
    PAST = "past"
    NEGATED = "negated"
    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    WRONG_MATCH = "wrong_match"


@dataclass(frozen=True, slots=True)
class Match:
    """An entry that the announcement repeats.

    Attributes:
        entry: The entry, at the version that was compared.
        severity: Its severity after weakening; what takes part in the effect.
        agreed: One line each, in a person's words: "same kind: restart", "payments-api",
            "prod (this channel)", "prod (as given)".
        weakened: Why the severity is lower than the entry's, or None.
        planned: The planned action that repeats it.
        unread: Whether the entry cannot be read, and so may be about this.
    """

    entry: Entry
    severity: Severity
    agreed: tuple[str, ...]
    planned: PlannedAction
    weakened: str | None = None
    unread: bool = False


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An entry that comes close, and in one line why it does not match."""

    entry: Entry
    why_not: WhyNot
    text: str
