"""What was understood of an entry, for the comparison and for a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.entry import ANY, Entry
from bot.domain.reading.entry.manner import NOWHERE, Way
from bot.domain.reading.entry.names import name_pieces
from bot.domain.reading.entry.present import Present
from bot.domain.reading.entry.sharing import shared
from bot.domain.reading.frame import Change, Extent

_SHARED = (
    "kinds", "head", "names", "support", "without", "keys", "aliases", "environments", "own",
    "about", "secondary", "without_kinds", "brands", "numbers", "flags", "elsewhere", "description",
    "manner", "way", "types", "missing",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EntryReading:
    """What was understood of an entry.

    Attributes:
        entry: The entry.
        kinds: Kinds of the action it warns of, the likeliest first; several where the entry
            names several actions.
        head: Concepts of the direct object.
        terms: Concepts of the whole action -> weight.
        names: Identifiers in the action; `types` are those that name a kind of thing.
        support: Concepts of context and outcome.
        change: The change of a value that the action names.
        extent: See `Extent`.
        without: Sets of concepts: an announcement that has all of one is another, safer action.
        below: The action is this one only where the new value is below; `above` likewise.
        keys: Names of its services, in pieces; `aliases` and `described` likewise.
        environments: Canonical names.
        own: Concepts that are only the service's names.
        about: Kinds that the action names as nouns.
        secondary: Kinds in its subordinate clauses; `relative` those of "a rule that deletes".
        without_kinds: Kinds that make it a safer action; `without` for things.
        brands: Programs it names; `numbers`: versions of what it is done to.
        flags: Words without which a command is another one: FULL, force.
        elsewhere: Other environments that the action itself names: where the data come from.
        object: The direct object as it is written; `safer`: what makes it another action.
        present: Values that its context tells of, before the action.
        acting: Its own words of action, as stems; `deeds` are acted on: "shorten the drain".
        manner: Stems of the words that say how it is done, or with what.
        missing: Stems of what it is done without: "without masking".
        way: Whence and whither it goes.
        joined: Stems of two of its words written as one ("rulepack") -> the concepts of both.
        hosts: Names of hosts that its service runs on.
        looks: It warns of a look that does harm: "List keys with the KEYS command".
    """

    entry: Entry
    kinds: tuple[str, ...]
    head: frozenset[str]
    terms: Mapping[str, float]
    names: frozenset[str]
    support: frozenset[str]
    change: Change | None
    extent: Extent
    without: tuple[frozenset[str], ...]
    below: str
    above: str
    keys: tuple[tuple[str, ...], ...]
    aliases: tuple[tuple[str, ...], ...]
    environments: frozenset[str]
    own: frozenset[str] = frozenset()
    about: frozenset[str] = frozenset()
    secondary: tuple[str, ...] = ()
    relative: tuple[str, ...] = ()
    without_kinds: frozenset[str] = frozenset()
    brands: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    flags: frozenset[str] = field(default_factory=frozenset)
    elsewhere: frozenset[str] = frozenset()
    description: frozenset[str] = frozenset()
    object: str = ""
    safer: tuple[str, ...] = ()
    present: tuple[Present, ...] = ()
    acting: frozenset[str] = frozenset()
    deeds: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    manner: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    way: Way = NOWHERE
    joined: Mapping[str, frozenset[str]] = field(default_factory=dict)
    hosts: tuple[tuple[str, ...], ...] = ()
    looks: bool = False

    def __post_init__(self) -> None:
        """Keeps equal parts of many entries once."""
        for name in _SHARED:
            object.__setattr__(self, name, shared(getattr(self, name)))

    @property
    def known(self) -> frozenset[str]:
        """Every concept that the entry or its service's name speaks of."""
        return self.own.union(self.support, self.terms)

    def words(self) -> list[tuple[str, str]]:
        """What was understood, as (label, text) for a person."""
        kinds = " or ".join(kind.replace("_", " ") for kind in self.kinds)
        lines = [("kind of action", kinds or ("a look" if self.looks else "any change"))]
        if self.object:
            lines.append(("on", self.object))
        lines.append(("service", ", ".join(self._names()) or "any"))
        lines.append(("environment", ", ".join(sorted(self.environments)) or "any"))
        if self.extent is Extent.ALL:
            lines.append(("another action if", "it takes only one, or one after the other"))
        lines += [("another action if", f"it is done with {thing}") for thing in self.safer]
        if self.below:
            lines.append(("only if the new value is", f"below {self.below}"))
        if self.above:
            lines.append(("only if the new value is", f"above {self.above}"))
        return lines

    def _names(self) -> list[str]:
        """The service's names as people write them, each once: no joined or derived spellings."""
        given = [*(s for s in self.entry.scope.services if s != ANY), *self.entry.aliases]
        stems = {pieces[:-1] for name in given if len(pieces := name_pieces(name)) > 1}
        said = [" ".join(pieces) for pieces in self.aliases if pieces[:-1] not in stems]
        shown: dict[str, str] = {}
        for name in (*given, *said):
            shown.setdefault("".join(name_pieces(name)), name)
        return list(shown.values())


__all__ = ["EntryReading"]
