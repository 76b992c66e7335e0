"""Whether a change of an entry lessens the protection it gives."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime

from bot.domain.entry import ANY, Entry, EntryState
from bot.domain.errors import InvalidEntry
from bot.domain.reading.entry import EntryReading, understand
from bot.domain.reading.lexicon import Lexicon

_MAY_GROW = ("aliases", "description", "own", "support")
"""Parts of a reading that only add announcements: names, and words that an announcement may use."""
_OF_THE_SCOPE = ("entry", "keys", "environments")
"""Parts that say what the entry's own scope says, which is compared by itself."""
_ENOUGH_SUPPORT = 8
"""Words of the circumstances that the comparison takes a share of, at most."""


def lessens_protection(before: Entry, after: Entry, lexicon: Lexicon) -> bool:
    """True where `after` may stay silent, or say less, where `before` spoke.

    A changed wording or reading counts: nobody can tell beforehand what it no longer matches.
    Context and outcome are read, too: for other names of the service, present values and the
    words of the circumstances. There, and in names, a change may add, and take nothing away.
    """
    return (
        after.severity.rank < before.severity.rank
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
        or (_words_besides(before) != _words_besides(after) and _reads_less(before, after, lexicon))
    )


def _ends_earlier(before: datetime | None, after: datetime | None) -> bool:
    if after is None:
        return False
    return before is None or after < before


def _covers_less(before: tuple[str, ...], after: tuple[str, ...]) -> bool:
    return ANY not in after and not set(before) <= set(after)


def _words_besides(entry: Entry) -> tuple[object, ...]:
    """What is read beside the action."""
    return (entry.context, entry.outcome, entry.scope.services, entry.aliases)


def _reads_less(before: Entry, after: Entry, lexicon: Lexicon) -> bool:
    try:
        first, second = understand(before, lexicon), understand(after, lexicon)
    except InvalidEntry:
        return True  # what cannot be read now cannot be compared
    same = (
        one.name
        for one in fields(EntryReading)
        if one.name not in _MAY_GROW and one.name not in _OF_THE_SCOPE
    )
    return (
        any(getattr(first, name) != getattr(second, name) for name in same)
        or any(not set(getattr(first, name)) <= set(getattr(second, name)) for name in _MAY_GROW)
        or _is_diluted(len(first.support), len(second.support))
    )


def _is_diluted(before: int, after: int) -> bool:
    """Whether the same words of an announcement are a smaller share of the circumstances."""
    return 0 < before < min(after, _ENOUGH_SUPPORT)
