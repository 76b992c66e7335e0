"""Whether a text acts on another service than the one that its channel or its words suggest."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from bot.domain.matching.names import How, resources_in, services_in, telling_pieces
from bot.domain.matching.siblings import (
    bears_its_last_name,
    is_another_of_the_family,
    names_a_sibling,
)
from bot.domain.reading import Reading
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.names import name_pieces
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

_TOOL = re.compile(r'"(?:tool|program)"\s*:\s*"([\w.-]{2,60})"')
_LONGEST = 4000
_LONG_NAME = 2
_SWITCHES = frozenset({"enable", "disable"})
_JOINING = frozenset({"-", "_"})
_SUGGESTED = frozenset({How.GIVEN, How.PRODUCT})


class Elsewhere:
    """What one text names, for the entries whose service is only suggested.

    Args:
        reading: The text.
        found: How it names the services of the entries that were found.
        lexicon: The words.
    """

    def __init__(self, reading: Reading, found: Collection[How], lexicon: Lexicon) -> None:
        self._words, self._lexicon = _without_tools(reading), lexicon
        known = () if reading.other_names else reading.names
        self._flags = {name for name in known if len(pieces_of(name)) > _LONG_NAME}
        self._named = How.NAMED in found
        self._by_alias = How.ALIAS in found
        targets = [f.planned.target for f in reading.frames if f.planned.coded and f.planned.target]
        self._acted_on = [
            f.planned.target for f in reading.frames
            if f.planned.target and f.kinds and "-" in f.planned.target
        ]  # fmt: skip
        self._acted_hosts = [name_pieces(target) for target in targets]
        # "rt-3", "cas-*" are hosts of any service
        joined = [t for t in targets if "-" in t and len(pieces_of(t)) > 1]
        resources = [name for f in reading.frames for name in resources_in(f)]
        self._targets = _telling([*targets, *resources], lexicon)
        self._joined_targets = _telling(joined, lexicon)
        services = [name for f in reading.frames for name in services_in(f)]
        self._names = [telling_pieces(name, lexicon) for name in (*reading.other_names, *services)]
        environments = lexicon.environments.names
        self._before_environment = {
            word
            for (word, _), (after, joint) in pairwise(reading.words)
            if joint in _JOINING and after in environments
        }

    def acts(self, entry: EntryReading, how: How) -> bool:
        """Whether the text names a service that is not the channel's, or not the product's."""
        if how not in _SUGGESTED:
            return False
        if (
            how is How.PRODUCT
            and self._flags & entry.names
            and not _SWITCHES.isdisjoint(entry.kinds)
        ):
            return False  # whatever service keeps the flag
        if how is How.PRODUCT and self._is_on_its_host(entry):
            return False
        if self._named or (self._by_alias and not self._is_family(entry)):
            return True
        targets = self._targets if how is How.PRODUCT else self._joined_targets
        return any(not telling & entry.known for telling in targets) or any(
            not telling <= entry.known for telling in self._names
        )

    def _is_on_its_host(self, entry: EntryReading) -> bool:
        """Whether it acts on a host of the entry's service: "me05.prod" of "me01 to me08"."""
        return any(
            acted[: len(host)] == host for acted in self._acted_hosts for host in entry.hosts
        )

    def is_a_sibling(self, entry: EntryReading, how: How) -> bool:
        """Whether the text names another part of the service's system: cart-web, not cart-api."""
        if how is How.NAMED or how is How.ANY:
            return False
        if how is not How.GIVEN and bears_its_last_name(self._words, entry, self._lexicon):
            return True
        return names_a_sibling(self._words, entry, self._lexicon) or any(
            is_another_of_the_family(target, entry, self._lexicon) for target in self._acted_on
        )

    def _is_family(self, entry: EntryReading) -> bool:
        """Whether the text names only the first word of the service, with an environment.

        "orchard-prod" may be another name of orchard-web; in the channel of orchard-pg it is that.
        """
        return any(key[0] in self._before_environment for key in entry.keys if len(key) > 1)


def _without_tools(reading: Reading) -> Sequence[tuple[str, str]]:
    """The words of a text without the names of the tools that it calls."""
    words = list(reading.words)
    for name in _TOOL.findall(reading.text[:_LONGEST].lower()):
        pieces = re.findall(r"[^\W_]+", name)
        size = len(pieces)
        for at in range(len(words) - size, -1, -1):
            if [word for word, _ in words[at : at + size]] == pieces:
                words[at : at + size] = [("", " ")]
    return words


def _telling(names: Collection[str], lexicon: Lexicon) -> list[set[str]]:
    return [telling for name in names if (telling := telling_pieces(name, lexicon))]


__all__ = ["Elsewhere"]
