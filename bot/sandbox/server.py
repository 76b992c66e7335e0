"""The sandbox: a local Slack workspace that runs in a thread of its own."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

import uvicorn

from bot.sandbox.application import build_application
from bot.sandbox.connection import WithTransport
from bot.sandbox.delivery.dispatcher import RETRY_DELAYS, Dispatcher
from bot.sandbox.delivery.http_delivery import HttpDelivery
from bot.sandbox.delivery.socket_mode import SocketMode
from bot.sandbox.faults import Faults
from bot.sandbox.human.interactions import Interactions
from bot.sandbox.human.modals import Modals
from bot.sandbox.human.routes import HumanSide
from bot.sandbox.human.stream import Streams
from bot.sandbox.loopback import OnlyFromHere
from bot.sandbox.response_urls import ResponseUrls
from bot.sandbox.triggers import Triggers
from bot.sandbox.web_api.call import Services
from bot.sandbox.world.apps import read_manifest
from bot.sandbox.world.identifiers import Identifiers
from bot.sandbox.world.workspace import Workspace
from bot.sandbox.world.world import World

_START_SECONDS = 20.0


class PortInUse(OSError):
    """Something else listens on the port that the sandbox was told to use."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            f"{host}:{port} is in use: stop what listens there, or choose another port (0: any)"
        )


class Sandbox:
    """A local Slack with one app under test.

    Args:
        manifest: The app's manifest, parsed; its scopes, events, commands and shortcuts hold.
        host: Address to listen on; keep it a loopback address.
        port: Port to listen on; 0 takes a free one.
        now: Unix seconds; drives ts, triggers and expiries.
        first_id: Where identifiers begin; another one makes it another workspace to whoever
            remembers an earlier one. Up to 2 ** 41.

    Raises:
        PortInUse: From the constructor, which takes the port so that `url` is known at once.
    """

    def __init__(
        self,
        manifest: Mapping[str, Any],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        now: Callable[[], float] = time.time,
        first_id: int = 1,
    ) -> None:
        self._host = host
        self._socket = _bind(host, port)
        self.url = f"http://{host}:{self._socket.getsockname()[1]}"
        self.world = World(now, Identifiers(first_id))
        self.app = self.world.add_app(read_manifest(manifest))
        self.sockets = SocketMode(self.app.id)
        self.faults = Faults()
        self.dispatcher = Dispatcher(self.world, self.app, self.sockets)
        self.home = self.add_workspace("Payments Co", "payments-co")
        self._streams = Streams(self.world)
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self._http: HttpDelivery | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def api_url(self) -> str:
        """The base address of the Web API, with its trailing slash."""
        return self.url + "/api/"

    @property
    def app_token(self) -> str:
        """The app-level token (`xapp-…`) that opens Socket Mode."""
        return self.app.app_token

    @property
    def signing_secret(self) -> str:
        """The secret that HTTP deliveries are signed with."""
        return self.app.signing_secret

    def add_workspace(self, name: str, domain: str, *, installed: bool = True) -> Workspace:
        """Add a workspace, with the app under test installed unless told otherwise."""
        with self.world.locked() as world:
            workspace = Workspace(world, world.add_team(name, domain), self.app)
            if installed:
                workspace.install()
            return workspace

    def deliver_by_http(
        self, request_url: str, *, retry_delays: Sequence[float] = RETRY_DELAYS
    ) -> None:
        """Deliver by signed HTTP from now on; Socket Mode is turned off.

        Args:
            request_url: Where events, interactions and commands are posted to.
            retry_delays: Seconds to wait before each of the repetitions.
        """
        if self._http is not None:
            self._http.close()
        self._http = HttpDelivery(request_url, self.app.signing_secret)
        self.dispatcher.carrier, self.dispatcher.retry_delays = self._http, retry_delays
        self.sockets.is_open = False
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self.sockets.close(), self._loop).result(5)

    def start(self) -> None:
        """Serve in a background thread; returns when it answers."""
        if self._thread is not None:
            return
        config = uvicorn.Config(
            WithTransport(OnlyFromHere(self._application(), self._host)),
            log_config=None,
            lifespan="off",
            ws="websockets-sansio",
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        ready = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(self._server, ready), name="sandbox", daemon=True
        )
        self._thread.start()
        if not ready.wait(_START_SECONDS):
            raise TimeoutError(f"the sandbox did not start within {_START_SECONDS:g} s")

    def stop(self) -> None:
        """Stop serving; calling it again does nothing."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(timeout=10)
        self._server = self._thread = None
        self._socket.close()
        if self._http is not None:
            self._http.close()

    def refresh_sockets(self, warning_seconds: float = 10.0) -> None:
        """Have all Socket Mode connections opened anew, as Slack does every few hours."""
        self._in_loop(self.sockets.refresh(warning_seconds), warning_seconds + 5)

    def drop_sockets(self) -> None:
        """Break all Socket Mode connections without a word."""
        self._in_loop(self.sockets.drop(), 5)

    def limit_events(self, *, on: bool = True) -> None:
        """Deliver no events from now on and say so (`app_rate_limited`); `on=False` ends that."""
        with self.world.locked():
            self.dispatcher.limit(on=on)

    def __enter__(self) -> "Sandbox":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _in_loop(self, work: Any, seconds: float) -> None:
        if self._loop is None:
            raise RuntimeError("the sandbox is not running: call start() first")
        asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)

    def _application(self) -> Any:
        triggers = Triggers(self.world)
        response_urls = ResponseUrls(self.world, self.url)
        services = Services(
            world=self.world,
            app=self.app,
            triggers=triggers,
            response_urls=response_urls,
            base_url=self.url,
            socket_ticket=self.sockets.ticket,
        )
        interactions = Interactions(self.world, self.app, self.dispatcher, triggers, response_urls)
        side = HumanSide(
            world=self.world,
            interactions=interactions,
            modals=Modals(self.world, interactions),
            streams=self._streams,
            faults=self.faults,
            sockets=self.sockets,
        )
        return build_application(services, side, self.sockets)

    def _run(self, server: uvicorn.Server, ready: threading.Event) -> None:
        asyncio.run(self._serve(server, ready))

    async def _serve(self, server: uvicorn.Server, ready: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self.dispatcher.start(self._loop)
        self._streams.start(self._loop)
        watch = asyncio.create_task(self._watch(server, ready))
        try:
            await server.serve(sockets=[self._socket])
        finally:
            watch.cancel()
            self.dispatcher.stop()
            self._loop = None

    async def _watch(self, server: uvicorn.Server, ready: threading.Event) -> None:
        while not server.started:
            await asyncio.sleep(0.005)
        ready.set()
        while not server.should_exit:
            await asyncio.sleep(0.05)
        # Open feeds and sockets would hold up the end.
        self._streams.stop()
        await self.sockets.drop()


def _bind(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise PortInUse(host, port) from error
    return listener
