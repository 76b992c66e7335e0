"""A whole negmem over fakes of its ports, with a clock that stands still until moved."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.actions.check_action import ActionRequest, check_action
from bot.application.memories import Memories
from bot.application.negmem import Negmem
from bot.application.records.agent import Agent
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.workspace import Channel
from bot.application.team.set_up import store_set_up
from bot.domain.action import ActionInput, Announcement, InputForm, Place
from bot.domain.audit import AuditEvent
from bot.domain.entry import Entry
from bot.domain.entry_json import entry_from_json
from bot.domain.hold import Hold
from bot.domain.reading.lexicon import load_lexicon
from tests.fakes.directory import GROUP, FakeDirectory
from tests.fakes.memory_store import MemoryStore

TEAM, CHANNEL, APP = "T1", "C1", "AAGENT"
RESTART = "Restarting payments-api in prod now."
START = datetime(2026, 11, 29, 3, 0, tzinfo=UTC)
BLOCK = {
    "id": "nm-17",
    "action": "restart service payments-api",
    "context": "high latency, 5xx errors, during traffic peak",
    "outcome": "dropped in-flight transactions, 40 min recovery",
    "severity": "block",
    "source": "postmortem 2026-09-14",
    "expires": "2027-03-14",
    "service": "payments-api",
    "environment": "prod",
    "instead": "drain the queue, then restart one pod at a time",
}
WARN = {
    "id": "nm-18",
    "action": "flush the redis cache of checkout-web",
    "context": "busy evening",
    "outcome": "origin overloaded for 10 minutes",
    "severity": "warn",
    "source": "incident 77",
    "expires": "2027-03-14",
    "service": "checkout-web",
    "environment": "prod",
}


@dataclass
class Bench:
    """Everything a use-case test needs, and short ways to say what happens."""

    store: MemoryStore = field(default_factory=MemoryStore)
    directory: FakeDirectory = field(default_factory=FakeDirectory)
    now: datetime = START
    _ts: int = 0

    def __post_init__(self) -> None:
        memories = Memories(load_lexicon())
        self.directory.busy = lambda: getattr(self.store, "in_transaction", False)
        self.negmem = Negmem(self.store, lambda: self.now, self.directory, memories)
        store_set_up(self.negmem, TEAM, "operator", {"groups": [GROUP]})
        with self.store.write() as tx:
            tx.channels.put(Channel(TEAM, CHANNEL, "inc-payments", environment="prod"))

    def remember(self, *raws: dict[str, object]) -> list[Entry]:
        with self.store.write() as tx:
            return [tx.entries.add(TEAM, entry_from_json(raw, now=self.now).entry) for raw in raws]

    def announce(
        self,
        text: str = RESTART,
        *,
        thread_ts: str | None = None,
        agent: Agent | None = None,
        form: InputForm = InputForm.TEXT,
        channel: str | None = CHANNEL,
        **more: object,
    ) -> JudgedAnnouncement:
        """A message of the agent's app, or a gate call of `agent`."""
        action = ActionInput(form, text=text)
        if agent is not None:
            return ask_gate(self.negmem, agent, GateCall(action, channel=channel, **more)).judged
        ts = self.next_ts()
        self.directory.texts[ts] = text
        place = Place(TEAM, channel, ts, thread_ts)
        said = Announcement(place=place, action=action, announcer=APP, at=self.now)
        return check_action(self.negmem, ActionRequest(said, **more))

    def next_ts(self) -> str:
        self._ts += 1
        return f"{int(self.now.timestamp())}.{self._ts:06d}"

    def later(self, **delta: float) -> None:
        self.now += timedelta(**delta)

    def hold(self, judged: JudgedAnnouncement) -> Hold:
        with self.store.read() as tx:
            found = tx.holds.get(TEAM, judged.hold_id or "")
        assert found is not None
        return found

    def judged_at(self, place: Place) -> JudgedAnnouncement:
        with self.store.read() as tx:
            found = tx.announcements.at_place(place)
        assert found is not None
        return found

    def entry(self, entry_id: str) -> Entry:
        with self.store.read() as tx:
            found = tx.entries.get(TEAM, entry_id)
        assert found is not None
        return found

    def events(self) -> list[AuditEvent]:
        with self.store.read() as tx:
            return [record.event for record in tx.audit.records(TEAM)]

    def posts(self, subject: str) -> list[str]:
        with self.store.read() as tx:
            return [post.kind.value for post in tx.outbox.of_subject(TEAM, subject)]


def agent(name: str = "deploy-agent", **more: object) -> Agent:
    """A gate agent of the workspace."""
    return Agent(TEAM, name, "0" * 64, CHANNEL, START, **more)  # type: ignore[arg-type]
