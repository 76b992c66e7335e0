"""How an entry did in its matches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Fires:
    """How an entry did in its matches.

    Attributes:
        fired: Matches in all.
        held, warned: Of them, by effect.
        released, kept, expired, wrong: Of the holds.
        last_at, last_channel, last_ts: The latest one.
    """

    fired: int = 0
    held: int = 0
    warned: int = 0
    released: int = 0
    kept: int = 0
    expired: int = 0
    wrong: int = 0
    last_at: datetime | None = None
    last_channel: str | None = None
    last_ts: str | None = None
