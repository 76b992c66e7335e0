"""What the gate is asked: no two questions of a run are the same, so that none is known already."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

FILLERS = 100
"""Entries in the memory besides the two that match something."""

_SERVICES = (
    "payments-api", "cart-web", "search-indexer", "billing-worker", "ledger-sync", "auth-proxy",
    "mail-relay",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """A kind of request.

    Attributes:
        path: Where it is posted.
        body: The body with this number: another one for each number.
        effect: What the gate says to it; None where another route is asked.
    """

    path: str
    body: Callable[[int], Mapping[str, object]]
    effect: str | None = None

    def text(self, number: int) -> str:
        """The body as JSON."""
        return json.dumps(self.body(number))


def _note(number: int) -> Mapping[str, object]:
    return {"text": f"note {number} of some length " * 10}


def _command(number: int) -> Mapping[str, object]:
    service = _SERVICES[number % len(_SERVICES)]
    return {"action": {"command": f"kubectl -n prod get pods -l app={service},batch={number}"}}


def _text(number: int) -> Mapping[str, object]:
    service = _SERVICES[number % len(_SERVICES)]
    return {"action": f"Scaling the {service} workers in staging from 4 to {number + 5} replicas."}


def _warned(number: int) -> Mapping[str, object]:
    return {"action": f"Flushing the redis cache of service-{number % FILLERS} for OPS-{number}."}


PLAIN = {"insert": Question("/bench/insert", _note), "empty": Question("/bench/empty", _note)}
DECISIONS = {
    "allowed command": Question("/v1/actions", _command, "allow"),
    "allowed text": Question("/v1/actions", _text, "allow"),
    "warned text": Question("/v1/actions", _warned, "warn"),
}
