"""What a review asks about: every live entry with the evidence for or against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.records.fires import Fires
from bot.application.records.review import ReviewItem
from bot.domain.duplicate import older_twins
from bot.domain.entry import Entry
from bot.domain.quality import missing_parts
from bot.domain.reading.lexicon import Lexicon
from bot.domain.review import Evidence, question_text, questions_for, worst_first


def review_items(
    negmem: Negmem,
    tx: Transaction,
    team: str,
    entries: Sequence[Entry],
    gone: frozenset[str],
    now: datetime,
) -> tuple[ReviewItem, ...]:
    """The entries that raise a question, the most pressing first.

    Args:
        negmem: What every use case is handed.
        tx: One that only reads: this looks at all that an entry ever did.
        team: Workspace.
        entries: Its active entries.
        gone: Owners who left.
        now: Aware.
    """
    lexicon = negmem.memories.lexicon
    with negmem.memories.fresh(tx, team) as memory:
        unread = dict(memory.unread)
    fires = tx.announcements.fires_of_all(team)
    twins = older_twins(entries, now)
    evidence = {
        entry.id: _evidence(
            entry,
            fires.get(entry.id, Fires()),
            twins.get(entry.id),
            gone,
            _drift(tx, team, entry, lexicon),
            unread.get(entry.id),
            lexicon,
        )
        for entry in entries
    }
    asked = [(entry, questions_for(entry, evidence[entry.id], now)) for entry in entries]
    return tuple(
        ReviewItem(
            entry_id=entry.id,
            questions=tuple(question_text(q, entry, evidence[entry.id]) for q in questions),
            evidence={"questions": [question.value for question in questions]},
        )
        for entry, questions in worst_first(asked)
    )


def _evidence(
    entry: Entry,
    fires: Fires,
    twin: Entry | None,
    gone: frozenset[str],
    drifted: str | None,
    unread: str | None,
    lexicon: Lexicon,
) -> Evidence:
    gaps = missing_parts(entry, lexicon=lexicon)
    return Evidence(
        held=fires.held,
        released=fires.released,
        kept=fires.kept,
        wrong=fires.wrong,
        last_fired=fires.last_at,
        owner_gone=entry.owner in gone,
        duplicate_of=twin.id if twin else None,
        vague=gaps[0].text if gaps else None,
        drifted=drifted,
        unread=unread,
    )


def _drift(tx: Transaction, team: str, entry: Entry, lexicon: Lexicon) -> str | None:
    """Which known facts differ from the entry's fingerprint; untrusted ones count here."""
    if not entry.fingerprint:
        return None
    service, written = entry.scope.services[0], entry.scope.environments[0]
    environment = lexicon.environments.canonical(written)
    known = {fact.key: fact.value for fact in tx.facts.of(team, service, environment)}
    return _differing(entry.fingerprint, known)


def _differing(then: Mapping[str, str], now: Mapping[str, str]) -> str | None:
    changed = [
        f"{key} was {value}, is {now[key]}"
        for key, value in then.items()
        if key in now and now[key] != value
    ]
    return ", ".join(changed) or None
