"""Waking: listeners hear of a committed transaction's topics, in this process and in others.

In the same process a signal arrives at once. Others learn of it through LISTEN/NOTIFY on
PostgreSQL, and on SQLite through a table that is looked at when `data_version` says that another
connection wrote. A signal only wakes; the database is the truth.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from threading import Event, Lock, Thread
from typing import Protocol
from uuid import uuid4

import psycopg
import structlog
from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select

from bot.application.ports.store import EVERY_TOPIC
from bot.storage.engine import PATIENCE_SECONDS, sqlite_path
from bot.storage.prepared import prepared
from bot.storage.tables import signals
from bot.storage.types import storable

POLL_SECONDS = 0.05
RECONNECT_SECONDS = 1.0
KEPT_SIGNALS = 1000
FORGOTTEN_AT_ONCE = 100
_CHANNEL = "negmem"
_STOP_CHECK_SECONDS = 0.2

_NOTIFY = select(func.pg_notify(_CHANNEL, bindparam("said")).label("sent"))
_SEND = insert(signals).returning(signals.c.seq)
_FORGET = delete(signals).where(signals.c.seq <= bindparam("read_by_all"))

Listener = Callable[[str], None]

log = structlog.get_logger(__name__)


class Transport(Protocol):
    """How a signal reaches other processes."""

    def send(self, connection: Connection, topic: str) -> None:
        """Send it when the connection's transaction is committed."""

    def listen(self, heard: Listener, ready: Callable[[], None], stop: Event) -> None:
        """Call `heard` for others' signals until `stop`, and `ready` once none is missed any more.

        Raises:
            Exception: The connection broke; it is called again.
        """


class Signalling:
    """Publishes and waits; see `ports.Signals`.

    Its one thread starts with the first subscription.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._listeners: list[Listener] = []
        self._guard = Lock()
        self._ready = Event()
        self._stop = Event()
        self._thread: Thread | None = None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(topic)` from any thread for each signal; returns how to end that.

        The topic is `EVERY_TOPIC` where signals may have been missed.
        """
        with self._guard:
            self._listeners.append(listener)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="negmem-signals", daemon=True)
                self._thread.start()
        self._ready.wait(PATIENCE_SECONDS)

        def end() -> None:
            with self._guard:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return end

    def tell_others(self, connection: Connection, topic: str) -> None:
        """Send a signal to other processes when the connection's transaction is committed."""
        self._transport.send(connection, storable(topic))

    def tell_ourselves(self, topics: Iterable[str]) -> None:
        """Call this process's listeners."""
        for topic in topics:
            self._heard(topic)

    def close(self) -> None:
        """End the thread; nobody is called afterwards."""
        self._stop.set()
        with self._guard:
            self._listeners.clear()
        if self._thread is not None:
            self._thread.join(PATIENCE_SECONDS)

    def _heard(self, topic: str) -> None:
        with self._guard:
            listeners = list(self._listeners)
        for listener in listeners:
            try:
                listener(topic)
            except Exception:  # a listener's trouble must not end everybody's signals
                log.exception("a listener failed", topic=topic)

    def _is_listening(self) -> None:
        if self._ready.is_set():  # again, that is: signals may have been missed in between
            self._heard(EVERY_TOPIC)
        self._ready.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._transport.listen(self._heard, self._is_listening, self._stop)
            except (psycopg.Error, sqlite3.Error, OSError) as error:
                log.warning("waiting for signals failed", trouble=type(error).__name__)
                self._stop.wait(RECONNECT_SECONDS)


class PostgresTransport:
    """LISTEN/NOTIFY, on a connection of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._sender = uuid4().hex

    def send(self, connection: Connection, topic: str) -> None:
        """NOTIFY within the transaction, so that it goes out with the commit."""
        said = {"said": f"{self._sender} {topic}"}
        prepared(connection.dialect, _NOTIFY).rows(connection, said)

    def listen(self, heard: Listener, ready: Callable[[], None], stop: Event) -> None:
        """Wait for notifications of other senders."""
        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        options["connect_timeout"] = PATIENCE_SECONDS
        with psycopg.connect(*arguments, **options, autocommit=True) as connection:
            connection.execute(f"LISTEN {_CHANNEL}")
            ready()
            while not stop.is_set():
                for notification in connection.notifies(timeout=_STOP_CHECK_SECONDS):
                    sender, _, topic = notification.payload.partition(" ")
                    if sender != self._sender:
                        heard(topic)


class SqliteTransport:
    """Rows in the table `signals`, read when another connection has written."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._sender = uuid4().hex

    def send(self, connection: Connection, topic: str) -> None:
        """Write the row, and drop those that everybody has read, a hundred at a time."""
        row = {"sender": self._sender, "topic": topic}
        sent = prepared(connection.dialect, _SEND, tuple(row)).rows(connection, row)
        if sent[0].seq % FORGOTTEN_AT_ONCE == 0:
            connection.execute(_FORGET, {"read_by_all": sent[0].seq - KEPT_SIGNALS})

    def listen(self, heard: Listener, ready: Callable[[], None], stop: Event) -> None:
        """Look for rows of other senders."""
        path = sqlite_path(self._engine)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            last = connection.execute("SELECT coalesce(max(seq), 0) FROM signals").fetchone()[0]
            seen = None
            ready()
            while not stop.wait(POLL_SECONDS):
                version = connection.execute("PRAGMA data_version").fetchone()
                if version == seen:
                    continue
                seen = version
                rows = connection.execute(
                    "SELECT seq, sender, topic FROM signals WHERE seq > ? ORDER BY seq", (last,)
                ).fetchall()
                for last, sender, topic in rows:  # noqa: B007  # `last` is what the next look starts from
                    if sender != self._sender:
                        heard(topic)


def open_signals(engine: Engine) -> Signalling:
    """Signals over the engine's database; it needs the tables."""
    if engine.dialect.name == "postgresql":
        return Signalling(PostgresTransport(engine))
    return Signalling(SqliteTransport(engine))
