"""Carries parcels to the app: in order for each channel, again when not acknowledged."""

import asyncio
import dataclasses
from collections.abc import Coroutine, Sequence
from typing import Any

from bot.sandbox.delivery.envelopes import parcels, rate_limit_notices
from bot.sandbox.delivery.parcel import Answer, Carrier, Parcel
from bot.sandbox.world.apps import App
from bot.sandbox.world.world import Happening, World

# Slack repeats at once, after a minute and after five; a local workspace has less patience.
RETRY_DELAYS = (0.0, 1.0, 5.0)


class Dispatcher:
    """Sits between what happens and the carrier in use.

    Events wait in one lane for each channel and go out one after another; an event that is
    not acknowledged is repeated in the background, so that it does not hold up the lane.
    Interactions are sent at once and never repeated.
    """

    def __init__(self, world: World, app: App, carrier: Carrier) -> None:
        self._world = world
        self._app = app
        self.carrier = carrier
        self.retry_delays: Sequence[float] = RETRY_DELAYS
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lanes: dict[str, asyncio.Queue[Parcel]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy = 0
        self._limited = False

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to deliver; what happened before is not sent."""
        self._loop = loop
        self._world.listeners.append(self._heard)

    def stop(self) -> None:
        """End all deliveries; to be called in the loop."""
        if self._heard in self._world.listeners:
            self._world.listeners.remove(self._heard)
        for task in list(self._tasks):
            task.cancel()
        self._loop = None

    @property
    def is_idle(self) -> bool:
        """Whether every event has had its first attempt and no repetition is due."""
        return self._busy == 0

    def limit(self, *, on: bool) -> None:
        """Leave events out from now on, as above 30,000 in an hour, and say so; or end that."""
        self._limited = on
        if self._loop is not None and on:
            for notice in rate_limit_notices(self._world, self._app):
                self._send(self._loop, notice)

    async def ask(self, parcel: Parcel) -> Answer:
        """Send an interaction or a command and return the app's answer."""
        return await self.carrier.send(parcel)

    def _heard(self, happening: Happening) -> None:
        loop = self._loop
        if loop is None or self._limited:
            return
        for parcel in parcels(self._world, self._app, happening):
            self._send(loop, parcel)

    def _send(self, loop: asyncio.AbstractEventLoop, parcel: Parcel) -> None:
        self._busy += 1
        loop.call_soon_threadsafe(self._enqueue, parcel)

    def _enqueue(self, parcel: Parcel) -> None:
        lane = self._lanes.get(parcel.lane)
        if lane is None:
            lane = self._lanes[parcel.lane] = asyncio.Queue()
            self._spawn(self._serve(lane))
        lane.put_nowait(parcel)

    async def _serve(self, lane: "asyncio.Queue[Parcel]") -> None:
        while True:
            parcel = await lane.get()
            answer = await self.carrier.send(parcel)
            if answer.acked or not answer.may_retry:
                self._done()
            else:
                self._spawn(self._repeat(parcel, answer))

    async def _repeat(self, parcel: Parcel, answer: Answer) -> None:
        for number, delay in enumerate(self.retry_delays, start=1):
            await asyncio.sleep(delay)
            again = dataclasses.replace(parcel, retry=number, reason=answer.failure)
            answer = await self.carrier.send(again)
            if answer.acked or not answer.may_retry:
                break
        self._done()

    def _done(self) -> None:
        with self._world.locked():  # other threads count up
            self._busy -= 1

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
