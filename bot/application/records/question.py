"""Questions to people, asked in threads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class QuestionKind(StrEnum):
    """What a person was asked in a thread; their next reply there is the answer."""

    ENTRY_REASON = "entry_reason"
    HOLD_REASON = "hold_reason"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to one person in one thread, open until `until`."""

    team: str
    channel: str
    thread_ts: str
    user: str
    kind: QuestionKind
    subject: str
    until: datetime
