"""Whether a change of an entry lessens the protection it gives."""

from __future__ import annotations

from datetime import datetime

from bot.domain.entry import ANY, Entry, EntryState, Severity

_RANK = {Severity.BLOCK: 2, Severity.WARN: 1, Severity.ALERT: 0}


def lessens_protection(before: Entry, after: Entry) -> bool:
    """True where `after` may stay silent, or say less, where `before` spoke.

    A changed wording or reading counts: nobody can tell beforehand what it no longer matches.
    """
    return (
        _RANK[after.severity] < _RANK[before.severity]
        or (before.state is EntryState.ACTIVE and after.state is not EntryState.ACTIVE)
        or _ends_earlier(before.expires, after.expires)
        or _covers_less(
            before.scope.services + before.aliases, after.scope.services + after.aliases
        )
        or _covers_less(before.scope.environments, after.scope.environments)
        or (before.scope.windows != after.scope.windows and bool(after.scope.windows))
        or before.action != after.action
        or before.reads_as != after.reads_as
        or before.fingerprint != after.fingerprint
        or after.approvals < before.approvals
        or len(after.exceptions) > len(before.exceptions)
    )


def _ends_earlier(before: datetime | None, after: datetime | None) -> bool:
    if after is None:
        return False
    return before is None or after < before


def _covers_less(before: tuple[str, ...], after: tuple[str, ...]) -> bool:
    return ANY not in after and not set(before) <= set(after)
