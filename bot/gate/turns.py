"""How many decisions are worked on at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

from bot.domain.errors import MemoryUnavailable

AT_ONCE = 4
PATIENCE_SECONDS = 5.0


class Turns:
    """Lets a few in at a time.

    One waits for the disk while another reads; more than a few only take the interpreter from each
    other, most of all from the one that the rest wait for to commit.

    Args:
        at_once: How many.
        patience: Seconds that anybody waits.
    """

    def __init__(self, at_once: int = AT_ONCE, patience: float = PATIENCE_SECONDS) -> None:
        self._free = Semaphore(at_once)
        self._patience = patience

    @contextmanager
    def turn(self) -> Iterator[None]:
        """One's turn, for as long as the block takes.

        Raises:
            MemoryUnavailable: It did not come: those before are stuck.
        """
        if not self._free.acquire(timeout=self._patience):
            raise MemoryUnavailable(
                "The gate is busy with other decisions.",
                "Check that the database answers (negmem doctor), then try again.",
            )
        try:
            yield
        finally:
            self._free.release()
