"""Entries that cannot be read: what is left of them to be found by."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.entry import ANY, Entry
from bot.domain.reading.entry import EntryReading, understand
from bot.domain.reading.entry.names import name_pieces
from bot.domain.reading.frame import Extent
from bot.domain.reading.lexicon import Lexicon


def left_of(entry: Entry, lexicon: Lexicon) -> EntryReading:
    """The entry by its own words, without the correction that cannot be read; else by its scope.

    Args:
        entry: One that `understand` fails on.
        lexicon: The words.
    """
    try:
        return replace(understand(replace(entry, reads_as=None), lexicon), entry=entry)
    except Exception:  # then nothing but where it holds is known
        return _by_scope(entry, lexicon)


def _by_scope(entry: Entry, lexicon: Lexicon) -> EntryReading:
    nothing = frozenset[str]()
    return EntryReading(
        entry=entry,
        kinds=(),
        head=nothing,
        terms={},
        names=nothing,
        support=nothing,
        change=None,
        extent=Extent.UNSAID,
        without=(),
        below="",
        above="",
        keys=tuple(name_pieces(one) for one in entry.scope.services if one != ANY),
        aliases=tuple(name_pieces(one) for one in entry.aliases),
        environments=frozenset(
            lexicon.environments.canonical(one) for one in entry.scope.environments if one != ANY
        ),
    )


__all__ = ["left_of"]
