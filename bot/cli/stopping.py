"""The signals that end what runs until it is told to stop."""

from __future__ import annotations

import signal
from queue import SimpleQueue


def stop_signals() -> SimpleQueue[int]:
    """Collect Ctrl-C and SIGTERM from now on, instead of ending at them.

    Two may come at once, as from `timeout make demo`. A handler that interrupts another one inside
    `threading.Event.set` would wait for ever for a lock that the interrupted one holds; the `put`
    of this queue may be interrupted by itself.

    Returns:
        The numbers of the signals; its `get` waits for the first.
    """
    came: SimpleQueue[int] = SimpleQueue()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda got, _frame: came.put(got))
    return came
