"""Which entries the weekly review asks about, and what it asks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.domain.entry import Entry, EntryState, Severity

MOST_ITEMS = 10
"""Entries in one review thread."""

EXPIRING_WITHIN = timedelta(days=14)
SILENT_FOR = timedelta(days=60)
ENOUGH_FIRES = 5
"""Holds from which a share says something."""
NOISY_SHARE = 0.8
"""Released four times in five."""


class ReviewQuestion(StrEnum):
    """What an entry raises, the most pressing first."""

    UNREAD = "unread"
    EXPIRED = "expired"
    NOISY = "noisy"
    WRONG_MATCHES = "wrong_matches"
    ALWAYS_KEPT = "always_kept"
    OWNER_GONE = "owner_gone"
    DRIFTED = "drifted"
    EXPIRING = "expiring"
    DUPLICATE = "duplicate"
    VAGUE = "vague"
    SILENT = "silent"


_ORDER = list(ReviewQuestion)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about how an entry did.

    Attributes:
        held, released, kept, wrong: How its holds ended, and matches called wrong, in all.
        last_fired: Its latest match.
        owner_gone: Its owner left or is deactivated.
        duplicate_of: Another live entry that says the same.
        vague: What is vague about it.
        drifted: Which facts differ now from when it was learned.
        unread: Why it cannot be read any more.
    """

    held: int = 0
    released: int = 0
    kept: int = 0
    wrong: int = 0
    last_fired: datetime | None = None
    owner_gone: bool = False
    duplicate_of: str | None = None
    vague: str | None = None
    drifted: str | None = None
    unread: str | None = None


def questions_for(entry: Entry, evidence: Evidence, now: datetime) -> tuple[ReviewQuestion, ...]:
    """What the review asks about this entry, most pressing first; nothing for a sound one."""
    if entry.state is not EntryState.ACTIVE:
        return ()
    ended = evidence.released + evidence.kept
    enough = ended >= ENOUGH_FIRES
    raised = {
        ReviewQuestion.UNREAD: evidence.unread is not None,
        ReviewQuestion.EXPIRED: entry.expires is not None and entry.expires <= now,
        ReviewQuestion.NOISY: enough and evidence.released / ended >= NOISY_SHARE,
        ReviewQuestion.WRONG_MATCHES: evidence.wrong > 0,
        ReviewQuestion.ALWAYS_KEPT: enough and evidence.kept == ended,
        ReviewQuestion.OWNER_GONE: evidence.owner_gone,
        ReviewQuestion.DRIFTED: evidence.drifted is not None,
        ReviewQuestion.EXPIRING: entry.expires is not None
        and now < entry.expires <= now + EXPIRING_WITHIN,
        ReviewQuestion.DUPLICATE: evidence.duplicate_of is not None,
        ReviewQuestion.VAGUE: evidence.vague is not None,
        ReviewQuestion.SILENT: _silent(entry, evidence, now),
    }
    return tuple(question for question in _ORDER if raised[question])


def _silent(entry: Entry, evidence: Evidence, now: datetime) -> bool:
    return (evidence.last_fired or entry.created) <= now - SILENT_FOR


def worst_first(
    found: Iterable[tuple[Entry, tuple[ReviewQuestion, ...]]],
) -> tuple[tuple[Entry, tuple[ReviewQuestion, ...]], ...]:
    """At most `MOST_ITEMS` entries that raise something, the most pressing first."""
    asked = [(entry, questions) for entry, questions in found if questions]
    asked.sort(key=lambda pair: (_ORDER.index(pair[1][0]), -len(pair[1]), pair[0].created))
    return tuple(asked[:MOST_ITEMS])


def question_text(question: ReviewQuestion, entry: Entry, evidence: Evidence) -> str:
    """The question in a sentence, with its evidence."""
    ended = evidence.released + evidence.kept
    until = f"{entry.expires.day} {entry.expires:%b %Y}" if entry.expires else "never"
    holds = entry.severity is Severity.BLOCK
    meanwhile = (
        "all that is planned in its scope is held" if holds else "it may miss what it is for"
    )
    texts = {
        ReviewQuestion.UNREAD: (
            f"Cannot be read any more ({evidence.unread}): {meanwhile}. Correct or retire it."
        ),
        ReviewQuestion.EXPIRED: f"Expired on {until}: renew it, or let it go?",
        ReviewQuestion.NOISY: (
            f"Released {evidence.released} of {ended} times: too broad? Narrow or weaken it."
        ),
        ReviewQuestion.WRONG_MATCHES: (
            f"Called a wrong match {evidence.wrong}×: is its action clear enough?"
        ),
        ReviewQuestion.ALWAYS_KEPT: (
            f"Kept blocked all {ended} times: the agent that keeps asking needs mending."
        ),
        ReviewQuestion.OWNER_GONE: "Its owner is gone: who answers for it now?",
        ReviewQuestion.DRIFTED: f"The system changed since ({evidence.drifted}): still true?",
        ReviewQuestion.EXPIRING: f"Expires on {until}: still needed?",
        ReviewQuestion.DUPLICATE: f"Says the same as {evidence.duplicate_of}: retire one?",
        ReviewQuestion.VAGUE: f"Vague: {evidence.vague}",
        ReviewQuestion.SILENT: "Has not fired for 60 days: still needed?",
    }
    return texts[question]
