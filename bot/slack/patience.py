"""Trying again what the database could not take: Slack acknowledged events are not sent again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Timer

import structlog

from bot.domain.errors import MemoryUnavailable

PAUSES = (2.0, 10.0, 60.0, 300.0)
"""Seconds before each further try."""

log = structlog.get_logger(__name__)


def patiently(work: Callable[[], None], pauses: Sequence[float] = PAUSES) -> None:
    """Do `work`; while the memory is unavailable, again after each pause. Never raises."""
    try:
        work()
    except MemoryUnavailable:
        if not pauses:
            log.error("an event was given up: the memory stayed unavailable")
            return
        log.warning("an event waits for the memory", seconds=pauses[0])
        timer = Timer(pauses[0], patiently, (work, pauses[1:]))
        timer.daemon = True
        timer.start()
    except Exception:
        log.exception("an event failed")
