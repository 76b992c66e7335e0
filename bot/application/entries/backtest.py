"""What an entry would have matched among the last 30 days' announcements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from bot.application.entries.store_entry import matches_own_text, without_secrets
from bot.application.judging.judge import decided_alone
from bot.application.negmem import Negmem
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.action import Situation
from bot.domain.entry import Entry
from bot.domain.errors import InvalidEntry
from bot.domain.matching import Memory
from bot.domain.quality import Gap, missing_parts

LOOK_BACK = timedelta(days=30)
MOST = 2_000
"""Announcements that are tried: it happens while a person waits for a form."""
ENOUGH = 20
"""Announcements below which their share says nothing."""


@dataclass(frozen=True, slots=True)
class Backtest:
    """What an entry would have done.

    Attributes:
        hits: Announcements that it would have matched, newest first, with what agreed.
        tried: How many there were.
        gaps: What is missing or too vague.
        reading: What was understood, one line each.
    """

    hits: tuple[tuple[JudgedAnnouncement, tuple[str, ...]], ...]
    tried: int
    gaps: tuple[Gap, ...]
    reading: tuple[str, ...]

    @property
    def share(self) -> float | None:
        """Share of the announcements that it would have matched; None where that says nothing."""
        return len(self.hits) / self.tried if self.tried >= ENOUGH else None


def backtest(negmem: Negmem, team: str, entry: Entry) -> Backtest:
    """Try the entry on the workspace's recent announcements; nothing is stored."""
    entry = replace(without_secrets(entry), id="new")
    with negmem.store.read() as tx:
        recent = tx.announcements.since(team, negmem.clock() - LOOK_BACK, MOST)
    memory = Memory(negmem.memories.lexicon)
    try:
        memory.put(entry)
    except InvalidEntry:
        own = False
    else:
        own = matches_own_text(negmem, entry)
    hits = []
    for judged in recent if len(memory) else ():
        situation = Situation(
            now=judged.judged_at, service=judged.service, environment=judged.environment
        )
        decision = decided_alone(judged.announcement.action, situation, memory)
        if decision.matches or decision.alerts:
            hits.append((judged, (*decision.matches, *decision.alerts)[0].agreed))
    share = len(hits) / len(recent) if len(recent) >= ENOUGH else None
    lexicon = negmem.memories.lexicon
    gaps = missing_parts(entry, matches_own_text=own, share=share, lexicon=lexicon)
    return Backtest(tuple(hits), len(recent), gaps, negmem.memories.reading_of(entry))
