"""An incident channel with the bot at work in it, driven the way people and agents act."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import httpx
import uvicorn
from starlette.applications import Starlette

from bot.application.due_work import due_work
from bot.application.entries.store_entry import store_entry
from bot.application.memories import Memories
from bot.application.negmem import Negmem
from bot.application.posts.deliver_outbox import deliver_outbox
from bot.application.records.workspace import Channel
from bot.application.team.set_up import store_set_up
from bot.domain.action import Place
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.reading.lexicon import load_lexicon
from bot.sandbox.blockkit import violations
from bot.sandbox.demo_world import DemoWorld, build_demo_world
from bot.sandbox.server import Sandbox
from bot.sandbox.world.workspace import Workspace
from bot.slack.app import build_app
from bot.slack.charts import Charts
from bot.slack.directory import SlackDirectory
from bot.slack.installation import Installations, installed_with
from bot.slack.manifest import manifest
from bot.slack.notifier import SlackNotifier
from bot.slack.room import Room, open_room
from bot.slack.serving import EVENTS_PATH, SocketMode, slack_routes
from tests.fakes.memory_store import MemoryStore

T = TypeVar("T")
PATIENCE = 8.0
LEXICON = load_lexicon()


class TestClock:
    """The real time, set forward by a test."""

    __test__ = False

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


@dataclass
class Incident:
    """The workspace, the bot in it, and what people do and see."""

    sandbox: Sandbox
    world: DemoWorld
    negmem: Negmem
    store: MemoryStore
    clock: TestClock
    http: httpx.Client
    directory: SlackDirectory
    notifier: SlackNotifier
    slack: Room
    beside: Workspace | None = None

    @property
    def team(self) -> str:
        return self.sandbox.home.id

    @property
    def channel(self) -> str:
        return self.world.channels["inc-payments-latency"]

    def remembers(self, **changes: Any) -> Entry:
        """Put the mission's example entry into the memory, changed where a test says so."""
        now = self.clock()
        fields: dict[str, Any] = {
            "id": "",
            "action": "restart service payments-api",
            "context": "high latency, 5xx errors",
            "outcome": "dropped in-flight transactions, 40 min recovery",
            "severity": Severity.BLOCK,
            "source": "postmortem 2026-09-14",
            "scope": Scope(("payments-api",), ("prod",)),
            "expires": now + timedelta(days=90),
            "created": now - timedelta(days=30),
            "aliases": ("payments",),
            "instead": "drain the queue, then restart one pod at a time",
            "owner": self.world.people["oncall"],
        }
        entry = Entry(**{**fields, **changes})
        with self.store.write() as tx:
            return store_entry(self.negmem, tx, self.team, entry, "test")

    def on_call_may_release(self) -> None:
        fields = {
            "groups": [self.world.user_groups["oncall-payments"]],
            "approver_label": "@oncall-payments or an admin",
            "review_channel": self.world.channels["oncall-review"],
        }
        store_set_up(self.negmem, self.team, "test", fields)

    def channel_is_about(self, service: str | None, environment: str) -> None:
        about = Channel(
            self.team,
            self.channel,
            "inc-payments-latency",
            service=service,
            environment=environment,
            scope_from="command",
        )
        with self.store.write() as tx:
            tx.channels.put(about)

    def human(self, path: str, role: str | None = None, **body: Any) -> dict[str, Any]:
        """Do something as a person (by role) or as the agent's app."""
        who = {"user": self.world.people[role]} if role else {"as_app": self.world.agent_app}
        body = {"channel": self.channel, **who, **body}
        answer: dict[str, Any] = self.http.post(f"/human/{path}", json=body).json()
        return answer

    def agent_says(self, text: str, **more: Any) -> str:
        return str(self.human("messages", text=text, **more)["ts"])

    def says(self, role: str, text: str, **more: Any) -> str:
        return str(self.human("messages", role, text=text, **more)["ts"])

    def clicks(self, role: str, message: dict[str, Any], action_id: str, **more: Any) -> None:
        done = self.human("clicks", role, ts=message["ts"], action_id=action_id, **more)
        assert done == {**done, "ok": True, "acked": True}, done

    def runs(self, role: str, text: str, **more: Any) -> None:
        done = self.human("commands", role, command="/negmem", text=text, **more)
        assert done["acked"], done

    def submits(self, role: str, view: dict[str, Any], **values: Any) -> dict[str, Any]:
        put = {key: {"value": value} for key, value in values.items()}
        return self.human("submissions", role, view_id=view["id"], values=put)

    def thread(self, ts: str, channel: str | None = None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.http.get(
            f"/human/threads/{channel or self.channel}/{ts}"
        ).json()
        return found

    def messages(self, channel: str | None = None) -> list[dict[str, Any]]:
        path = f"/human/channels/{channel or self.channel}/messages"
        found: list[dict[str, Any]] = self.http.get(path).json()
        return found

    def view(self, role: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.http.get(
            f"/human/views/{self.world.people[role]}"
        ).json()
        return found

    def home(self, role: str) -> dict[str, Any]:
        """The person's Home as it stands, {} before it was drawn."""
        state = self.http.get(f"/human/state?user={self.world.people[role]}").json()
        found: dict[str, Any] = state.get("home") or {}
        return found

    def told(self, role: str) -> list[str]:
        """The ephemeral answers that the person sees."""
        found = self.http.get(f"/human/ephemerals/{self.world.people[role]}").json()
        return [message["text"] for message in found]

    def card(self, ts: str, state: str | None = None) -> dict[str, Any]:
        """The bot's latest card in a thread, once it is there and in that state."""

        def found() -> dict[str, Any] | None:
            cards = [m for m in self.thread(ts) if m.get("metadata") and m["ts"] != ts]
            right = [m for m in cards if state is None or payload_of(m).get("state") == state]
            return right[-1] if right else None

        return self.eventually(found)

    def hears(self, role: str, words: str) -> str:
        """The ephemeral answer with these words, once the person sees it."""

        def found() -> str | None:
            return next((text for text in self.told(role) if words in text), None)

        try:
            return self.eventually(found)
        except AssertionError:
            raise AssertionError(f"{role} was told {self.told(role)}, not {words!r}") from None

    def form(self, role: str, words: str) -> dict[str, Any]:
        """The person's open form, once these words are in it."""

        def found() -> dict[str, Any] | None:
            view = self.view(role)
            return view if view and words in str(view) else None

        try:
            return self.eventually(found)
        except AssertionError:
            raise AssertionError(f"{role} sees {self.view(role)}, not {words!r}") from None

    def eventually(self, look: Callable[[], T | None]) -> T:
        """What `look` finds, within some seconds."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = look()
            if found:
                return found
            time.sleep(0.03)
        raise AssertionError(f"not found in {PATIENCE:g} s")

    def settles(self) -> None:
        """Wait until every message was judged and every post was sent."""
        time.sleep(0.5)

    def judged(self, ts: str) -> Any:
        def found() -> Any:
            with self.store.read() as tx:
                return tx.announcements.at_place(Place(self.team, self.channel, ts))

        return self.eventually(found)

    def time_passes(self, **delta: float) -> None:
        self.clock.ahead += timedelta(**delta)
        due_work(self.negmem)


def payload_of(message: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (message.get("metadata") or {}).get("event_payload") or {}
    return found


@contextmanager
def incident(
    *, by_http: bool, beside: bool = False, aside: Executor | None = None
) -> Iterator[Incident]:
    """Start everything on free ports of the loopback address, and stop it again.

    Args:
        by_http: Slack delivers by signed requests, not over a WebSocket.
        beside: The same app is installed in a second workspace: `Incident.beside`.
        aside: Where it is stopped, while the next test goes on.
    """
    with ExitStack() as stack:
        sandbox = stack.enter_context(Sandbox(manifest()))
        world = build_demo_world(sandbox)
        store, clock = MemoryStore(), TestClock()
        other = sandbox.add_workspace("Ledger Co", "ledger-co") if beside else None
        tokens = [one.bot_token for one in (sandbox.home, other) if one is not None]
        installed = Installations([installed_with(one, sandbox.api_url) for one in tokens])
        directory = SlackDirectory(installed)
        negmem = Negmem(store, clock, directory, Memories(LEXICON))
        notifier = SlackNotifier(installed, Charts(installed))
        room = open_room(negmem, installed, directory)
        app = build_app(room, signing_secret=sandbox.signing_secret if by_http else None)
        if by_http:
            stack.enter_context(_served(sandbox, app))
        else:
            socket = SocketMode(app, sandbox.app_token, sandbox.api_url)
            socket.start()
            stack.callback(socket.stop)
        stack.enter_context(_delivering(negmem, notifier))
        # Plain HTTP on loopback: no proxy has a say, and no certificates are read in.
        client = httpx.Client(base_url=sandbox.url, timeout=20, trust_env=False, verify=False)
        http = stack.enter_context(client)
        found = Incident(
            sandbox, world, negmem, store, clock, http, directory, notifier, room, other
        )
        yield found
        broken = {
            str(violations(message, "message"))
            for channel in world.channels.values()
            for message in found.messages(channel)
            if message.get("metadata")
        } - {"[]"}
        assert not broken, broken
        if aside is not None:
            aside.submit(stack.pop_all().close)


@contextmanager
def _served(sandbox: Sandbox, app: Any) -> Iterator[None]:
    config = uvicorn.Config(Starlette(routes=slack_routes(app)), port=0, log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    sandbox.deliver_by_http(f"http://127.0.0.1:{port}{EVENTS_PATH}")
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(10)


@contextmanager
def _delivering(negmem: Negmem, notifier: SlackNotifier) -> Iterator[None]:
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            try:
                busy = deliver_outbox(negmem, notifier)
            except Exception:
                busy = 0
            if not busy:
                stop.wait(0.02)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(10)
