"""The store in memory: a fake of the ports, held to the same contract as the real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, local

from bot.application.ports.judgements import Announcements, Holds, Outcomes, Permits
from bot.application.ports.memory import Audit, Entries, Reviews
from bot.application.ports.talk import Deliveries, Outbox, Questions
from bot.application.ports.team import Agents, Channels, Facts, Workspaces
from bot.domain.errors import MemoryUnavailable
from tests.fakes.memory_holds import MemoryAudit, MemoryHolds, MemoryOutcomes, MemoryPermits
from tests.fakes.memory_judgements import MemoryAnnouncements, MemoryEntries
from tests.fakes.memory_posts import MemoryDeliveries, MemoryOutbox, MemoryQuestions, MemoryReviews
from tests.fakes.memory_setup import MemoryAgents, MemoryChannels, MemoryFacts, MemoryWorkspaces
from tests.fakes.memory_state import State

PATIENCE_SECONDS = 5.0


class MemoryTransaction:
    """One transaction over a copy of the state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.topics: list[str] = []
        self.workspaces: Workspaces = MemoryWorkspaces(state)
        self.channels: Channels = MemoryChannels(state)
        self.entries: Entries = MemoryEntries(state)
        self.announcements: Announcements = MemoryAnnouncements(state)
        self.holds: Holds = MemoryHolds(state)
        self.permits: Permits = MemoryPermits(state)
        self.outcomes: Outcomes = MemoryOutcomes(state)
        self.outbox: Outbox = MemoryOutbox(state)
        self.audit: Audit = MemoryAudit(state)
        self.agents: Agents = MemoryAgents(state)
        self.deliveries: Deliveries = MemoryDeliveries(state)
        self.facts: Facts = MemoryFacts(state)
        self.questions: Questions = MemoryQuestions(state)
        self.reviews: Reviews = MemoryReviews(state)

    def signal(self, topic: str) -> None:
        if topic not in self.topics:
            self.topics.append(topic)


class MemoryStore:
    """Both the `UnitOfWork` and the `Signals`: `Ports(store=MemoryStore(), …)`.

    Set `down` to make both doors raise `MemoryUnavailable`, as a database that cannot be asked.
    """

    def __init__(self) -> None:
        self._state = State()
        self._writer = Lock()
        self._inside = local()
        self._listeners: list[Callable[[str], None]] = []
        self.down = False

    @property
    def unit_of_work(self) -> MemoryStore:
        return self

    @property
    def signals(self) -> MemoryStore:
        return self

    @property
    def in_transaction(self) -> bool:
        """Whether the present thread is inside one of its transactions."""
        return getattr(self._inside, "depth", 0) > 0

    @contextmanager
    def _entered(self) -> Iterator[None]:
        self._inside.depth = getattr(self._inside, "depth", 0) + 1
        try:
            yield
        finally:
            self._inside.depth -= 1

    @contextmanager
    def read(self) -> Iterator[MemoryTransaction]:
        self._check()
        with self._entered():
            yield MemoryTransaction(self._state.copy())

    @contextmanager
    def write(self) -> Iterator[MemoryTransaction]:
        self._check()
        if not self._writer.acquire(timeout=PATIENCE_SECONDS):
            raise MemoryUnavailable("The database is busy.", "Try again in a moment.")
        try:
            transaction = MemoryTransaction(self._state.copy())
            with self._entered():
                yield transaction
            self._state = transaction.state
        finally:
            self._writer.release()
        for topic in transaction.topics:
            for listener in list(self._listeners):
                listener(topic)

    def _check(self) -> None:
        if self.down:
            raise MemoryUnavailable("The database cannot be asked.", "Is it running?")

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def close(self) -> None:
        self._listeners.clear()
