"""The store: its two doors, a transaction over all repositories, and waking."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from bot.application.ports.judgements import Announcements, Holds, Outcomes, Permits
from bot.application.ports.memory import Audit, Entries, Reviews
from bot.application.ports.talk import Deliveries, Outbox, Questions
from bot.application.ports.team import Agents, Channels, Facts, Workspaces


class Transaction(Protocol):
    """One transaction over all repositories."""

    workspaces: Workspaces
    channels: Channels
    entries: Entries
    announcements: Announcements
    holds: Holds
    permits: Permits
    outcomes: Outcomes
    outbox: Outbox
    audit: Audit
    agents: Agents
    deliveries: Deliveries
    facts: Facts
    questions: Questions
    reviews: Reviews

    def signal(self, topic: str) -> None:
        """Wake whoever listens for `topic`, everywhere, once this is committed."""


class UnitOfWork(Protocol):
    """The store's two doors."""

    def read(self) -> AbstractContextManager[Transaction]:
        """A consistent view; nothing is written.

        Raises:
            MemoryUnavailable: The database cannot be asked.
        """

    def write(self) -> AbstractContextManager[Transaction]:
        """Committed when the block ends well, rolled back when it raises.

        Raises:
            MemoryUnavailable: The database cannot be asked.
        """


EVERY_TOPIC = "*"
"""Published where signals may have been missed: whoever waits looks at everything."""


class Signals(Protocol):
    """Waking: it only wakes, the database is the truth."""

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener(topic)` from any thread for each signal; returns how to end that.

        The topic is `EVERY_TOPIC` where signals may have been missed.
        """
