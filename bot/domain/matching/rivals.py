"""Entries of one service beside each other: an action repeats the one that it fits best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.entry import Entry
from bot.domain.match import WhyNot
from bot.domain.matching.hit import Hit, Why

_MARGIN, _CLOSE = 0.4, 0.25


def beside_rivals(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, without matches whose action fits another entry of the service far better.

    That other entry counts whether it matches or not: an action that plainly is the opposite of
    one entry does not weakly repeat its neighbour. A milder entry does not: one that holds does not
    give way to one that only warns.
    """
    return [_beside(hit, hits) if hit.matches else hit for hit in hits]


def _beside(hit: Hit, hits: Sequence[Hit]) -> Hit:
    rank = hit.entry.severity.rank
    rivals = [
        o for o in hits
        if o.planned is hit.planned and not o.elsewhere and o.entry.severity.rank >= rank
    ]  # fmt: skip
    named = None if hit.names else next((o for o in rivals if _names_more(o, hit)), None)
    if named:
        return replace(hit, matches=False, explain=lambda: _rather(named.entry))
    best = max(rivals, key=lambda other: other.score, default=hit)
    if best.score - hit.score <= _MARGIN:
        return hit
    return replace(hit, matches=False, explain=lambda: _rather(best.entry))


def _names_more(other: Hit, hit: Hit) -> bool:
    """Whether another match names its entry's object, where this one only shares the kind."""
    close = other.score > hit.score - _CLOSE
    return other.matches and other.names > 0 and close


def _rather(entry: Entry) -> Why:
    return Why(WhyNot.OTHER_ACTION, f"it is rather {entry.action!r}")


__all__ = ["beside_rivals"]
