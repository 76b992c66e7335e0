"""The gate's client: one connection, JSON in and out; whatever is not 2xx is a hold."""

from __future__ import annotations

import http.client
import json
import os
from collections.abc import Mapping
from urllib.parse import quote, urlsplit

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, whose import would cost the hook a tenth of its time
    from typing import Any

DEFAULT_URL = "http://127.0.0.1:8787"
ANSWER_SECONDS = 15.0
"""How long the gate may take for an answer that does not wait.

It may wait five seconds for the database, behind somebody who waits as long.
"""
_LARGEST_ANSWER = 4_000_000


class Unreachable(Exception):
    """No answer came; the text says why."""


class NotSetUp(Exception):
    """The address or the token is missing or malformed; the text says how to mend it."""


class Reply:
    """The gate's answer.

    Attributes:
        status: Of HTTP.
        body: The JSON object; empty where the answer was none.
    """

    __slots__ = ("body", "status")

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        self.status = status
        self.body = body

    @property
    def ok(self) -> bool:
        """Whether the gate did what was asked."""
        return 200 <= self.status < 300

    @property
    def effect(self) -> str:
        """`allow`, `warn` or `hold`; a hold for all that is no clear answer."""
        effect = self.body.get("effect") if self.ok else None
        return effect if effect in ("allow", "warn") else "hold"

    @property
    def state(self) -> str | None:
        """The hold's state, or None where there is no hold."""
        hold = self.body.get("hold") if self.ok else None
        return str(hold.get("state")) if isinstance(hold, dict) else None

    @property
    def permit(self) -> str | None:
        """What the action may start with, if it may."""
        permit = self.body.get("permit") if self.ok else None
        return permit if isinstance(permit, str) else None

    @property
    def action_id(self) -> str | None:
        """Id of the judged action."""
        found = self.body.get("id") if self.ok else None
        return found if isinstance(found, str) else None

    @property
    def why(self) -> str:
        """The reason in words, and how to mend it where the gate refused."""
        told = self.body.get("reason") or self.body.get("message")
        if not told:
            return f"The gate answered with status {self.status} and no reason."
        return f"{told} {self.body.get('hint') or ''}".strip()


class Gate:
    """One agent's view of the gate. Not for several threads at once.

    Args:
        url: Address of the gate, without `/v1`.
        token: The agent's token.

    Raises:
        NotSetUp: The address is none.
    """

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            port = -1
        if parts.scheme not in ("http", "https") or not parts.hostname or port == -1:
            raise NotSetUp(f"NEGMEM_GATE_URL must be like {DEFAULT_URL}: it is an http address.")
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = port
        self._prefix = parts.path.rstrip("/")
        self._token = token
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, body: Mapping[str, Any]) -> Reply:
        """Whether an action may be taken; see the gate's `POST /v1/actions`."""
        return self.call("POST", "/v1/actions", body)

    def look(self, action_id: str, wait: int = 0) -> Reply:
        """How an action stands; with `wait` seconds as soon as its hold ends."""
        path = f"/v1/actions/{quote(action_id, safe='')}"
        return self.call("GET", f"{path}?wait={wait}" if wait else path, wait=wait)

    def start(self, action_id: str, permit: str, action: object) -> Reply:
        """Spend the permit."""
        body = {"permit": permit, "action": action}
        return self.call("POST", f"/v1/actions/{quote(action_id, safe='')}/start", body)

    def report(self, action_id: str, outcome: Mapping[str, Any]) -> Reply:
        """Say what happened."""
        return self.call("POST", f"/v1/actions/{quote(action_id, safe='')}/outcome", outcome)

    def constraints(self, situation: Mapping[str, Any]) -> Reply:
        """The text for a prompt."""
        return self.call("POST", "/v1/constraints", situation)

    def call(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, *, wait: float = 0.0
    ) -> Reply:
        """One request.

        Raises:
            Unreachable: No answer came, or none that is the gate's.
        """
        data = json.dumps(body).encode() if body is not None else None
        head = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            reused = self._connection is not None
            status, raw = self._exchange(method, path, data, head, wait)
        except (ConnectionError, http.client.BadStatusLine) as broken:
            if not reused or method != "GET":
                raise Unreachable(self._no_answer(broken)) from broken
            try:  # the gate closes idle connections: what only looks may be sent again
                status, raw = self._exchange(method, path, data, head, wait)
            except (OSError, http.client.HTTPException, ValueError) as again:
                raise Unreachable(self._no_answer(again)) from again
        except (OSError, http.client.HTTPException, ValueError) as broken:
            raise Unreachable(self._no_answer(broken)) from broken
        return Reply(status, _object(raw))

    def close(self) -> None:
        """Close the connection; the next call opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _exchange(
        self, method: str, path: str, data: bytes | None, head: dict[str, str], wait: float
    ) -> tuple[int, bytes]:
        connection = self._connection or self._opened()
        self._connection = connection
        connection.timeout = ANSWER_SECONDS + wait
        if connection.sock is not None:
            connection.sock.settimeout(connection.timeout)
        try:
            connection.request(method, self._prefix + path, data, head)
            answer = connection.getresponse()
            return answer.status, answer.read(_LARGEST_ANSWER)
        except BaseException:
            self.close()
            raise

    def _opened(self) -> http.client.HTTPConnection:
        if self._secure:
            return http.client.HTTPSConnection(self._host, self._port)
        return http.client.HTTPConnection(self._host, self._port)

    def _no_answer(self, error: BaseException) -> str:
        where = f"{self._host}:{self._port or ('443' if self._secure else '80')}"
        if isinstance(error, TimeoutError):
            return f"negmem's gate at {where} did not answer in time."
        if isinstance(error, ConnectionRefusedError):
            return f"negmem's gate at {where} cannot be reached: nothing listens there."
        return f"negmem's gate at {where} cannot be reached: {_plain(error)}."


def gate_of_environment(environ: Mapping[str, str] | None = None) -> Gate:
    """The gate that `NEGMEM_GATE_URL` and `NEGMEM_AGENT_TOKEN` name.

    Raises:
        NotSetUp: There is no token, or the address is none.
    """
    environ = os.environ if environ is None else environ
    token = environ.get("NEGMEM_AGENT_TOKEN", "").strip()
    if not token:
        raise NotSetUp(
            "NEGMEM_AGENT_TOKEN is not set: negmem's operator makes a token with `negmem agent add"
            " NAME --channel C…`."
        )
    if not token.isascii() or not token.isprintable():
        raise NotSetUp(
            "NEGMEM_AGENT_TOKEN holds characters that no token has: copy it again as `negmem agent"
            " add` printed it."
        )
    return Gate(environ.get("NEGMEM_GATE_URL", "").strip() or DEFAULT_URL, token)


def _object(raw: bytes) -> Mapping[str, Any]:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _plain(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
