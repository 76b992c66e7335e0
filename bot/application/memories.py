"""The memory of each workspace, kept as fresh as the database in every decision.

An entry stored anywhere counts in the next decision everywhere: `fresh` reads the workspace's
`entries_version` in the caller's own transaction and applies newer entries first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, RLock

import structlog

from bot.application.ports.store import Transaction
from bot.domain.entry import Entry, EntryState
from bot.domain.errors import InvalidEntry
from bot.domain.matching import Memory
from bot.domain.reading.entry import read_entry
from bot.domain.reading.lexicon import Lexicon

log = structlog.get_logger(__name__)

READER_FAILED = "reading it failed; the log says where"
"""Why an entry cannot be read, where it is a mistake of negmem's own."""
_UNREAD = "an entry cannot be read: a block entry holds all that is planned in its scope"


@dataclass(slots=True)
class _Kept:
    memory: Memory
    version: int = 0
    lock: RLock = field(default_factory=RLock)


class Memories:
    """One `Memory` for each workspace.

    Args:
        lexicon: The words, shared by all of them.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._kept: dict[str, _Kept] = {}
        self._lock = Lock()

    def unread(self) -> int:
        """How many entries cannot be read, in the memories that were asked for so far."""
        with self._lock:
            kept = list(self._kept.values())
        return sum(len(one.memory.unread) for one in kept)

    def reading_of(self, entry: Entry) -> tuple[str, ...]:
        """What is understood of the entry, one line each; why not, where it cannot be read."""
        try:
            words = read_entry(entry, self.lexicon).words()
        except InvalidEntry as unreadable:
            return (str(unreadable),)
        except Exception:
            log.exception("an entry cannot be read", entry=entry.id)
            return (READER_FAILED,)
        return tuple(f"{label}: {text}" for label, text in words)

    @contextmanager
    def fresh(self, tx: Transaction, team: str) -> Iterator[Memory]:
        """The workspace's memory as of `tx`, for use inside the block only."""
        with self._lock:
            kept = self._kept.setdefault(team, _Kept(Memory(self.lexicon)))
        with kept.lock:
            version = tx.workspaces.entries_version(team)
            if version != kept.version:
                self._catch_up(tx, team, kept, version)
            yield kept.memory

    def _catch_up(self, tx: Transaction, team: str, kept: _Kept, version: int) -> None:
        since = kept.version if version > kept.version else 0
        for entry in tx.entries.changed_since(team, since):
            kept.memory.remove(entry.id)
            if entry.state is EntryState.ACTIVE:
                _put(kept.memory, team, entry)
        kept.version = version


def _put(memory: Memory, team: str, entry: Entry) -> None:
    """Take the entry in. It was read when it was stored; words or readers may be others since."""
    try:
        memory.put(entry)
    except InvalidEntry as invalid:
        log.warning(_UNREAD, workspace=team, entry=entry.id, why=invalid.what)
        memory.put_unread(entry, invalid.what.rstrip("."))
    except Exception:
        log.exception(_UNREAD, workspace=team, entry=entry.id)
        memory.put_unread(entry, READER_FAILED)
