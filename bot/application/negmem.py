"""What every use case is handed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from bot.application.memories import Memories
from bot.application.ports.clock import Clock
from bot.application.ports.slack import Directory
from bot.application.ports.store import UnitOfWork


@dataclass(frozen=True, slots=True)
class Negmem:
    """The store, the clock, the directory and the memories that decide.

    Built once by the composition root; holds no state of its own.
    """

    store: UnitOfWork
    clock: Clock
    directory: Directory
    memories: Memories


def new_id(kind: str) -> str:
    """A fresh id that cannot be guessed: `act-…`, `hold-…`, `post-…`, `rev-…`."""
    return f"{kind}-{secrets.token_hex(8)}"
