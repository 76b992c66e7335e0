"""Time: one job a minute, in each replica. What is due is claimed in the database."""

from __future__ import annotations

from collections.abc import Callable

import structlog
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.interval import IntervalTrigger

EVERY_SECONDS = 60

log = structlog.get_logger(__name__)


def start_scheduler(
    work: Callable[[], None], *, seconds: float = EVERY_SECONDS
) -> Callable[[], None]:
    """Call `work` every `seconds`, never twice at once; returns how to stop.

    A call that raises is logged, and the next one comes all the same.
    """

    def tick() -> None:
        try:
            work()
        except Exception:
            log.exception("the due work failed; it is tried again")

    scheduler = BackgroundScheduler(timezone="UTC")
    scheduler.add_job(
        tick,
        IntervalTrigger(seconds=seconds),
        coalesce=True,
        max_instances=1,
        misfire_grace_time=30,
    )
    scheduler.start()
    return lambda: scheduler.shutdown(wait=False)
