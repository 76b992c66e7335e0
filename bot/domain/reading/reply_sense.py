"""A reply beside the announcement that it answers, as two texts to be asked about."""

from __future__ import annotations

_ANNOUNCEMENT, _REPLY = 120, 200


def texts_of_reply(announcement: str, plain: str) -> tuple[str, str]:
    """The two texts.

    Args:
        announcement: What the reply answers; may be empty.
        plain: The reply without mentions and marks of format.
    """
    return announcement[:_ANNOUNCEMENT], plain[:_REPLY]


__all__ = ["texts_of_reply"]
