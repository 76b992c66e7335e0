"""Services that a text describes instead of naming them: "haproxy on the edge"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.domain.matching.index import Index, Key
from bot.domain.matching.names import keeps
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon, stem

_COMMON = 40
_LONGEST = 400
_SHORTEST, _SHORT = 4, 2
_NAME, _OTHER_NAME, _PLAIN = 1.0, 0.6, 0.25
_ENOUGH, _WITHOUT_DOUBT = 1.0, 0.3
_IN_FULL = 1.25
_CLOSE, _BETWEEN = 1.5, 2
_JOINING = frozenset({"-", "_"})

# "re-register", "on-prem", "anti-cheat" are words, no names.
_PREFIXES = frozenset(
    "re pre post non anti on off co self multi auto sub un in out up e x by all one two three half "
    "full long short high low real near semi super cross over under well so mid".split()
)

Words = Sequence[tuple[str, str]]


def described(
    index: Index, readings: Mapping[str, EntryReading], words: Words, lexicon: Lexicon, partly: bool
) -> tuple[str, ...]:
    """The entries of the one service that the words describe, if there is one.

    A word of the service's name counts fully, one of its other names less, one that names a kind
    of thing or an action ("api", "sync") a little. The best service must lead clearly.

    Args:
        index: Where to look.
        readings: The entries, by id.
        words: The pieces of the text's names.
        lexicon: What may extend a name.
        partly: Whether one distinctive word of the name is enough.
    """
    points: dict[Key, float] = {}
    for word, at in _places(words):
        services = index.with_piece(stem(word))
        if not services or len(services) > _COMMON:
            continue
        plain = is_plain(word, lexicon) or len(services) > 2
        for service, named in services.items():
            entry = readings[next(index.entries_of(service))]
            if not _is_inside_another(at, words, service, entry, lexicon):
                worth = _PLAIN if plain else _NAME if named else _OTHER_NAME
                points[service] = points.get(service, 0.0) + worth
    for service in points:
        if _stands_close(service, words):
            points[service] = max(points[service], _CLOSE)
    ranked = sorted(points.items(), key=lambda item: -item[1])[:2]
    least = _ENOUGH if partly else _IN_FULL
    if not ranked or ranked[0][1] < least:
        return ()
    if len(ranked) > 1 and ranked[0][1] - ranked[1][1] < _WITHOUT_DOUBT:
        return ()
    service = ranked[0][0]
    if _names_another(words, service, readings[next(index.entries_of(service))], lexicon):
        return ()
    return tuple(index.entries_of(service))


def _names_another(words: Words, service: Key, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether a hyphenated name stands in the text that is not the service's: "ml-airflow"."""
    for group in hyphenated(words[:_LONGEST]):
        strange = [
            p for p in group
            if p not in service and (len(p) <= _SHORT or not keeps(p, entry, False, lexicon))
        ]  # fmt: skip
        if (
            any(not is_plain(p, lexicon) or p in group[-1:] for p in strange)
            and all(p.isalpha() for p in group)
            and not is_prefix(group[0])
            and not lexicon.tools.knows("-".join(group))
            and "-".join(group) not in lexicon.words
        ):
            return True
    return False


def is_prefix(piece: str) -> bool:
    """Whether a piece before a hyphen only makes another word of the one behind it."""
    return piece in _PREFIXES


def hyphenated(words: Words) -> Iterator[list[str]]:
    """The pieces of each name that is written with hyphens."""
    group: list[str] = []
    for word, joint in [*words, ("", " ")]:
        if joint == "-":
            group.append(word)
            continue
        if len(group) > 1:
            yield group
        group = [word]


def _stands_close(service: Key, words: Words) -> bool:
    """Whether every word of a name stands within a few words: "haproxy on the edge"."""
    wanted = {stem(piece) for piece in service}
    if len(wanted) < 2:
        return False
    stems = [stem(word) for word, _ in words[:_LONGEST]]
    return any(
        stems[at] in wanted and wanted <= set(stems[at : at + len(wanted) + _BETWEEN])
        for at in range(len(stems))
    )


def _places(words: Words) -> Iterator[tuple[str, int]]:
    """Each word once, where it stands first."""
    seen: dict[str, int] = {}
    for at, (word, _) in enumerate(words[:_LONGEST]):
        seen.setdefault(word, at)
    yield from seen.items()


def is_plain(word: str, lexicon: Lexicon) -> bool:
    """Whether a word means something by itself, so that it names no service."""
    language = lexicon.language
    return (
        len(word) < _SHORTEST
        or word in language["name_kinds"]
        or word in language["kinds"]
        or word in language["stop"]
        or word in lexicon.words
        or word in lexicon.things.concepts
        or word in lexicon.environments.names
    )


def _is_inside_another(
    here: int, words: Words, service: Key, entry: EntryReading, lexicon: Lexicon
) -> bool:
    """Whether a word is a part of a longer name that is not the service's."""
    return any(
        words[at][0] not in service and not keeps(words[at][0], entry, False, lexicon)
        for at in _joined(here, words)
    )


def _joined(here: int, words: Words) -> Iterator[int]:
    """Positions of what is joined to a word by "-" or "_"."""
    at = here
    while at > 0 and words[at][1] in _JOINING:
        at -= 1
        yield at
    at = here + 1
    while at < len(words) and words[at][1] in _JOINING:
        yield at
        at += 1


__all__ = ["Words", "described", "hyphenated", "is_plain", "is_prefix"]
