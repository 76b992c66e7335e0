"""Read a person's reply so that a failure of ours loses no "stop"."""

from __future__ import annotations

import structlog

from bot.domain.errors import NegmemError
from bot.domain.reading.reply import ReplyKind, ReplyReading, read_reply

log = structlog.get_logger(__name__)


def understand_reply(text: str, *, announcement: str = "") -> ReplyReading:
    """What a reply means; a failure to read it is logged.

    Args:
        text: The reply as Slack has it.
        announcement: The announcement it answers.

    Returns:
        Where the language model fails, what the words alone say; where they cannot be read
        either, a stop for now.
    """
    try:
        return read_reply(text, announcement=announcement)
    except Exception as failed:  # out of memory, or the runtime's own, which have no base class
        trace = not isinstance(failed, NegmemError)
        log.error("a reply is read by its words alone", why=str(failed), exc_info=trace)
    try:
        return read_reply(text, announcement=announcement, by_words=True)
    except Exception:
        log.exception("reading a reply failed, so it stops")
        return ReplyReading(ReplyKind.WAIT)
