"""Current facts about services."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Fact:
    """A current fact about a service in an environment, told by a person or a trusted agent."""

    team: str
    service: str
    environment: str
    key: str
    value: str
    by: str
    at: datetime
    trusted: bool = True
