"""A notifier over a list of messages, which can refuse, lose answers, and be read back."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.application.ports.slack import SendFailure
from bot.application.records.card import Card
from bot.application.records.post import Post


@dataclass
class FakeNotifier:
    """A fake of the Notifier port.

    Attributes:
        sent: post id -> the cards drawn under it, oldest first.
        failures: What the next calls raise; None lets one through.
        first_ts: What a ts begins with.
        served: The workspaces that it posts to.
        lose: How many of the next posts arrive without an answer.
    """

    sent: dict[str, list[Card]] = field(default_factory=dict)
    threads: dict[str, str | None] = field(default_factory=dict)
    failures: list[SendFailure | None] = field(default_factory=list)
    lose: int = 0
    first_ts: str = "99."
    served: tuple[str, ...] = ("T1",)

    def teams(self) -> tuple[str, ...]:
        return self.served

    def post(self, post: Post, card: Card, thread_ts: str | None) -> str:
        self._fail()
        self.sent.setdefault(post.id, []).append(card)
        self.threads[post.id] = thread_ts
        if self.lose:
            self.lose -= 1
            raise SendFailure("unreachable", retry_after=1)
        return f"{self.first_ts}{len(self.sent):06d}"

    def update(self, post: Post, card: Card) -> None:
        self._fail()
        self.sent[post.id].append(card)

    def find(self, post: Post, thread_ts: str | None) -> str | None:
        return "99.000001" if post.id in self.sent else None

    def _fail(self) -> None:
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None:
            raise failure
