"""The bot on a Slack workspace: Slack's events, the gate, the outbox and the schedule together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import structlog
from starlette.applications import Starlette

from bot.application.due_work import due_work
from bot.application.negmem import Negmem
from bot.application.ports.clock import Clock
from bot.application.ports.slack import Notifier
from bot.application.ports.store import EVERY_TOPIC, Signals
from bot.application.posts.deliver_outbox import deliver_outbox
from bot.application.posts.write_post import OUTBOX
from bot.bootstrap.offline import compose, utc_now
from bot.config import Settings
from bot.domain.errors import MemoryUnavailable
from bot.domain.matching.weighing import trees
from bot.domain.sense import load_sense
from bot.gate.app import build_gate
from bot.gate.server import Server, is_loopback
from bot.scheduler import EVERY_SECONDS, start_scheduler
from bot.slack.app import build_app
from bot.slack.catch_up import CatchUp
from bot.slack.charts import Charts
from bot.slack.directory import SlackDirectory
from bot.slack.installation import Installations, installed_with
from bot.slack.notifier import SlackNotifier
from bot.slack.room import Room, open_room
from bot.slack.serving import SocketMode, slack_routes
from bot.storage import Store, open_store

LOOK_ANYWAY_SECONDS = 1.0
"""How long the outbox waits for a signal before it looks by itself: signals only wake."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Running:
    """A bot that serves.

    Attributes:
        negmem: What its use cases are handed.
        store: Its database.
        workspaces: Names of the workspaces, for a person.
        way: How Slack reaches it.
        gate_url: Where agents ask.
    """

    negmem: Negmem
    store: Store
    workspaces: str
    way: str
    gate_url: str


@contextmanager
def serving(
    settings: Settings, *, clock: Clock = utc_now, every_seconds: float = EVERY_SECONDS
) -> Iterator[Running]:
    """Serve until the block ends.

    Args:
        settings: Tokens, addresses and database.
        clock: The present moment.
        every_seconds: How often due work is looked for.

    Raises:
        BadInput: Slack refuses a token.
        NegmemError: A port is taken, or the database cannot be opened.
        BrokenInstallation: What comes with negmem is missing or damaged.
    """
    load_sense()  # before anybody waits for it, and before anything is opened
    trees()
    with ExitStack() as stack:
        store = open_store(settings.database)
        stack.callback(store.close)
        token = settings.bot_token.get_secret_value() if settings.bot_token else ""
        installation = installed_with(token, settings.slack_api_url)
        installations = Installations([installation])
        directory = SlackDirectory(installations)
        negmem = compose(settings, store, directory, clock)
        _meet(negmem, installation.team)
        _start_outbox(
            stack, negmem, SlackNotifier(installations, Charts(installations)), store.signals
        )
        way = _start_slack(stack, settings, open_room(negmem, installations, directory))
        gate_url = _start_gate(stack, settings, negmem, store)
        stack.callback(start_scheduler(lambda: due_work(negmem), seconds=every_seconds))
        stack.callback(start_scheduler(_forgetting(store, clock), seconds=every_seconds))
        yield Running(negmem, store, installation.team, way, gate_url)


def _forgetting(store: Store, clock: Clock) -> Callable[[], None]:
    """Drop what is too old to matter, once a day; entries and the audit stay.

    Looked for as often as other due work: a bot that restarts every day does it, too.
    """
    done: set[str] = set()

    def forget() -> None:
        now = clock()
        if (day := f"{now:%Y-%m-%d}") not in done:
            store.forget(now)
            done.add(day)

    return forget


def _meet(negmem: Negmem, team: str) -> None:
    """Have the set-up stored, with its permit key, and the memory read, before anything asks.

    What cannot be read is in the log then, and in the metrics.
    """
    with negmem.store.write() as tx:
        tx.workspaces.put(tx.workspaces.get(team))
    with negmem.store.read() as tx, negmem.memories.fresh(tx, team):
        """It is as fresh as the database."""


def _start_slack(stack: ExitStack, settings: Settings, room: Room) -> str:
    catch_up = CatchUp(room)
    stack.callback(catch_up.stop)
    if settings.app_token is not None:
        token = settings.app_token.get_secret_value()
        # Each connection begins with catching up: Socket Mode sends nothing a second time.
        app = build_app(room, missed=catch_up.missed)
        sockets = SocketMode(app, token, settings.slack_api_url, catch_up.soon)
        sockets.start()
        stack.callback(sockets.stop)
        return "Socket Mode"
    secret = settings.signing_secret.get_secret_value() if settings.signing_secret else ""
    web = Server(
        Starlette(
            routes=slack_routes(build_app(room, signing_secret=secret, missed=catch_up.missed))
        ),
        settings.http,
        variable="NEGMEM_HTTP",
        behind_proxy=settings.behind_proxy,
    )
    web.start()
    stack.callback(web.stop)
    catch_up.soon()
    return f"HTTP at {web.url}/slack/events"


def _start_gate(stack: ExitStack, settings: Settings, negmem: Negmem, store: Store) -> str:
    from bot.agent.mcp_server import build_mcp_app  # start-up time: it takes a second to import

    local_only = is_loopback(settings.gate[0]) and not settings.behind_proxy
    app = build_gate(negmem, store.signals, build_mcp_app(local_only=local_only))
    server = Server(app, settings.gate, variable="NEGMEM_GATE", behind_proxy=settings.behind_proxy)
    server.start()
    stack.callback(server.stop)
    return server.url


def _start_outbox(stack: ExitStack, negmem: Negmem, notifier: Notifier, signals: Signals) -> None:
    """Deliver posts in a thread of this replica, as soon as they are written down."""
    woken, ending = threading.Event(), threading.Event()

    def heard(topic: str) -> None:
        if topic in (OUTBOX, EVERY_TOPIC):
            woken.set()

    def run() -> None:
        while not ending.is_set():
            woken.wait(LOOK_ANYWAY_SECONDS)
            woken.clear()
            try:
                while not ending.is_set() and deliver_outbox(negmem, notifier):
                    pass
            except MemoryUnavailable:
                log.warning("the outbox waits for the database")
            except Exception:
                log.exception("the outbox failed; it goes on")

    def end() -> None:
        ending.set()
        woken.set()
        thread.join(timeout=15)

    thread = threading.Thread(target=run, name="outbox", daemon=True)
    thread.start()
    stack.callback(end)
    stack.callback(signals.subscribe(heard))
