"""The names of an entry's service: given ones, and those that its context gives."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.domain.entry import ANY, Entry
from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.text import clean

_ALIAS = re.compile(
    r"(?:also (?:called|known as|named)|aka|a\.k\.a\.|"
    r"(?:the \w+|people|everybody|everyone|we|ops|they|users|\w+ers) "
    r"(?:just |only |mostly |usually |simply )?(?:says?|calls? (?:it|them|this))|called|nicknamed|"
    r"known as|"
    r"alias(?:es)?:?|short(?: for)?:?|formerly)\s+"
    r"([^;.()]{2,60}?)(?=$|[;.()]|\bin (?:prod|stag)|\bwith\b)",
    re.I,
)
_CAPITALS = re.compile(r"\b(?=[A-Z]*\d)[A-Z]{3,}[A-Z0-9]*\b")
_CALLED = re.compile(
    r"\b(?:app|bucket|subscription|topic|project|group|manager|zone|cluster|account|namespace|release|"
    r"host|instance|database|service|job|pool|table|distribution|stack|connector|queue)\s+([a-z]\w*(?:-\w+)+)"
)
_SHORT = re.compile(r"([A-Za-z][\w-]+) for short\b")
_ARTICLE = re.compile(r"^(?:just |simply |the |our |an? )+", re.I)
_OF = re.compile(r" (?:of|behind|for|in|on|at|from) ")
_PARENTHESIS = re.compile(r"\(([^()]{2,60})\)")


_RANGE = re.compile(
    r"(?<![\w.-])(?P<name>[a-z](?:[a-z0-9-]{0,16}[a-z-])?)(?P<first>\d{1,3})\s?"
    r"(?:to|through|bis|-|–|\.\.\.?|…)\s?(?P<again>[a-z][a-z0-9-]{0,16}?)?(?P<last>\d{1,3})(?![\w.%-])"
)
_PAIR = re.compile(
    r"(?<![\w.-])(?P<name>[a-z][a-z0-9]{0,16}-)(?P<one>[a-z0-9]{1,2}) (?:and|or|/) "
    r"(?P=name)(?P<two>[a-z0-9]{1,2})(?![\w-])"
)
_VERSIONED = frozenset({"http", "python", "utf", "tls", "sha", "java", "php", "ipv", "node", "pg"})
_MOST_HOSTS, _SHORTEST_HOST = 64, 2
"""A longer row of hosts is hardly one service."""


def name_pieces(name: str) -> tuple[str, ...]:
    """The lower-case pieces of a service's name."""
    return tuple(re.findall(r"[^\W_]+", clean(name).lower()))


def names_beside(entry: Entry, lexicon: Lexicon) -> tuple[tuple[str, ...], ...]:
    """Other names of the entry's service, each once; a number or a function word is none."""
    stop = lexicon.language["stop"]
    return tuple(
        name
        for name in dict.fromkeys(other_names_of(entry, lexicon))
        if len(name) > 1 or not (name[0].isdigit() or name[0] in stop or len(name[0]) == 1)
    )


def other_names_of(entry: Entry, lexicon: Lexicon) -> Iterable[tuple[str, ...]]:
    """Other names: given ones, and those that the context gives ("also called …")."""
    names = [name_pieces(n) for n in (*entry.scope.services, *entry.aliases)]
    yield from names[len(entry.scope.services) :]
    context = clean(entry.context)
    for found in _ALIAS.finditer(context):
        for name in re.split(r",|\bor\b|\band\b", found[1]):
            pieces = name_pieces(_ARTICLE.sub("", name.strip()))
            if 0 < len(pieces) <= 3 and not set(pieces) & lexicon.language["stop"]:
                names.append(pieces)
                yield pieces
    described = list(_described(entry, context, lexicon))
    yield from ((m.lower(),) for m in _CAPITALS.findall(context) if not m.isdigit())
    yield from (name_pieces(m) for m in (*_CALLED.findall(context), *_SHORT.findall(context)))
    yield from (("".join(n),) for n in names if len(n) > 1 and len("".join(n)) > 5)
    yield from described
    yield from _derived([*names, *described], lexicon)


def hosts_beside(entry: Entry) -> tuple[tuple[str, ...], ...]:
    """The hosts that the context names: like a product, they only suggest their service."""
    return tuple(dict.fromkeys(map(name_pieces, _hosts_in(clean(entry.context).lower()))))


def _hosts_in(context: str) -> Iterable[str]:
    """The hosts that a service runs on: "VMs me01 to me08", "the pair tb-a and tb-b"."""
    for found in _RANGE.finditer(context):
        first, last = int(found["first"]), int(found["last"])
        name, again = found["name"], found["again"] or found["name"]
        if not name.endswith(again) or name.strip("-") in _VERSIONED or len(name) < _SHORTEST_HOST:
            continue
        width = len(found["first"]) if found["first"].startswith("0") else 0
        if first < last < first + _MOST_HOSTS:
            yield from (f"{name}{n:0{width}}" for n in range(first, last + 1))
    for found in _PAIR.finditer(context):
        yield from (f"{found['name']}{one}" for one in (found["one"], found["two"]))


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
            bare = _ARTICLE.sub("", part.strip()).replace("'s ", " ")
            pieces = () if _ALIAS.search(part) else name_pieces(bare)
            main = name_pieces(_OF.split(bare)[0])
            pieces = main if pieces and 2 <= len(main) < len(pieces) else pieces
            known = pieces and lexicon.tools.knows(pieces[0])
            if 1 <= len(pieces) <= 3 and not known and not (set(pieces) & lexicon.language["stop"]):
                yield pieces


def is_product(pieces: tuple[str, ...], lexicon: Lexicon) -> bool:
    """Whether a name says what a service runs on and nothing that tells services apart."""
    technologies = lexicon.things.technologies
    return bool(technologies & set(pieces)) and all(
        p in technologies or p in lexicon.things.concepts or p in lexicon.language["name_kinds"]
        for p in pieces
    )


def description_of(entry: Entry, lexicon: Lexicon) -> frozenset[str]:
    """Stems of the words that the context describes the service with, in parentheses after it."""
    context = clean(entry.context)
    words: set[str] = set()
    for service in entry.scope.services:
        start = context.lower().find(service.lower())
        if service == ANY or start < 0:
            continue
        if match := _PARENTHESIS.match(context[start + len(service) :].lstrip()[:80]):
            words.update(re.findall(r"[^\W\d_]{3,}", match[1].lower()))
    return frozenset(map(stem, words - lexicon.language["stop"]))


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


def service_terms(
    entry: Entry, aliases: tuple[tuple[str, ...], ...], lexicon: Lexicon
) -> frozenset[str]:
    """The concepts that are only the service's name, and its environments."""
    names = [name_pieces(s) for s in entry.scope.services if s != ANY]
    pieces = {p for n in (*names, *aliases) for p in n}
    return frozenset(map(lexicon.things.concept, pieces)) | {"production"}


__all__ = [
    "description_of",
    "hosts_beside",
    "is_product",
    "name_pieces",
    "names_beside",
    "service_terms",
]
