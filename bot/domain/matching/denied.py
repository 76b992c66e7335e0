"""What a text says is not given, not done or left out: "no FORCE", "without prune", "X=false"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.terms import pieces_of

_LONGEST = 4000
_ARTICLE = (
    r"(?:(?:the|an?|any|its|use of|using|with|doing|der|die|das|den|dem|eine?[nmr]?|el|la|los|las|"
    r"una?|le|les|l'|une|o|os|as|uma?)\s+)?"
)
_REASON = r"(?:(?:time|need|reason|room|chance|way)\s+(?:for|to|left for)\s+)?"
# "no" is "in the" in Portuguese.
_NO = re.compile(
    rf"(?<![\w-])no\s+{_REASON}{_ARTICLE}([\w-]+)(?:\s+(?:and|or|nor)\s+(?:no\s+)?([\w-]+))?"
)
_WITHOUT = re.compile(
    r"(?<![\w-])(?:without|w/o|minus|skip(?:s|ping)?|omit(?:s|ting)?|leav(?:e|es|ing) out|not|"
    r"never|instead of|rather than|not using|ohne|keine?[nmrs]?|nicht|statt|sin|en vez de|"
    r"en lugar de|sans|pas de|au lieu de|sem|n[ãa]o|em vez de|senza|invece di)\s+"
    rf"{_ARTICLE}([\w-]+)(?:\s+(?:and|or|nor|oder|und|y|o|ni|ou|et|e)\s+([\w-]+))?"
)
_LEFT_OUT = re.compile(
    r"([\w-]+)\s+(?:(?:is|are|stays?|remains?|being|gets?|will be|bleibt|bleiben|queda|reste)\s+)?"
    r"(?:left (?:out|off|empty|blank|unset|at nothing)|switched off|turned off|omitted|empty|blank|"
    r"unset|(?:not|never|n't) (?:used|set|given|passed|added|applied)|unused|deactivated|"
    r"weggelassen|leer|vac[ií][oa]|vide|vazi[oa]|desactivad[oa]|désactivée?)(?![\w-])"
)
_FALSE = re.compile(
    r"([a-z][\w-]{2,40})[\"']?\s{0,2}[=:]\s{0,2}[\"']?(?:false|off|no|disabled)(?![\w-])|"
    r"--(?:no|disable|skip|without)-([a-z][\w-]{2,40})"
)
_NASHI = re.compile(
    r"([A-Za-z][A-Za-z0-9_-]{2,40})\s?(?:オプション|句|フラグ)?(?:なし|無し|抜き|"
    r"(?:を|は)[^、。\n]{0,12}(?:使わ|使いま|使用し|付け|つけ|指定し|入れ|設定し)(?:ず|ない|ません|ないで))"
)
_PORTUGUESE = re.compile(
    r"[ãõ]|\b(?:do|dos|da|das|com|uma|para|em|agora|vou|estou|produ[cç][aã]o)\b.*"
    r"\b(?:do|dos|da|das|com|uma|para|em|agora|vou|estou|no|na)\b"
)


def denied(text: str) -> frozenset[str]:
    """The words, in lower case, that a clean text denies, and the pieces of its names."""
    return _denied(text[:_LONGEST].lower())


def denied_stems(text: str) -> frozenset[str]:
    """The same as stems."""
    return _denied_stems(text[:_LONGEST].lower())


def denied_kinds(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Kinds of action that a text denies in passing: "no time for a rebuild"."""
    return frozenset(s.kind for word in denied(text) for s in lexicon.words.get(word, ()))


def is_portuguese(text: str) -> bool:
    """Whether a text is Portuguese, where "no" negates nothing."""
    return _PORTUGUESE.search(text[:_LONGEST].lower()) is not None


@lru_cache(maxsize=64)
def _denied(low: str) -> frozenset[str]:
    words = set(_found(low))
    return frozenset(words | {piece for word in words for piece in pieces_of(word)})


@lru_cache(maxsize=64)
def _denied_stems(low: str) -> frozenset[str]:
    return frozenset(map(stem, _denied(low)))


def _found(low: str) -> Iterator[str]:
    patterns: Collection[re.Pattern[str]] = (_WITHOUT, _LEFT_OUT, _FALSE, _NASHI)
    if not is_portuguese(low):
        patterns = (_NO, *patterns)
    for pattern in patterns:
        for match in pattern.finditer(low):
            yield from (word for word in match.groups() if word)


__all__ = ["denied", "denied_kinds", "denied_stems", "is_portuguese"]
