"""Serving an ASGI application in a thread of its own."""

from __future__ import annotations

import gc
import ipaddress
import socket
import sys
import threading

import structlog
import uvicorn
from starlette.types import ASGIApp

from bot.domain.errors import NegmemError

START_SECONDS = 20.0
SWITCH_SECONDS = 0.0005

log = structlog.get_logger(__name__)


class PortTaken(NegmemError):
    """Something else listens there."""

    code = "port_taken"


class Server:
    """Takes its port at once, so that `url` is known, and serves between start and stop.

    Args:
        app: What is served.
        address: Host and port; port 0 takes a free one.
        variable: The setting that names the address, for the error.
        behind_proxy: Something in front does TLS: no warning for a wide address.

    Raises:
        PortTaken: The port is in use.
    """

    def __init__(
        self, app: ASGIApp, address: tuple[str, int], *, variable: str, behind_proxy: bool = False
    ) -> None:
        host, _ = address
        self._socket = _as_tcp(listening_at(address, variable))
        shown = f"[{host}]" if ":" in host else host
        self.url = f"http://{shown}:{self._socket.getsockname()[1]}"
        if not is_loopback(host) and not behind_proxy:
            log.warning(
                "listening beyond loopback without TLS: tokens can be read on the way; put a"
                " proxy in front and set NEGMEM_BEHIND_PROXY=true",
                address=self.url,
            )
        config = uvicorn.Config(
            app, log_config=None, lifespan="on", timeout_graceful_shutdown=2, access_log=False
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, args=([self._socket],), name=variable, daemon=True
        )

    def start(self) -> None:
        """Serve; returns when it answers."""
        _make_ready()
        self._thread.start()
        waited = threading.Event()
        for _ in range(int(START_SECONDS / 0.02)):
            if self._server.started or not self._thread.is_alive():
                break
            waited.wait(0.02)
        if not self._server.started:
            raise NegmemError(f"Nothing could be served at {self.url}.", "See the log above.")

    def stop(self) -> None:
        """End it; open requests get two seconds."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(timeout=10)
        self._socket.close()


def listening_at(address: tuple[str, int], variable: str) -> socket.socket:
    """A socket that listens there; `variable` names the setting for the error.

    Raises:
        PortTaken: The port is in use.
    """
    host, port = address
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as taken:
        why = str(taken.strerror).partition(" (while")[0]  # Python adds the address, as a tuple
        raise PortTaken(
            f"{host}:{port} cannot be listened on: {why}.",
            f"Stop what listens there, or set {variable} to another address.",
        ) from taken


def _make_ready() -> None:
    """Fit the interpreter to a process that answers many short requests in threads.

    What is loaded by now stays for good: looking through it for garbage again and again costs a
    tenth of each decision. And a thread that comes back from the database is not to wait the usual
    5 ms for its turn: another third, with eight agents asking at once.
    """
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)


def _as_tcp(listening: socket.socket) -> socket.socket:
    """The same socket, with its protocol named.

    asyncio turns off Nagle's algorithm only for sockets that say they are TCP; left on, each
    answer on a kept connection waits 40 ms for the client's acknowledgement.
    """
    return socket.socket(
        listening.family, listening.type, socket.IPPROTO_TCP, fileno=listening.detach()
    )


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
