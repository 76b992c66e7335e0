"""The live feed of the page: server-sent events about what has changed."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress

from bot.sandbox.human.acting import can_see
from bot.sandbox.world.world import Change, World

_PING_SECONDS = 15.0


class Streams:
    """The open feeds; each tells one person of the changes that they can see."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._open: set[_Feed] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to watch the world."""
        self._loop = loop
        self._world.watchers.append(self._changed)

    def stop(self) -> None:
        """End every feed; to be called in the loop."""
        if self._changed in self._world.watchers:
            self._world.watchers.remove(self._changed)
        for feed in list(self._open):
            feed.queue.put_nowait(None)
        self._loop = None

    async def follow(self, user: str) -> AsyncIterator[str]:
        """Yield the text of a feed until it ends."""
        feed = _Feed(user)
        self._open.add(feed)
        try:
            yield _line({"type": "hello"})
            while True:
                change: Change | str | None = "ping"
                with suppress(asyncio.TimeoutError):
                    change = await asyncio.wait_for(feed.queue.get(), _PING_SECONDS)
                if change is None:
                    return
                if isinstance(change, str):
                    yield ": still here\n\n"
                else:
                    yield _line({"type": "changed", "channel": change.channel})
        finally:
            self._open.discard(feed)

    def _changed(self, change: Change) -> None:
        loop = self._loop
        if loop is None:
            return
        for feed in list(self._open):
            if self._sees(feed.user, change):
                loop.call_soon_threadsafe(feed.queue.put_nowait, change)

    def _sees(self, user: str, change: Change) -> bool:
        if change.users is not None:
            return user in change.users
        if change.channel is None:
            return True
        person = self._world.people.get(user)
        channel = self._world.channels.get(change.channel)
        return person is not None and channel is not None and can_see(channel, person)


class _Feed:
    def __init__(self, user: str) -> None:
        self.user = user
        self.queue: asyncio.Queue[Change | None] = asyncio.Queue()


def _line(data: dict[str, str | None]) -> str:
    return f"data: {json.dumps(data)}\n\n"
