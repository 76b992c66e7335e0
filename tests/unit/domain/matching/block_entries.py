"""Entries that hold, on one service in production each, and whether a text repeats them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.matching import Memory
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
LEXICON = load_lexicon()


def block_entry(
    service: str,
    action: str,
    outcome: str = "an outage",
    *,
    entry_id: str = "nm-1",
    context: str = "",
) -> Entry:
    """An entry on this service in production that never expires."""
    return Entry(
        id=entry_id, action=action, context=context or f"{service} in production", outcome=outcome,
        severity=Severity.BLOCK, source="test", scope=Scope((service,), ("prod",)), expires=None,
        created=NOW,
    )  # fmt: skip


def memory_of(*entries: Entry) -> Memory:
    """A memory of these entries alone."""
    memory = Memory(LEXICON)
    for entry in entries:
        memory.put(entry)
    return memory


def repeats(service: str, outcome: str, *, in_channel: bool = True) -> Callable[[str, str], bool]:
    """Whether by the rules a text repeats an entry about this service in production.

    The answer takes the entry's action and the text. With `in_channel` the text is said in the
    channel of the service, else the text must name it. What is made of the rules' answer,
    `test_weighing.py` and `make eval` tell.
    """
    where = Situation(now=NOW, service=service if in_channel else None, environment="prod")

    def matches(action: str, text: str) -> bool:
        memory = memory_of(block_entry(service, action, outcome))
        reading = read(ActionInput(InputForm.TEXT, text), memory.lexicon)
        hits = memory.ruled(reading, where)[1] or memory.search(reading, where)
        return any(hit.matches for hit in hits)

    return matches
