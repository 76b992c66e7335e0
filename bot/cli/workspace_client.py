"""The human side of the sandbox workspace, over its HTTP contract."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any

from bot.domain.errors import NegmemError

TIMEOUT_SECONDS = 15.0
LOOK_AGAIN_SECONDS = 0.1


class DemoStuck(NegmemError):
    """The played incident waited for something that did not come."""

    code = "demo_stuck"


class WorkspaceClient:
    """Acts as people and agents do, and sees what they see.

    Args:
        base: Address of the workspace.
    """

    def __init__(self, base: str) -> None:
        self._base = base
        # The workspace is on loopback: a proxy of the environment has no say.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def act(self, what: str, **body: Any) -> Mapping[str, Any]:
        """Do one thing, like `messages`, `edits`, `clicks` or `commands`.

        Raises:
            DemoStuck: The workspace says that it cannot be done.
        """
        answer: Mapping[str, Any] = self._call(f"/human/{what}", body)
        if not answer.get("ok"):
            raise DemoStuck(f"{what} was not possible: {answer.get('error')}.")
        return answer

    def messages(self, channel: str) -> list[Mapping[str, Any]]:
        """The channel as its members see it, oldest first."""
        return self._listed(self._call(f"/human/channels/{channel}/messages"))

    def thread(self, channel: str, ts: str) -> list[Mapping[str, Any]]:
        """A thread, its parent first."""
        return self._listed(self._call(f"/human/threads/{channel}/{ts}"))

    def ephemerals(self, user: str) -> list[Mapping[str, Any]]:
        """What only that person was shown."""
        return self._listed(self._call(f"/human/ephemerals/{user}"))

    def view(self, user: str) -> Mapping[str, Any] | None:
        """The modal that is open before that person."""
        found: Mapping[str, Any] | None = self._call(f"/human/views/{user}")
        return found

    def wait_for(
        self,
        look: Callable[[], list[Mapping[str, Any]]],
        fits: Callable[[Mapping[str, Any]], bool],
        what: str,
    ) -> Mapping[str, Any]:
        """The newest message that fits, as soon as there is one.

        Raises:
            DemoStuck: There was none in time.
        """
        end = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < end:
            found = [message for message in look() if fits(message)]
            if found:
                return found[-1]
            time.sleep(LOOK_AGAIN_SECONDS)
        raise DemoStuck(f"Waited {TIMEOUT_SECONDS:g} s for {what}, which did not come.")

    def _call(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(  # noqa: S310 - the address is the demo's own loopback one
            self._base + path, data, {"Content-Type": "application/json"}
        )
        with self._opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
            return json.loads(answer.read())

    @staticmethod
    def _listed(answer: Any) -> list[Mapping[str, Any]]:
        return answer if isinstance(answer, list) else answer["messages"]


def decision_of(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the metadata of one of negmem's cards says; empty for any other message."""
    metadata = message.get("metadata") or {}
    return metadata.get("event_payload") or {}


def button_of(message: Mapping[str, Any], action_id: str) -> Mapping[str, Any] | None:
    """The button of that action on a message, with its block's id."""
    for block in message.get("blocks") or []:
        for element in block.get("elements") or []:
            if element.get("action_id") == action_id:
                return {**element, "block_id": block["block_id"]}
    return None
