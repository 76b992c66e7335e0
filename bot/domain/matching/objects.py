"""Objects: what is acted on, in an entry and in a frame."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from rapidfuzz import fuzz

from bot.domain.matching.said import Said
from bot.domain.reading import Frame, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.terms import pieces_of

_SCALING = frozenset({"scale", "scale_up", "scale_down"})
_SUFFIXES = frozenset({"json", "sql", "yml", "yaml", "sh", "py", "rb", "file"})
_SHOUTED = re.compile(r"(?<![\w-])[A-Z]{4,}(?![\w-])")
_HYPHENATED = re.compile(r"(?<![\w-])[a-z][a-z\d]+(?:[-_.][a-z\d]+)+(?![\w-])")
_NAMED = re.compile(
    r"\bthe ([a-z]{4,}) (?:table|collection|index|queue|topic|bucket|stream|schema|view|keyspace)\b"
)
_INDEX_OF = re.compile(r"[_-](?:ix|idx|index|pk|uk|fk|key)\d{0,2}$")
_OF_COPIES = frozenset({"restore", "import", "copy"})
_COPY = frozenset({"copy", "backup", "clone", "snapshot"})
_SHORT = 2
_COPIES = frozenset({"audit", "archive", "backup", "copy", "log", "history", "export", "import"})
_OF_ROLES = frozenset({"failover", "promote", "demote", "failback"})


def shared_objects(
    entry: EntryReading, said: Said, reading: Reading
) -> tuple[float, tuple[str, ...]]:
    """The weighted share of the entry's objects that the clause or the text names, and which."""
    clause, acts = said.frame.terms, bool(said.frame.kinds)
    total, got, shared = 0.0, 0.0, []
    for term, weight in entry.terms.items():
        total += weight
        if term in clause:
            got += weight
            shared.append(term)
        elif acts and (
            (term in reading.terms and term not in reading.ruled_out) or _misspelt(term, said)
        ):
            got += 0.75 * weight
            shared.append(term)
    return (got / total if total else 0.0), tuple(shared)


def _misspelt(term: str, said: Said) -> bool:
    """Whether one of the clause's words is this one with a slip of the finger."""
    if len(term) < 6 or not term.isalpha():
        return False
    known = said.slips.get(term)
    if known is None:
        known = said.slips[term] = any(
            (len(other) >= 5 and term.startswith(other))
            or (abs(len(other) - len(term)) <= 2 and fuzz.ratio(term, other) >= 84)
            for other in said.frame.terms
        )
    return known


def names_a_part(entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether the entry is about a part of the service: "Restart ModemManager"."""
    return bool(entry.head - lexicon.things.common - _manner(entry, lexicon))


def support_of(entry: EntryReading, reading: Reading) -> float:
    """The share of the entry's circumstances that the text names."""
    if not entry.support:
        return 0.0
    return len(entry.support & reading.terms) / min(len(entry.support), 8)


def _manner(entry: EntryReading, lexicon: Lexicon) -> frozenset[str]:
    """Words that say how, not what; the roles of databases only where roles are changed."""
    manner = lexicon.language["manner"]
    return manner if not _OF_ROLES.isdisjoint(entry.kinds) else _without_roles(manner)


@lru_cache(maxsize=8)
def _without_roles(manner: frozenset[str]) -> frozenset[str]:
    return manner - {"primary", "replica"}


def foreign_object(entry: EntryReading, said: Said, lexicon: Lexicon) -> float:
    """How surely the frame's object is none of the entry's: "log level" where that says "timeout".

    A thing that the lexicon knows counts fully, any other word half.
    """
    frame, things = said.frame, lexicon.things
    manner = _manner(entry, lexicon)
    if not frame.kinds:
        known = (entry.terms, entry.support, entry.own, manner)
        return 0.5 if any(not any(t in k for k in known) for t in said.things) else 0.0
    if (
        not _OF_COPIES.isdisjoint(entry.kinds[:1])
        and frame.terms & _COPY
        and _COPY & set(entry.terms)
    ):
        return 0.0  # a dump, a snapshot and a copy are one
    own = said.head - entry.own - manner
    wanted = entry.head - things.common - manner
    if not own and wanted and not wanted & frame.terms and _scales_itself(entry, frame):
        return 0.5
    named = wanted - lexicon.language["classifiers"]
    shared = own & entry.terms.keys()
    if not own or (named or wanted) & frame.terms:
        return 0.0
    if shared and (not named or shared - lexicon.language["classifiers"]):
        return 0.0
    others = {t for t in own - entry.known if not lexicon.tools.knows(t)}
    surely = any(t in things.specific for t in others)
    others = {t for t in others if t.isalpha()}
    if frame.source is Source.PROSE:
        return 1.0 if surely else 0.25 if others else 0.0
    if _goes_to_a_member(entry, frame):
        return 0.8 if others & things.specific else 0.0
    others -= lexicon.language["plumbing"]
    if (
        entry.brands
        and frame.head
        and not any(b in frame.planned.text.lower() for b in entry.brands)
    ):
        return 0.8 if frame.kinds[:1] == entry.kinds[:1] and others else 0.0
    if not wanted:
        return 0.0
    whole = bool(
        frame.kinds and frame.kinds[0] in lexicon.kinds and lexicon.kinds[frame.kinds[0]].whole
    )
    return 0.8 if others & things.specific or (others and whole) else 0.0


def _goes_to_a_member(entry: EntryReading, frame: Frame) -> bool:
    """Whether roles change: what a call names is the member that takes over, `FAILOVER TO 'b'`."""
    same = bool(frame.kinds) and frame.kinds[0] in entry.kinds
    return same and frame.kinds[0] in _OF_ROLES


def _scales_itself(entry: EntryReading, frame: Frame) -> bool:
    """Whether it only adds or takes pods, where the entry raises or lowers something named."""
    counted = {"replica", "instance", "replica_set", "capacity"} & set(entry.terms)
    return frame.kinds[0] in _SCALING and not set(entry.kinds) & _SCALING and not counted


def _stands(name: str, text: str) -> bool:
    """Whether a name stands in a text as a whole, not as a part of a longer one."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def other_name(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> float:
    """How surely it names another column, flag or file than the entry's."""
    if not entry.names:
        return 0.0
    text = reading.text.lower()
    if any(_stands(n, text) or ("-" in n and n.replace("-", "") in text) for n in entry.names):
        return 0.0
    if entry.names <= entry.types:  # "the buffer of the FleetAutoscaler": no other one is named
        return 0.15 if frame.source is Source.PROSE else 0.0
    given = {n.strip("_").lower() for n in frame.names}
    bare = {n.strip("_").lower() for n in entry.names}
    if given & bare or any(len(g) > 5 and n.startswith(f"{g}_") for g in given for n in bare):
        return 0.0
    longer = [name for n in entry.names for name in given if n in name]
    if longer and any(_only_adds_what_is_known(name, entry, lexicon) for name in longer):
        return 0.0
    if any(n in text for n in entry.names):
        return 1.0
    pieces = {p for n in entry.names for p in pieces_of(n)}
    if any(_is_a_sister(name, own) for name in given for own in bare):
        return 1.0
    if all(_things_of(n, lexicon) <= reading.terms for n in entry.names):
        return 0.0
    acted = set() if frame.source is Source.PROSE else {
        n.lower() for n in (*frame.planned.objects, frame.planned.target or "")
    }  # fmt: skip
    names = set(frame.names)
    if frame.source is not Source.PROSE:
        names = {n for n in names if n in acted or set(pieces_of(n)) & pieces}
    best = 0.15 if frame.source is Source.PROSE else 0.0
    for name in names - entry.names:
        own = set(pieces_of(name))
        if _things_of(name, lexicon) <= entry.own or not own or lexicon.tools.knows(name):
            continue
        acted_on = name in acted
        best = max(best, 1.0 if own & pieces or acted_on else 0.6)
    return best


def _is_a_sister(name: str, own: str) -> bool:
    """Whether two names begin alike and end otherwise: auto-reply-mail and auto-reply-push."""
    one, other = pieces_of(name), pieces_of(own)
    return len(one) == len(other) > 2 and one[:-1] == other[:-1] and one[-1] != other[-1]


def _only_adds_what_is_known(name: str, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether a longer name says what is done, or with what: "V188__drop_legacy_phone".

    "leave-carry-over" is the carry-over of leave-api.
    """
    own = {p for n in entry.names for p in pieces_of(n)}
    added = [p for p in pieces_of(name.rsplit("/", 1)[-1]) if p not in own and p not in _SUFFIXES]
    concept = lexicon.things.concept
    own = {p for key in entry.keys for p in key}
    return bool(added) and all(
        _is_deed(p, lexicon) or p in own or concept(p) in entry.own for p in added
    )


def _is_deed(piece: str, lexicon: Lexicon) -> bool:
    """Whether a piece of a name says what is done; in `rows_rejected` it says which ones."""
    senses = lexicon.words.get(piece, ())
    return piece in lexicon.words and (
        not senses or any(s.form not in {Form.PAST, Form.PARTICIPLE} for s in senses)
    )


def extended_name(entry: EntryReading, reading: Reading, lexicon: Lexicon) -> str:
    """A longer name that holds the entry's own: `ALERTS_SELFTEST` where that says ALERTS; or "".

    What only joins words of the entry (`vrrp_priority` for "the VRRP priority") is none.
    """
    text = reading.text[:4000].lower()
    indexed = "index" in entry.terms
    for name in _SHOUTED.findall(entry.entry.action):
        low = name.lower()
        if low not in text or low in pieces_of(" ".join(entry.entry.scope.services)):
            continue
        found: list[str] = re.findall(rf"(?<![\w-]){low}(?:[_-][\w-]+)?", text)
        if indexed and all(n == low or _INDEX_OF.search(n) for n in found):
            continue  # RESULTS_PAT_IX is an index of RESULTS
        joined = any(len(_things_of(n, lexicon) & entry.known) > 1 for n in found)
        if found and low not in found and not joined:
            return str(found[0])
    return _longer_name(entry, text, lexicon)


def _longer_name(entry: EntryReading, text: str, lexicon: Lexicon) -> str:
    """A name that goes on where one of the action's ends: `cart-mail-banner` for cart-mail; or "".

    A plain word before what it names counts as well: `orders_audit` for "the orders table".
    """
    action = entry.entry.action.lower()
    own = {"-".join(key) for key in entry.keys}
    plain = set(_NAMED.findall(action))
    for name in {*_HYPHENATED.findall(action), *plain} - own:
        if name in lexicon.words or _stands_alone(name, text):
            continue
        for longer in re.findall(
            rf"(?<![\w/.-]){re.escape(name)}[_{_joints(name, plain)}][\w-]+", text
        ):
            if lexicon.tools.knows(longer) or ("index" in entry.terms and _INDEX_OF.search(longer)):
                continue
            more = [p for p in pieces_of(longer[len(name) :]) if len(p) > _SHORT]
            if more and not any(_is_no_name(p, entry, lexicon) for p in more):
                return str(longer)
    return ""


def _joints(name: str, plain: Collection[str]) -> str:
    return "" if name in plain else ".-" if "." in name else "-"


def _stands_alone(name: str, text: str) -> bool:
    """Whether a name stands in a text and does not go on there."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-]|\.[a-z])", text) is not None


def _is_no_name(piece: str, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether a piece of a longer name is an environment, a verb, or a word of the entry."""
    known = piece in lexicon.words and piece not in _COPIES
    known = known or piece in lexicon.environments.names
    return known or lexicon.things.concept(piece) in entry.known


def _things_of(name: str, lexicon: Lexicon) -> set[str]:
    """The concepts of an identifier's pieces."""
    return {lexicon.things.concept(p) for p in pieces_of(name)}


__all__ = [
    "extended_name",
    "foreign_object",
    "names_a_part",
    "other_name",
    "shared_objects",
    "support_of",
]
