"""Judge without keeping others waiting while the language model thinks.

SQLite has one writer, and the memory of a workspace one lock. So what is judged in a transaction
only recalls what the model said; where it has not been asked yet, the transaction is left, the
model asked, and all of it done anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import structlog

from bot.domain.sense import Unasked, load_sense, recalling

log = structlog.get_logger(__name__)

T = TypeVar("T")
_ROUNDS = 6
"""More than one judgement needs; what many actions need together is asked inside from then on."""


def asking_outside(work: Callable[[], T]) -> T:
    """The result of `work`, which judges in transactions that it opens itself.

    Args:
        work: Done anew after each question to the model; what it did before is rolled back with its
            transaction. Where the model fails it is done once more, and what it judges then is
            held.
    """
    for _ in range(_ROUNDS):
        try:
            with recalling():
                return work()
        except Unasked as unasked:
            try:
                load_sense().ask(unasked.question, unasked.pairs)
            except Exception:  # of many kinds: the runtime's own have no base class
                log.exception("the language model fails")
                break
    return work()


__all__ = ["asking_outside"]
