"""Which entries matter for a situation, most dangerous first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from bot.domain.entry import ANY, Entry, Severity

MOST = 12
"""More than a dozen rules in a prompt are not read."""

_WORD = re.compile(r"[\w-]{3,}")


def choose_constraints(
    entries: Iterable[Entry],
    *,
    service: str | None,
    environment: str | None,
    context: str,
    now: datetime,
) -> tuple[Entry, ...]:
    """The live block and warn entries whose scope covers the situation.

    Args:
        entries: Candidates.
        service: Name or alias; None takes every service.
        environment: None takes every environment.
        context: Entries that share words with it come first among equally severe ones.
        now: Aware.
    """
    words = set(_WORD.findall(context.lower()))
    fitting = [
        entry
        for entry in entries
        if entry.severity is not Severity.ALERT
        and entry.is_live(now)
        and _covers((*entry.scope.services, *entry.aliases), service)
        and _covers(entry.scope.environments, environment)
        and _in_window(entry, now)
    ]
    shared = {entry.id: len(words & set(_WORD.findall(entry.context.lower()))) for entry in fitting}
    fitting.sort(key=lambda entry: (-entry.severity.rank, -shared[entry.id], entry.id))
    return tuple(fitting[:MOST])


def _covers(names: Iterable[str], asked: str | None) -> bool:
    folded = {name.lower() for name in names}
    return asked is None or ANY in folded or asked.lower() in folded


def _in_window(entry: Entry, now: datetime) -> bool:
    windows = entry.scope.windows
    return not windows or any(window.contains(now) for window in windows)
