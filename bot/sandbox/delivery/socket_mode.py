"""Socket Mode: WebSocket connections that the app opens, each envelope to one of them."""

import asyncio
import itertools
import json
import secrets
import uuid
from dataclasses import dataclass, field
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from bot.sandbox.delivery.parcel import ACK_SECONDS, Answer, Parcel

MAX_CONNECTIONS = 10
_LIFETIME_SECONDS = 18060


@dataclass(eq=False, slots=True)
class _Connection:
    socket: WebSocket
    pending: dict[str, "asyncio.Future[Answer]"] = field(default_factory=dict)
    leaving: bool = False


class SocketMode:
    """The server's end of Socket Mode for one app.

    An envelope goes to the next connection in turn. Without a connection the attempt fails at
    once; a connection that breaks fails what it had not acknowledged.
    """

    def __init__(self, app_id: str) -> None:
        self._app_id = app_id
        self.is_open = True
        self._tickets: set[str] = set()
        self._connections: list[_Connection] = []
        self._turn = itertools.count()

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return len(self._connections)

    def ticket(self) -> str:
        """Return a ticket that opens one connection, once."""
        ticket = secrets.token_urlsafe(24)
        self._tickets.add(ticket)
        return ticket

    async def send(self, parcel: Parcel) -> Answer:
        """Send an envelope over one connection and wait for its acknowledgement."""
        usable = [one for one in self._connections if not one.leaving]
        if not usable:
            return Answer(acked=False, failure="connection_failed")
        connection = usable[next(self._turn) % len(usable)]
        envelope_id = str(uuid.uuid4())
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        connection.pending[envelope_id] = future
        try:
            await connection.socket.send_text(json.dumps(_envelope(envelope_id, parcel)))
            return await asyncio.wait_for(future, ACK_SECONDS)
        except TimeoutError:
            return Answer(acked=False, failure="timeout")
        except (RuntimeError, WebSocketDisconnect):  # the connection broke while it was sent
            return Answer(acked=False, failure="connection_failed")
        finally:
            connection.pending.pop(envelope_id, None)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection from its opening to its end."""
        await socket.accept()
        ticket = socket.query_params.get("ticket", "")
        if ticket not in self._tickets or self.connections >= MAX_CONNECTIONS:
            await _disconnect(socket, "too_many_websockets" if ticket in self._tickets else "")
            return
        self._tickets.discard(ticket)
        if not self.is_open:
            await _disconnect(socket, "link_disabled")
            return
        connection = _Connection(socket)
        self._connections.append(connection)
        try:
            await socket.send_text(json.dumps(self._hello()))
            while True:
                self._received(connection, await socket.receive_text())
        except (WebSocketDisconnect, RuntimeError):
            pass  # the app left, or the connection was dropped on purpose
        finally:
            self._forget(connection)

    async def refresh(self, warning_seconds: float = 10.0) -> None:
        """Ask every connection to be opened anew: a warning, then the request, then the end."""
        leaving = list(self._connections)
        for connection in leaving:
            await _say(connection.socket, _disconnect_message("warning"))
        await asyncio.sleep(warning_seconds)
        for connection in leaving:
            connection.leaving = True
            await _say(connection.socket, _disconnect_message("refresh_requested"))
        await asyncio.sleep(0.1)  # acknowledgements on their way may still arrive
        await self._close(leaving)

    async def drop(self) -> None:
        """Break every connection without a word."""
        await self._close(list(self._connections))

    async def close(self) -> None:
        """Turn Socket Mode off: connected apps are told `link_disabled`."""
        self.is_open = False
        for connection in list(self._connections):
            await _say(connection.socket, _disconnect_message("link_disabled"))
        await self._close(list(self._connections))

    async def _close(self, connections: list[_Connection]) -> None:
        for connection in connections:
            self._forget(connection)
            if connection.socket.application_state is WebSocketState.CONNECTED:
                try:
                    await connection.socket.close()
                except (RuntimeError, WebSocketDisconnect):
                    continue  # the app was faster

    def _forget(self, connection: _Connection) -> None:
        if connection in self._connections:
            self._connections.remove(connection)
        for future in connection.pending.values():
            if not future.done():
                future.set_result(Answer(acked=False, failure="connection_failed"))

    def _received(self, connection: _Connection, text: str) -> None:
        try:
            message = json.loads(text)
        except ValueError:
            return  # Slack ignores what is not JSON
        future = connection.pending.get(str(message.get("envelope_id")))
        if future is not None and not future.done():
            future.set_result(Answer(acked=True, body=message.get("payload")))

    def _hello(self) -> dict[str, Any]:
        return {
            "type": "hello",
            "num_connections": self.connections,
            "debug_info": _debug() | {"approximate_connection_time": _LIFETIME_SECONDS},
            "connection_info": {"app_id": self._app_id},
        }


def _envelope(envelope_id: str, parcel: Parcel) -> dict[str, Any]:
    envelope: dict[str, Any] = {
        "envelope_id": envelope_id,
        "payload": parcel.payload,
        "type": parcel.kind,
        "accepts_response_payload": parcel.wants_answer,
    }
    if parcel.kind == "events_api":
        envelope |= {"retry_attempt": parcel.retry, "retry_reason": parcel.reason}
    return envelope


def _debug() -> dict[str, Any]:
    return {"host": "applink-sandbox", "build_number": 1}


def _disconnect_message(reason: str) -> dict[str, Any]:
    return {"type": "disconnect", "reason": reason, "debug_info": _debug()}


async def _disconnect(socket: WebSocket, reason: str) -> None:
    if reason:
        await _say(socket, _disconnect_message(reason))
    await socket.close()


async def _say(socket: WebSocket, message: dict[str, Any]) -> None:
    try:
        await socket.send_text(json.dumps(message))
    except (RuntimeError, WebSocketDisconnect):
        return  # gone already
