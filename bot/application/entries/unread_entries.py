"""Entries that no longer protect as they did when they were stored: words or readers changed."""

from __future__ import annotations

from collections.abc import Iterable

import structlog

from bot.application.entries.store_entry import matches_own_text
from bot.application.memories import READER_FAILED
from bot.application.negmem import Negmem
from bot.domain.entry import Entry
from bot.domain.errors import InvalidEntry
from bot.domain.reading.entry import understand
from bot.domain.reading.lexicon import Lexicon

log = structlog.get_logger(__name__)


def why_unread(entry: Entry, lexicon: Lexicon) -> str | None:
    """Why an entry cannot be read, as a clause; None where it can."""
    try:
        understand(entry, lexicon)
    except InvalidEntry as invalid:
        return invalid.what.rstrip(".")
    except Exception:
        log.exception("an entry cannot be read", entry=entry.id)
        return READER_FAILED
    return None


def lost_entries(negmem: Negmem, entries: Iterable[Entry]) -> tuple[tuple[str, str], ...]:
    """(id, what is wrong) of the live entries that cannot be read, or not recognise themselves.

    Takes some milliseconds for each entry.
    """
    found = []
    for entry in entries:
        if not entry.is_live(negmem.clock()):
            continue
        why = why_unread(entry, negmem.memories.lexicon)
        if why is None and not matches_own_text(negmem, entry):
            why = "an announcement in its own words would not match it any more"
        if why is not None:
            found.append((entry.id, why))
    return tuple(found)
