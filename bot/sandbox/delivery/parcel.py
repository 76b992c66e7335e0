"""What is carried to the app, and what comes back."""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

ACK_SECONDS = 3.0
Kind = Literal["events_api", "interactive", "slash_commands"]


@dataclass(frozen=True, slots=True)
class Parcel:
    """One payload on its way to the app.

    Attributes:
        lane: Parcels of one lane arrive in order; `""` for those that wait for nobody.
        wants_answer: Whether the acknowledgement may carry a payload.
        retry: Number of the repetition, 0 for the first attempt; `reason` says why.
    """

    kind: Kind
    payload: dict[str, Any]
    lane: str = ""
    wants_answer: bool = False
    retry: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an attempt.

    Attributes:
        acked: Whether the app acknowledged in time.
        body: What the acknowledgement carried: an object, a text or nothing.
        failure: Otherwise Slack's word: `timeout`, `http_timeout`, `http_error`,
            `connection_failed`.
        may_retry: False when the app forbids repetitions.
    """

    acked: bool
    body: Any = None
    failure: str = ""
    may_retry: bool = True


class Carrier(Protocol):
    """A way to reach the app."""

    async def send(self, parcel: Parcel) -> Answer:
        """Carry one parcel and wait for its acknowledgement, 3 seconds at most."""
