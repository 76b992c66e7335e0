"""Entries from a postmortem's drafts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.application.entries.store_entry import store_entry
from bot.application.negmem import Negmem
from bot.domain.entry import Entry, Scope
from bot.domain.errors import InvalidEntry
from bot.domain.postmortem import Draft
from bot.domain.redaction import redact

LIFE = timedelta(days=180)


def draft_json(draft: Draft) -> dict[str, object]:
    """A draft in the form of `negmem import --json`."""
    return {
        "action": redact(draft.action),
        "service": draft.service,
        "environment": draft.environment,
        "context": redact(draft.context),
        "outcome": redact(draft.outcome),
        "severity": draft.severity.value,
        "lines": list(draft.lines),
    }


def entry_of_draft(negmem: Negmem, draft: Draft, source: str, owner: str | None) -> Entry:
    """The entry that a draft would become, not checked yet."""
    return drafted(draft, negmem.clock(), source, owner)


def drafted(draft: Draft, now: datetime, source: str, owner: str | None) -> Entry:
    """The same for whoever has no memory at hand."""
    return Entry(
        id="",
        action=draft.action,
        context=draft.context,
        outcome=draft.outcome,
        severity=draft.severity,
        source=source,
        scope=Scope(
            (draft.service,) if draft.service else (),
            (draft.environment,) if draft.environment else (),
        ),
        expires=now + LIFE,
        created=now,
        owner=owner,
    )


def span_of(lines: tuple[int, int]) -> str:
    """First and last line in words: "line 13", "lines 13–15"."""
    first, last = lines
    return f"line {first}" if first == last else f"lines {first}–{last}"


def store_drafts(
    negmem: Negmem, team: str, actor: str, drafts: Sequence[Draft], source: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Store each draft that is concrete enough.

    Returns:
        Ids of the stored entries, and one line for each draft that was refused: why.
    """
    stored: list[str] = []
    refused: list[str] = []
    for draft in drafts:
        entry = entry_of_draft(negmem, draft, f"{source}, {span_of(draft.lines)}", None)
        try:
            with negmem.store.write() as tx:
                stored.append(store_entry(negmem, tx, team, entry, actor).id)
        except InvalidEntry as vague:
            refused.append(f"not stored: {draft.action}: {vague}")
    return tuple(stored), tuple(refused)
