"""Slack's word that it leaves events out for a while: `app_rate_limited`.

It comes once for each minute in which the app is over its limit, and is no event that one of Bolt's
listeners could be registered for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog
from slack_bolt import Ack, App, BoltResponse

RATE_LIMITED = "app_rate_limited"

log = structlog.get_logger(__name__)


def notice_rate_limit(app: App, missed: Callable[[], None]) -> None:
    """Have `missed` called whenever Slack says that it leaves events out.

    Args:
        app: The Bolt app; its requests are verified before this sees them.
        missed: Reads back what is missed; returns at once.
    """

    def noticing(body: dict[str, Any], ack: Ack, next_: Callable[[], BoltResponse]) -> BoltResponse:
        # Documented without an inner event, recorded with one.
        inner = body.get("event") or {}
        if RATE_LIMITED not in (body.get("type"), inner.get("type")):
            return next_()
        log.warning("Slack leaves events out", minute=body.get("minute_rate_limited"))
        missed()
        return ack()

    app.middleware(noticing)
