"""What a person is told after a click, a command or a reply."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from bot.domain.hold import REFUSAL_TEXT, Refusal


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one person.

    Attributes:
        ok: Whether what they asked for was done.
        text: One or two sentences, final wording.
        refusal: Why they may not, where that is the reason.
        subject: Id of what it is about: the entry, hold or review.
    """

    ok: bool
    text: str
    refusal: Refusal | None = None
    subject: str | None = None


_SAY_WHO_MAY = frozenset({Refusal.NOT_AN_ADMIN, Refusal.NOT_IN_CHANNEL})
"""Refusals whose own words tell who may."""


def refused(refusal: Refusal, who_may: str | None = None) -> Answer:
    """A refusal in words, with who may instead."""
    untold = who_may and refusal not in _SAY_WHO_MAY
    tail = f" {who_may[:1].upper()}{who_may[1:]} can." if who_may and untold else ""
    return Answer(False, REFUSAL_TEXT[refusal] + tail, refusal)


def day(moment: datetime) -> str:
    """A day in an answer, in the form that cards have; the reader's own, or as in UTC."""
    moment = moment.astimezone(UTC)
    return f"<!date^{int(moment.timestamp())}^{{date_short}}|{moment.day} {moment:%b %Y}>"


def clock_time(moment: datetime) -> str:
    """A time of day in an answer: the reader's own, or UTC where their zone is not known."""
    return f"<!date^{int(moment.timestamp())}^{{time}}|{moment:%H:%M} UTC>"
