"""An event has its effect once, however often Slack delivers it."""

from __future__ import annotations

from bot.application.negmem import Negmem


class Once:
    """The right to act on one event; whoever asks first, in whatever replica, has it.

    A holder that has to try again, since the database was away in between, still has it.

    Args:
        negmem: What every use case is handed.
        team: Workspace.
        key: Names the event: its id, or the message that it brought.
    """

    def __init__(self, negmem: Negmem, team: str, key: str) -> None:
        self._negmem, self._team, self._key = negmem, team, key
        self._ours: bool | None = None

    def ours(self) -> bool:
        """Whether to act.

        Raises:
            MemoryUnavailable: The database cannot be asked; ask again later.
        """
        if self._ours is None:
            with self._negmem.store.write() as tx:
                ours = tx.deliveries.first_time(self._team, self._key, self._negmem.clock())
            # Only what was committed counts: a rolled back claim is asked for again.
            self._ours = ours
        return self._ours
