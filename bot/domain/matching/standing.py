"""Where entries stand: those whose scope a situation may lie in, whatever is done there.

For actions that hide what they do. What is not known may be anything: only a service and an
environment that were told can leave an entry out. The words of such an action cannot, since
nobody knows what they will do: the "staging" in the address of a script is not where it runs.
"""

from __future__ import annotations

from bot.domain.action import Situation
from bot.domain.entry import ANY
from bot.domain.matching.gates import time_gate
from bot.domain.matching.names import Mention, is_same
from bot.domain.reading import Reading
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.names import name_pieces
from bot.domain.reading.lexicon import Lexicon


def may_stand(
    entry: EntryReading, reading: Reading, situation: Situation, lexicon: Lexicon
) -> bool:
    """Whether a live entry may count in a situation, by its time, environment and service.

    Args:
        entry: The entry.
        reading: The action; an environment that it names can only add to the one told.
        situation: What is known around it.
        lexicon: The words.
    """
    return (
        time_gate(entry, situation).open
        and _may_be_in(entry, reading, situation.environment, lexicon)
        and _may_be_about(entry, situation.service, lexicon)
    )


def _may_be_in(entry: EntryReading, reading: Reading, told: str | None, lexicon: Lexicon) -> bool:
    """Whether it may be the entry's environment; `prod` and `prod-eu` may be one."""
    if not entry.environments or told is None or told.strip() in {"", ANY}:
        return True
    named = {lexicon.environments.canonical(told), *(n.name for n in reading.environments)}
    return any(
        name == own or name.partition("-")[0] == own or own.partition("-")[0] == name
        for name in named
        for own in entry.environments
    )


def _may_be_about(entry: EntryReading, told: str | None, lexicon: Lexicon) -> bool:
    """Whether the service told may be the entry's: by any of its names, or a part of one.

    A longer name is another service where matching takes it for one.
    """
    pieces = name_pieces(told or "")
    if not pieces or not entry.keys:
        return True
    return any(
        "".join(name) == "".join(pieces)
        or _at(pieces, name) is not None
        or _extends(pieces, name, entry, lexicon, alias=name not in entry.keys)
        for name in (*entry.keys, *entry.aliases)
    )


def _extends(
    longer: tuple[str, ...], name: tuple[str, ...], entry: EntryReading, lexicon: Lexicon, *,
    alias: bool,
) -> bool:  # fmt: skip
    at = _at(name, longer)
    if at is None:
        return False
    mention = Mention(at, len(name), longer[:at], longer[at + len(name) :])
    return is_same(mention, entry, alias and len(name) == 1, lexicon)


def _at(name: tuple[str, ...], within: tuple[str, ...]) -> int | None:
    """Where the pieces of a name stand in a longer one, in a row."""
    starts = range(len(within) - len(name) + 1)
    return (
        next((at for at in starts if within[at : at + len(name)] == name), None) if name else None
    )


__all__ = ["may_stand"]
