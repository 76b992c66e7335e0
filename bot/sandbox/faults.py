"""Faults on demand: the next calls fail in the way that was asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Fault:
    """How calls are to fail.

    Attributes:
        method: The only method concerned; None: all. `response_url` is one of them.
        status: HTTP status of the answer.
        error: Slack's error code in the answer.
        retry_after: Seconds for the Retry-After header.
        times: How many calls are still to fail.
        delay: Seconds to wait before the call is carried out.
        lose_answer: Carry the call out, then break the connection without an answer.
    """

    method: str | None
    status: int | None
    error: str | None
    retry_after: float | None
    times: int
    delay: float
    lose_answer: bool

    @property
    def refuses(self) -> bool:
        """Whether the call is answered without being carried out."""
        return self.status is not None or self.error is not None


class Faults:
    """The faults that are waiting for their calls, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(self, wanted: Mapping[str, Any]) -> Fault:
        """Add a fault as `/faults` describes it; ValueError says what is wrong with it."""
        known = {"method", "status", "error", "retry_after", "times", "delay", "lose_answer"}
        if strange := sorted(set(wanted) - known):
            raise ValueError(f"a fault has no {', '.join(strange)}: use {', '.join(sorted(known))}")
        try:
            fault = Fault(
                method=wanted.get("method"),
                status=None if wanted.get("status") is None else int(wanted["status"]),
                error=wanted.get("error"),
                retry_after=wanted.get("retry_after"),
                times=int(wanted.get("times", 1)),
                delay=float(wanted.get("delay") or 0),
                lose_answer=bool(wanted.get("lose_answer")),
            )
        except (TypeError, ValueError):
            raise ValueError("status and times are whole numbers, delay is seconds") from None
        if fault.times > 0:
            self._waiting.append(fault)
        return fault

    def take(self, method: str) -> Fault | None:
        """Return the fault for a call that comes now, or None."""
        for fault in self._waiting:
            if fault.method in (None, method):
                fault.times -= 1
                if fault.times < 1:
                    self._waiting.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        """Forget all that is waiting."""
        self._waiting.clear()
