"""Slack, as the use cases need it: who people are, what stands there now, posting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.application.records.card import Card
from bot.application.records.post import Post
from bot.domain.action import Place
from bot.domain.hold import PersonFacts


@dataclass(frozen=True, slots=True)
class MessageNow:
    """A message as Slack has it at this moment.

    Attributes:
        readable: False when Slack could not be asked or refused.
        text: Its whole text as the reader takes it, or None when it is gone.
        digest: Of the whole message, as an announcement's digest is made.
    """

    readable: bool
    text: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class ChannelNow:
    """A channel as Slack has it: its name, its topic and whether a full member set that."""

    name: str
    topic: str = ""
    topic_by_member: bool = False
    is_external: bool = False
    is_archived: bool = False


class Directory(Protocol):
    """Who people are and what Slack says now. Looks up Slack, never decides."""

    def person(self, team: str, user: str, channel: str | None) -> PersonFacts:
        """Facts at most 60 s old; `known=False` when a look-up failed.

        Without a channel (the Home tab) `in_channel` is true.
        """

    def message(self, team: str, place: Place) -> MessageNow:
        """The message at `place`, read again."""

    def channel(self, team: str, channel: str) -> ChannelNow | None:
        """None when it cannot be looked up."""

    def permalink(self, team: str, channel: str, ts: str) -> str | None:
        """A link to a message, or None."""


@dataclass(slots=True)
class SendFailure(Exception):
    """Slack did not take a post.

    Attributes:
        code: Slack's error, or `unreachable`.
        retry_after: Seconds to wait; None means it is final.
    """

    code: str
    retry_after: float | None = None


class Notifier(Protocol):
    """Puts cards into channels."""

    def teams(self) -> Sequence[str]:
        """The workspaces that it can post to."""

    def post(self, post: Post, card: Card, thread_ts: str | None) -> str:
        """Post it and return its ts.

        Raises:
            SendFailure: It was not taken, or nobody knows.
        """

    def update(self, post: Post, card: Card) -> None:
        """Draw the posted message again.

        Raises:
            SendFailure: It was not taken.
        """

    def find(self, post: Post, thread_ts: str | None) -> str | None:
        """The ts of a message that carries this post's id, read back from the channel."""
