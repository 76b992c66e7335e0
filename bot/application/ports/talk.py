"""What is heard and said: deliveries, posts, questions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bot.application.records.post import Post
from bot.application.records.question import Question


class Deliveries(Protocol):
    """Incoming deliveries already seen."""

    def first_time(self, team: str, key: str, at: datetime) -> bool:
        """Note the key; False if it was noted before. Keys are kept for at least a day."""


class Outbox(Protocol):
    """Channel posts, written down before they are sent."""

    def add(self, post: Post) -> None:
        """Store it, to be sent."""

    def redraw(self, team: str, subjects: Sequence[str]) -> None:
        """Have each post of these subjects drawn again."""

    def claim(
        self, teams: Sequence[str], now: datetime, lease: datetime, limit: int
    ) -> Sequence[Post]:
        """Posts of these workspaces, due, undrawn and not leased to a replica, oldest first.

        They are leased to the caller until `lease`. A post whose `parent` has no ts yet, or an
        earlier post of the same channel that is still waiting, is not among them. A lease that
        ran out counts as an attempt: its holder may have sent the post and died.
        """

    def renew(self, post_id: str, lease: datetime, until: datetime) -> bool:
        """Lengthen the lease that was given until `lease`; False if it is somebody else's now."""

    def sent(self, post_id: str, ts: str, drawn: int) -> None:
        """It is in the channel at `ts`, drawn at that revision; the lease ends."""

    def failed(self, post_id: str, trouble: str, retry_at: datetime | None) -> None:
        """Slack refused it; None gives it up."""

    def get(self, post_id: str) -> Post | None:
        """By id."""

    def of_subject(self, team: str, subject: str) -> Sequence[Post]:
        """Posts about one subject, oldest first."""

    def at(self, team: str, channel: str, ts: str) -> Post | None:
        """The post that is this message, or None."""


class Questions(Protocol):
    """Questions to people, open in threads."""

    def ask(self, question: Question) -> None:
        """Store it; an earlier one to the same person in the same thread is replaced."""

    def take(
        self, team: str, channel: str, thread_ts: str, user: str, now: datetime
    ) -> Question | None:
        """The question open for that person there, which is closed by this."""
