"""An entry, read once: which action it warns of, on what, where, and what makes it another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.action import Mode
from bot.domain.entry import ANY, Entry
from bot.domain.errors import InvalidEntry
from bot.domain.reading.entry.correction import corrected
from bot.domain.reading.entry.entry_reading import EntryReading
from bot.domain.reading.entry.leading import carried_kinds, carried_words, led_by
from bot.domain.reading.entry.manner import manner_in, missing_in, way_in
from bot.domain.reading.entry.names import (
    description_of,
    hosts_beside,
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
    types_in,
    upper_limit,
    versions_in,
    weighted_terms,
    without_alternative,
    without_purpose,
)
from bot.domain.reading.entry.present import present_values
from bot.domain.reading.entry.senses import sense_of
from bot.domain.reading.entry.verbatim import acting_words, deeds_in, joined_words
from bot.domain.reading.environment import environments_in
from bot.domain.reading.frame import Extent, Frame
from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.prose.frames import read_prose
from bot.domain.reading.terms import concepts_of
from bot.domain.reading.text import clean, tokens_of
from bot.domain.reading.wording import phrase_in

_ALL = re.compile(
    r"\b(?:all|every|whole|entire|everything|both|several|multiple|together|in parallel|at once|"
    r"in (?:one|a single) (?:go|wave|batch|step|sweep|run|shot|pass)|simultaneously|wildcard|"
    r"everywhere|complete(?:ly)?|full|fully|entirely|at the same time|cluster-wide|globally|"
    r"everybody|everyone)\b",
    re.I,
)
_SIZES = frozenset("b kb mb gb tb pb kib mib gib tib k m g t ms s rps qps iops gbit mbit".split())
_SAFER = re.compile(r"(?<=[a-z\d]) without (?!down)", re.I)
_RELATIVE = re.compile(r"\b(?:that|which)\b", re.I)
# A look that itself does harm where there is much to look through.
_HEAVY_LOOK = re.compile(
    r"(?i)(?:list|scan|search|quer[yi]|dump|select|explain|trac|profil|grep|walk|iterat|enumerat)\w*\b"
)
_TAKES_ALL = frozenset({"purge", "truncate", "flush", "clear"})
_ACTS_ON = frozenset(
    {"delete", "drop", "purge", "disable", "enable", "create", "add", "raise", "lower"}
)
_CARRYING = frozenset({"run", "start", "retry"})
_AGAIN = ("replay", "retry")
_REPEATS = re.compile(
    r"^(?!.*\b(?:and|then)\b).*\b(?:again|once more|(?:a|the) second time|another time|twice)\b",
    re.I,
)


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
    frames = read_prose(_SAFER.split(without_purpose(action, lexicon))[0], lexicon).frames
    acting = [f for f in frames if f.kinds and f.mode is not Mode.NEGATED]
    main = [f for f in acting if not f.subordinate] or acting
    kinds = _kinds_of(action, _before_manner(action, main, lexicon), lexicon)
    aliases = names_beside(entry, lexicon)
    hosts = hosts_beside(entry)
    own = service_terms(entry, (*aliases, *hosts), lexicon)
    head = frozenset().union(*(f.head for f in main)) - own
    all_terms, _ = concepts_of(tokens_of(without_alternative(action)), lexicon)
    names = identifiers_in(action, own, lexicon)
    safe = safe_things(action, lexicon)
    all_terms -= frozenset[str]().union(*safe, _SIZES)
    head -= _SIZES
    support, _ = concepts_of(tokens_of(clean(f"{entry.context} {entry.outcome}")), lexicon)
    reading = EntryReading(
        entry=entry,
        kinds=kinds,
        head=head,
        terms=weighted_terms(all_terms - own, head, names, lexicon),
        names=names,
        hosts=hosts,
        looks=not kinds and (_HEAVY_LOOK.match(action) is not None or _is_a_look(main, lexicon)),
        types=types_in(action, lexicon),
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
        object=phrase_in(head - {"service"}, without_purpose(action, lexicon), lexicon),
        safer=tuple(phrase_in(things, action, lexicon) for things in safe),
    )
    present = present_values(clean(entry.context), reading.terms, lexicon)
    words = acting_words(without_purpose(action, lexicon), lexicon) - own
    if (led := led_by(action)) and led[1] and led[1] == kinds:
        words |= {stem(led[0])}
    words |= {stem(word) for word in carried_words(action, lexicon)}
    deeds = deeds_in(without_purpose(action, lexicon), reading.kinds, lexicon) - own
    terms = {**dict.fromkeys(deeds, 1.0), **reading.terms}
    reading = replace(
        reading,
        joined=joined_words(action, terms, lexicon),
        present=present,
        acting=words - deeds if set(kinds[:1]) & _ACTS_ON else words,
        deeds=deeds,
        manner=manner_in(without_purpose(action, lexicon), kinds, lexicon),
        missing=missing_in(action),
        way=way_in(without_purpose(action, lexicon), lexicon),
        terms=terms,
        head=reading.head | deeds,
    )
    return corrected(reading, lexicon) if entry.reads_as else reading


def _before_manner(action: str, main: Sequence[Frame], lexicon: Lexicon) -> Sequence[Frame]:
    """The frames of what is done, without how: "Force the failover [with data loss allowed]".

    Where nothing is done before "with", what follows tells it.
    """
    deed, how, _ = action.partition(" with ")
    if not how:
        return main
    frames = read_prose(without_purpose(deed, lexicon), lexicon).frames
    acting = [f for f in frames if f.kinds and not f.subordinate and f.mode is not Mode.NEGATED]
    return acting or main


def _kinds_of(action: str, main: Sequence[Frame], lexicon: Lexicon) -> tuple[str, ...]:
    """The kinds of action that it warns of; a command that it quotes says more than "run"."""
    commanded = commanded_kinds(action, lexicon)
    own = [f for f in main if f is main[0] or not _is_beside(f, main[0])]
    said = [k for f in own for k in f.kinds if not (commanded and k in _CARRYING)]
    said = list(sense_of(action, said))
    carried = carried_kinds(action, lexicon)
    said = [*carried, *(k for k in said if not carried or k in _CARRYING)]
    kinds = tuple(k for k in dict.fromkeys([*commanded, *said]) if not _only_looks(k, lexicon))
    verb, led = led_by(action)
    if led and not (kinds and lexicon.words.get(verb)):
        kinds = led
    repeats = len(kinds) == 1 and _REPEATS.search(without_purpose(action, lexicon))
    if repeats and not (lexicon.kinds[kinds[0]].light or kinds[0] in _AGAIN):
        kinds = (*kinds, *_AGAIN)
    limited = lower_limit(action, lexicon) or upper_limit(action, lexicon)
    return ("scale", *kinds) if set(kinds) <= _CARRYING and limited else kinds


def _is_beside(frame: Frame, first: Frame) -> bool:
    """Whether it only stands in the first one's words: "kill the long running transactions"."""
    same = frame.planned.text == first.planned.text
    return same and not set(first.kinds) & _CARRYING


def _is_a_look(main: Sequence[Frame], lexicon: Lexicon) -> bool:
    """Whether what the entry warns of is read as a look: "Read all keys with KEYS"."""
    return any(lexicon.kinds[kind].read_only for frame in main[:1] for kind in frame.kinds)


def _only_looks(kind: str, lexicon: Lexicon) -> bool:
    known = lexicon.kinds.get(kind)
    return known is not None and (known.read_only or known.office)


__all__ = ["EntryReading", "read_entry", "understand"]
