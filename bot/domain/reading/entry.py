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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from bot.domain.action import Mode
from bot.domain.entry import ANY, Entry
from bot.domain.errors import InvalidEntry
from bot.domain.reading.change import UNITS, number_of, version_of
from bot.domain.reading.command import command_head, looks_like_command, read_command
from bot.domain.reading.frame import Change, Extent, Frame
from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.prose import read_prose
from bot.domain.reading.terms import concepts_of, is_name, pieces_of
from bot.domain.reading.text import clean, tokens_of

_ALIAS = re.compile(
    r"(?:also (?:called|known as|named)|aka|a\.k\.a\.|(?:the team|people|everybody|we) (?:says?|calls? it)|called|"
    r"nicknamed|known as|alias(?:es)?:?|short(?: for)?:?|formerly)\s+([^;.()]{2,60}?)(?=$|[;.()]|\bin (?:prod|stag)|\bwith\b)",
    re.I,
)
_ARTICLE = re.compile(r"^(?:just |simply |the |our |an? )+", re.I)
_PARENTHESIS = re.compile(r"\(([^()]{2,60})\)")
_WITHOUT = re.compile(
    r"\b(?:without|no|but not)\s+(?:a |an |the |any |having |using |naming |setting )?([\w\s-]{2,40}?)(?=$|[,.;]|\b(?:and|or|in|on|for|while|first|before)\b)",
    re.I,
)
_LESS = re.compile(
    r"\b(?:below|under|less than|fewer than|lower than|older than|prior to|earlier than|before)\s+(v?[\d.]+\w*(?:\s(?:%|\w+))?|[a-z]+(?:\s\w+)?)",
    re.I,
)
_MORE = re.compile(
    r"\b(?:beyond|above|over|more than|greater than|higher than|exceeding|past|newer than)\s+(v?[\d.]+\w*(?:\s(?:%|\w+))?|[a-z]+(?:\s\w+)?)",
    re.I,
)
_ALL = re.compile(r"\b(?:all|every|whole|entire|everything|both|several|multiple|together|in parallel|at once|in one go|simultaneously|"
                  r"wildcard|everywhere|complete|full|at the same time|cluster-wide|globally)\b", re.I)  # fmt: skip
_PURPOSE = re.compile(
    r"\s+(?:in order )?to (?!\d|all\b|the\b|a\b|zero\b|none\b|main\b|prod)(?=[a-z]{3,}\b)", re.I
)
_QUOTES_COMMAND = re.compile(r"^|\b(?:run|execute|with|using|via|use|issue)\s+|`", re.I)
_CARRIES_NAME = frozenset(
    {"index", "flag", "column", "table", "topic", "queue", "data", "cluster", "consumer", "slot", "key",
     "job", "group", "rule", "role", "schema", "bucket", "record", "user", "partition", "secret"}
)  # fmt: skip
_TAKES_ALL = frozenset({"purge", "truncate", "flush", "clear"})
_CARRYING = frozenset({"run", "start", "retry"})
_VERSIONED = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")
_INSTEAD = re.compile(r"\s+(?:instead of|rather than)\s+", re.I)
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
        secondary: Kinds in its relative clauses: "a rule that deletes".
        without_kinds: Kinds that make it a safer action; `without` for things.
        brands: Programs it names; `numbers`: versions of what it is done to.
        flags: Words without which a command is another one: FULL, force.
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
    without_kinds: frozenset[str] = frozenset()
    brands: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    flags: frozenset[str] = field(default_factory=frozenset)

    def words(self) -> list[tuple[str, str]]:
        """What was understood, as (label, text) for a person."""
        lines = [("kind of action", " or ".join(self.kinds) or "any change")]
        if self.head:
            lines.append(("on", ", ".join(sorted(self.head))))
        lines.append(
            ("service", ", ".join("-".join(k) for k in (*self.keys, *self.aliases)) or "any")
        )
        lines.append(("environment", ", ".join(sorted(self.environments)) or "any"))
        if self.extent is Extent.ALL:
            lines.append(("another action if", "only one, or one by one"))
        lines += [("another action if", f"with {', '.join(sorted(w))}") for w in self.without]
        if self.below:
            lines.append(("only if the new value is", f"below {self.below}"))
        if self.above:
            lines.append(("only if the new value is", f"above {self.above}"))
        return lines


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
    frames = read_prose(_without_purpose(action, lexicon), lexicon).frames
    acting = [f for f in frames if f.kinds and f.mode is not Mode.NEGATED]
    main = [f for f in acting if not f.subordinate] or acting
    commanded = _commanded(action, lexicon)
    said = [k for f in main for k in f.kinds if not (commanded and k in _CARRYING)]
    kinds = tuple(dict.fromkeys([*commanded, *said]))
    aliases = tuple(dict.fromkeys(_aliases(entry, lexicon)))
    own = _service_terms(entry, aliases, lexicon)
    head = frozenset().union(*(f.head for f in main)) - own
    all_terms, _ = concepts_of(tokens_of(_INSTEAD.split(action)[0]), lexicon)
    names = _identifiers(action, own, lexicon)
    support, _ = concepts_of(tokens_of(clean(f"{entry.context} {entry.outcome}")), lexicon)
    reading = EntryReading(
        entry=entry,
        kinds=kinds,
        head=head,
        terms=_weighted(all_terms - own, head, names, lexicon),
        names=names,
        support=support - own,
        change=next((f.change for f in main if f.change), None),
        extent=Extent.ALL
        if _ALL.search(action) or _is_plural(action, head, lexicon) or set(kinds) & _TAKES_ALL
        else Extent.UNSAID,
        without=_without(action, lexicon),
        below=_threshold(_LESS, action, lexicon),
        above=_threshold(_MORE, action, lexicon),
        keys=tuple(_pieces(s) for s in entry.scope.services if s != ANY),
        aliases=aliases,
        environments=frozenset(
            lexicon.environments.canonical(e) for e in entry.scope.environments if e != ANY
        ),
        own=own,
        about=frozenset(k for f in main for k in f.about),
        secondary=tuple(k for f in frames if f.subordinate for k in f.kinds),
        without_kinds=_without_kinds(action, lexicon),
        brands=_brands(_without_purpose(action, lexicon)),
        numbers=frozenset(_VERSIONED.findall(_without_purpose(action, lexicon))),
        flags=_modifiers(_without_purpose(action, lexicon), lexicon),
    )
    return _corrected(reading, lexicon) if entry.reads_as else reading


def _modifiers(action: str, lexicon: Lexicon) -> frozenset[str]:
    """Words that make a command this one: FULL, FINAL, force."""
    words = {t.text.strip("-") for t in tokens_of(action) if t.raw.isupper() or "force" in t.text}
    return frozenset("force" if "force" in w else w for w in words) & lexicon.language["modifiers"]


def _commanded(action: str, lexicon: Lexicon) -> list[str]:
    """The kinds of a command that the action quotes: "Run terraform destroy to clean up"."""
    for found in _QUOTES_COMMAND.finditer(action):
        text = action[found.end() :]
        if looks_like_command(text, lexicon.tools):
            command, _ = command_head(text, lexicon.tools)
            actions = read_command(command, lexicon).actions
            return [a.kind for a in actions if a.mode is Mode.PLANNED and a.kind in lexicon.kinds]
    return []


def _is_plural(action: str, head: frozenset[str], lexicon: Lexicon) -> bool:
    """Whether the object is plural: "Flush the counters" means all of them."""
    first = re.split(r"\b(?:with|from|in|on|to|for|while|after|before)\b", action)[0]
    return any(
        t.text.endswith("s")
        and not t.text.endswith("ss")
        and lexicon.things.concept(t.text) in head
        for t in tokens_of(first)
    )


def _brands(action: str) -> frozenset[str]:
    """Names of programs in the action: capitalised words after the first."""
    return frozenset(
        t.text
        for t in tokens_of(action)[1:]
        if t.raw[0].isupper() and t.raw.isalpha() and len(t.raw) > 3
    )


def _identifiers(action: str, own: frozenset[str], lexicon: Lexicon) -> frozenset[str]:
    """Names of columns, flags, settings: not the service's, no plain words with a hyphen.

    A hyphenated name counts where it has three parts or stands beside the word for what it is
    ("the index by-owner").
    """
    tokens = tokens_of(action)
    found = set()
    for at, token in enumerate(tokens):
        name = token.text
        known = (
            name in lexicon.words or name in lexicon.things.concepts or lexicon.tools.knows(name)
        )
        if not is_name(token) or known or name in UNITS or token.raw.startswith("-"):
            continue
        if {lexicon.things.concept(p) for p in pieces_of(token.raw)} <= own:
            continue
        if name.replace("-", "").isalpha() and name.count("-") < 2 and "-" in name:
            if all(p in lexicon.things.concepts or p in lexicon.language["stop"]
                   or p in lexicon.environments.names for p in pieces_of(token.raw)):  # fmt: skip
                continue
            beside = {t.text for t in tokens[max(0, at - 1) : at + 2]} - {name}
            if not any(lexicon.things.concept(b) in _CARRIES_NAME for b in beside):
                continue
        if name.isalpha():
            continue
        found.add(name)
    return frozenset(found)


def _without_purpose(action: str, lexicon: Lexicon) -> str:
    """The action without its purpose: "Purge the queue [to clear the backlog]"."""
    action = _INSTEAD.split(action)[0]
    for found in _PURPOSE.finditer(action):
        word = action[found.end() :].split(" ")[0].strip(".,;")
        is_verb = any(s.form is Form.BASE for s in lexicon.words.get(word, ()))
        if found.start() > 8 and (is_verb or word in {"get", "make", "free", "avoid", "save"}):
            return action[: found.start()]
    return action


def _weighted(
    terms: Iterable[str], head: frozenset[str], names: frozenset[str], lexicon: Lexicon
) -> dict[str, float]:
    named = {lexicon.things.concept(p) for n in names for p in pieces_of(n)}
    weights = {}
    classes = lexicon.language["classifiers"]
    named_apart = bool(head - lexicon.things.common - classes)
    for term in terms:
        weight = 0.25 if term in lexicon.things.common else 1.0
        weight *= 1.0 if term in head else 0.6
        weight *= 0.5 if named_apart and term in classes else 1.0
        weights[term] = weight * (1.5 if term in named else 1.0)
    return weights


def _pieces(name: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", clean(name).lower()))


def _service_terms(
    entry: Entry, aliases: tuple[tuple[str, ...], ...], lexicon: Lexicon
) -> frozenset[str]:
    """The concepts that are only the service's name, and its environments."""
    names = [_pieces(s) for s in entry.scope.services if s != ANY]
    pieces = {p for n in (*names, *aliases) for p in n}
    return frozenset(map(lexicon.things.concept, pieces)) | {"production"}


def _aliases(entry: Entry, lexicon: Lexicon) -> Iterable[tuple[str, ...]]:
    """Other names: given ones, and those that the context gives ("also called …")."""
    names = [_pieces(n) for n in (*entry.scope.services, *entry.aliases)]
    yield from names[len(entry.scope.services) :]
    context = clean(entry.context)
    for found in _ALIAS.finditer(context):
        for name in re.split(r",|\bor\b|\band\b", found[1]):
            pieces = _pieces(_ARTICLE.sub("", name.strip()))
            if 0 < len(pieces) <= 3 and not set(pieces) & lexicon.language["stop"]:
                names.append(pieces)
                yield pieces
    described = list(_described(entry, context, lexicon))
    yield from described
    yield from _derived([*names, *described], lexicon)


def _described(entry: Entry, context: str, lexicon: Lexicon) -> Iterable[tuple[str, ...]]:
    """Names in parentheses right after the service's: "crm-db (customer database, MySQL)"."""
    for service in entry.scope.services:
        start = context.lower().find(service.lower())
        if service == ANY or start < 0:
            continue
        tail = context[start + len(service) : start + len(service) + 80]
        match = _PARENTHESIS.match(tail.lstrip())
        if match is None:
            continue
        for part in re.split(r",|;", match[1]):
            pieces = () if _ALIAS.search(part) else _pieces(_ARTICLE.sub("", part.strip()))
            known = pieces and lexicon.tools.knows(pieces[0])
            if 1 <= len(pieces) <= 3 and not known and not (set(pieces) & lexicon.language["stop"]):
                yield pieces


def _derived(names: Iterable[tuple[str, ...]], lexicon: Lexicon) -> Iterable[tuple[str, ...]]:
    """The name with another word for its kind: `ledger-pg` is "ledger db" too."""
    kinds = lexicon.language["name_kinds"]
    for pieces in names:
        if len(pieces) < 2 or pieces[-1] not in kinds:
            continue
        concept = lexicon.things.concept(pieces[-1])
        for other in ("db", "database", "service", "svc", "cache", "queue", "cluster", "postgres"):
            if other != pieces[-1] and lexicon.things.concept(other) == concept:
                yield (*pieces[:-1], other)


def _without(action: str, lexicon: Lexicon) -> tuple[frozenset[str], ...]:
    sets = []
    for found in _WITHOUT.finditer(action):
        terms = concepts_of(tokens_of(found[1]), lexicon)[0] - lexicon.things.common
        if terms:
            sets.append(frozenset(terms))
    return tuple(sets)


def _without_kinds(action: str, lexicon: Lexicon) -> frozenset[str]:
    """Kinds of action that make it a safer one: "without draining"."""
    words = [w for found in _WITHOUT.finditer(action) for w in found[1].lower().split()[:3]]
    senses = [s for w in words for s in lexicon.words.get(w, ()) if s.form is Form.ING]
    return frozenset(s.kind for s in senses)


def _threshold(pattern: re.Pattern[str], action: str, lexicon: Lexicon) -> str:
    found = pattern.search(action)
    if found is None:
        return ""
    value = found[1].strip()
    first, _, unit = value.partition(" ")
    if number_of(first, lexicon.language.numbers) is None and version_of(first) is None:
        return ""
    number = lexicon.language.numbers.get(first.lower())
    shown = str(number) if number is not None else first
    return f"{shown} {unit}" if unit.lower() in UNITS else shown


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
        terms = _weighted(head, head, frozenset(), lexicon)
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
        change=change, secondary=(),
    )  # fmt: skip


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [str(v) for v in value] if isinstance(value, list | tuple) else []


__all__ = ["EntryReading", "Frame", "read_entry", "understand"]
