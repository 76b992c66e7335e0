"""Waiting for a hold to end: thousands of clients wait on events, not in threads."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from bot.application.ports import EVERY_TOPIC, Signals


class Waiting:
    """Wakes whoever waits for a topic.

    Args:
        signals: Where topics come from; they arrive in other threads.
    """

    def __init__(self, signals: Signals) -> None:
        self._events: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.close = signals.subscribe(self._heard)

    @contextmanager
    def on(self, topic: str) -> Iterator[asyncio.Event]:
        """An event that is set by the topic's next signal; call it in the server's loop."""
        self._loop = asyncio.get_running_loop()
        event = asyncio.Event()
        self._events[topic].add(event)
        try:
            yield event
        finally:
            waiting = self._events[topic]
            waiting.discard(event)
            if not waiting:
                del self._events[topic]

    def _heard(self, topic: str) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake, topic)

    def _wake(self, topic: str) -> None:
        """Wake the topic's waiters; all of them where signals may have been missed."""
        topics = list(self._events) if topic == EVERY_TOPIC else [topic]
        for one in topics:
            for event in self._events.get(one, ()):
                event.set()
