"""An entry, read once: which action it warns of, on what, where, and what makes it another one.

The form of `reads_as`, a person's correction, is a mapping with any of these keys:

    kind         name of a kind of action, or a list of them
    objects      words for what is acted on
    without      words that make it another, safer action: "canary", "lock timeout"
    extent       "all" or "one"
    to           the value it is set to

What it says wins over what was read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.domain.action import Mode
from bot.domain.entry import ANY, Entry
from bot.domain.errors import InvalidEntry
from bot.domain.reading.entry.names import (
    description_of,
    name_pieces,
    names_beside,
    service_terms,
)
from bot.domain.reading.entry.parts import (
    brands_in,
    commanded_kinds,
    identifiers_in,
    is_plural,
    lower_limit,
    modifiers_in,
    safe_kinds,
    safe_things,
    upper_limit,
    versions_in,
    weighted_terms,
    without_alternative,
    without_purpose,
)
from bot.domain.reading.entry.present import Present, present_values
from bot.domain.reading.entry.sharing import shared
from bot.domain.reading.entry.verbatim import acting_words
from bot.domain.reading.environment import environments_in
from bot.domain.reading.frame import Change, Extent
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.prose.frames import read_prose
from bot.domain.reading.terms import concepts_of
from bot.domain.reading.text import clean, tokens_of

_ALL = re.compile(
    r"\b(?:all|every|whole|entire|everything|both|several|multiple|together|in parallel|at once|"
    r"in one go|simultaneously|wildcard|everywhere|complete|full|at the same time|cluster-wide|"
    r"globally)\b",
    re.I,
)
_RELATIVE = re.compile(r"\b(?:that|which)\b", re.I)
_TAKES_ALL = frozenset({"purge", "truncate", "flush", "clear"})
_CARRYING = frozenset({"run", "start", "retry"})
_SHARED = (
    "kinds", "head", "names", "support", "without", "keys", "aliases", "environments", "own",
    "about", "secondary", "without_kinds", "brands", "numbers", "flags", "elsewhere", "description",
)  # fmt: skip
_KEYS = frozenset({"kind", "objects", "without", "extent", "to"})


@dataclass(frozen=True, slots=True)
class EntryReading:
    """What was understood of an entry.

    Attributes:
        entry: The entry.
        kinds: Kinds of the action it warns of, the likeliest first; several where the entry
            names several actions.
        head: Concepts of the direct object.
        terms: Concepts of the whole action -> weight.
        names: Identifiers in the action.
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
        present: Values that its context tells of, before the action.
        acting: Its own words of action, as stems.
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
    present: tuple[Present, ...] = ()
    acting: frozenset[str] = frozenset()

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
        lines = [("kind of action", " or ".join(self.kinds) or "any change")]
        if self.head:
            lines.append(("on", ", ".join(sorted(self.head))))
        lines.append(("service", ", ".join(self._names()) or "any"))
        lines.append(("environment", ", ".join(sorted(self.environments)) or "any"))
        if self.extent is Extent.ALL:
            lines.append(("another action if", "only one, or one by one"))
        lines += [("another action if", f"with {', '.join(sorted(w))}") for w in self.without]
        if self.below:
            lines.append(("only if the new value is", f"below {self.below}"))
        if self.above:
            lines.append(("only if the new value is", f"above {self.above}"))
        return lines

    def _names(self) -> list[str]:
        """The service's names as people write them, each once: no joined or derived spellings."""
        given = [*(s for s in self.entry.scope.services if s != ANY), *self.entry.aliases]
        said = [" ".join(pieces) for pieces in self.aliases]
        shown: dict[str, str] = {}
        for name in (*given, *said):
            shown.setdefault("".join(name_pieces(name)), name)
        return list(shown.values())


def read_entry(entry: Entry, lexicon: Lexicon) -> EntryReading:
    """What an entry means for the comparison with announcements.

    Raises:
        InvalidEntry: No action can be read and none is given in `reads_as`, or it names no
            service and no environment; `missing` says which.
    """
    reading = understand(entry, lexicon)
    missing = []
    if not reading.kinds and not reading.terms:
        missing.append(
            ("action", 'no action can be read in it; name one, like "restart" or "delete"')
        )
    if not entry.scope.services:
        missing.append(("service", 'it names no service; "*" means every one'))
    if missing:
        raise InvalidEntry(
            f"The entry cannot be matched: {missing[0][1]}.",
            "Say what was done, to which service; or correct it with reads_as.",
            tuple(missing),
        )
    return reading


def understand(entry: Entry, lexicon: Lexicon) -> EntryReading:
    """The same without refusing anything: for files that are replayed."""
    action = clean(entry.action)
    frames = read_prose(without_purpose(action, lexicon), lexicon).frames
    acting = [f for f in frames if f.kinds and f.mode is not Mode.NEGATED]
    main = [f for f in acting if not f.subordinate] or acting
    commanded = commanded_kinds(action, lexicon)
    said = [k for f in main for k in f.kinds if not (commanded and k in _CARRYING)]
    kinds = tuple(k for k in dict.fromkeys([*commanded, *said]) if not _only_looks(k, lexicon))
    if set(kinds) <= _CARRYING and (lower_limit(action, lexicon) or upper_limit(action, lexicon)):
        kinds = ("scale", *kinds)
    aliases = names_beside(entry, lexicon)
    own = service_terms(entry, aliases, lexicon)
    head = frozenset().union(*(f.head for f in main)) - own
    all_terms, _ = concepts_of(tokens_of(without_alternative(action)), lexicon)
    names = identifiers_in(action, own, lexicon)
    safe = safe_things(action, lexicon)
    all_terms -= frozenset[str]().union(*safe)
    support, _ = concepts_of(tokens_of(clean(f"{entry.context} {entry.outcome}")), lexicon)
    reading = EntryReading(
        entry=entry,
        kinds=kinds,
        head=head,
        terms=weighted_terms(all_terms - own, head, names, lexicon),
        names=names,
        support=support - own,
        change=next((f.change for f in main if f.change), None),
        extent=Extent.ALL
        if _ALL.search(action) or is_plural(action, head, lexicon) or set(kinds) & _TAKES_ALL
        else Extent.UNSAID,
        without=safe,
        below=lower_limit(action, lexicon),
        above=upper_limit(action, lexicon),
        keys=tuple(name_pieces(s) for s in entry.scope.services if s != ANY),
        aliases=aliases,
        environments=frozenset(
            lexicon.environments.canonical(e) for e in entry.scope.environments if e != ANY
        ),
        own=own,
        about=frozenset(k for f in main for k in f.about),
        secondary=tuple(k for f in frames if f.subordinate for k in f.kinds),
        relative=tuple(k for f in frames if f.subordinate for k in f.kinds)
        if _RELATIVE.search(action)
        else (),
        without_kinds=safe_kinds(action, lexicon),
        brands=brands_in(without_purpose(action, lexicon)),
        numbers=versions_in(without_purpose(action, lexicon)),
        flags=modifiers_in(without_purpose(action, lexicon), lexicon),
        description=description_of(entry, lexicon),
        elsewhere=frozenset(n.name for n in environments_in(tokens_of(action), lexicon)),
    )
    present = present_values(clean(entry.context), reading.terms, lexicon)
    words = acting_words(without_purpose(action, lexicon), lexicon) - own
    reading = replace(reading, present=present, acting=words)
    return _corrected(reading, lexicon) if entry.reads_as else reading


def _only_looks(kind: str, lexicon: Lexicon) -> bool:
    known = lexicon.kinds.get(kind)
    return known is not None and (known.read_only or known.office)


def _corrected(reading: EntryReading, lexicon: Lexicon) -> EntryReading:
    """The reading with a person's corrections; what they say wins."""
    given = reading.entry.reads_as or {}
    if unknown := sorted(set(given) - _KEYS):
        raise InvalidEntry(
            f"reads_as has unknown keys: {', '.join(unknown)}.",
            f"The keys are {', '.join(sorted(_KEYS))}.",
            (("reads_as", f"unknown: {', '.join(unknown)}"),),
        )
    kinds = _strings(given.get("kind")) or list(reading.kinds)
    if wrong := [k for k in kinds if k not in lexicon.kinds]:
        raise InvalidEntry(
            f"reads_as: {wrong[0]!r} is no kind of action.",
            "See docs/lexicon.md for the kinds.",
            (("reads_as", f"{wrong[0]} is no kind of action"),),
        )
    head = reading.head
    terms = dict(reading.terms)
    if "objects" in given:
        head = concepts_of(tokens_of(" ".join(_strings(given["objects"]))), lexicon)[0]
        terms = weighted_terms(head, head, frozenset(), lexicon)
    without = reading.without
    if "without" in given:
        sets = (concepts_of(tokens_of(w), lexicon)[0] for w in _strings(given["without"]))
        without = tuple(s for s in sets if s)
    extent = (
        Extent(str(given["extent"])) if given.get("extent") in ("all", "one") else reading.extent
    )
    change = Change(after=str(given["to"])) if "to" in given else reading.change
    return replace(
        reading, kinds=tuple(kinds), head=head, terms=terms, without=without, extent=extent,
        change=change, secondary=(), relative=(),
    )  # fmt: skip


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [str(v) for v in value] if isinstance(value, list | tuple) else []


__all__ = ["EntryReading", "read_entry", "understand"]
