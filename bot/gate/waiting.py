"""Waiting for a hold to end: thousands of clients wait on events, not in threads."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from bot.application.ports.store import EVERY_TOPIC, Signals


class Waiting:
    """Wakes whoever waits for a topic.

    Args:
        signals: Where topics come from; they arrive in other threads.

    Attributes:
        heard: How many signals came so far; for the server's loop only.
    """

    def __init__(self, signals: Signals) -> None:
        self.heard = 0
        self._events: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end = signals.subscribe(self._heard)

    def serve(self) -> None:
        """Wake in the loop that runs now."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Hear nothing any more, and wake everybody."""
        self._end()
        self._wake(EVERY_TOPIC)

    @contextmanager
    def on(self, topic: str) -> Iterator[asyncio.Event]:
        """An event that is set by the topic's next signal; call it in the server's loop."""
        event = asyncio.Event()
        self._events[topic].add(event)
        try:
            yield event
        finally:
            waiting = self._events[topic]
            waiting.discard(event)
            if not waiting:
                del self._events[topic]

    @property
    def many(self) -> int:
        """How many wait."""
        return sum(map(len, self._events.values()))

    def _heard(self, topic: str) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake, topic)

    def _wake(self, topic: str) -> None:
        """Wake those of the topic; all of them where signals may have been missed."""
        self.heard += 1
        if topic == EVERY_TOPIC:
            found = [event for events in self._events.values() for event in events]
        else:
            found = list(self._events.get(topic, ()))
        for event in found:
            event.set()
