"""What an entry is about and a text leaves alone: "attempts unchanged", "no data loss"."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.domain.matching.denied import denied_stems, is_portuguese
from bot.domain.reading import Reading
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

# "Force it with data loss": how it is done makes it what it is.
_HOW = re.compile(r"\bwith\s+(?:the\s+|an?\s+)?([\w\s-]+)", re.I)
# A stretch of text that begins with "no" and has no verb: "failover, no data loss".
_NO = re.compile(r"(?:^|[,;:.(!–—-]\s{0,3}|\b(?:and|with|but)\s+)no\s+([\w-]+(?:\s[\w-]+)?)", re.I)


def left_alone(entry: EntryReading, reading: Reading, lexicon: Lexicon) -> frozenset[str]:
    """The concepts that make up the entry's action, of those that the text rules out."""
    common, concept = lexicon.things.common, lexicon.things.concept
    wanted = entry.head - common
    wanted |= {t for t in ("everything", "force") if t in entry.terms}
    if how := _HOW.search(entry.entry.action):
        wanted |= (set(map(concept, pieces_of(how[1]))) & entry.terms.keys()) - common
    if entry.relative:  # "a run that replaces the NAT gateways"
        wanted |= entry.terms.keys() - common
    if is_portuguese(reading.text):  # "no Argo CD" is "in Argo CD" there
        return frozenset()
    denied = {concept(word) for word in _denied(reading.text[:4000])}
    return frozenset(wanted & (reading.ruled_out | denied))


def left_out(entry: EntryReading, reading: Reading) -> str:
    """A word of how the entry's action is done that the text denies: "without prune"; or ""."""
    return min(entry.manner & denied_stems(reading.text), default="")


@lru_cache(maxsize=64)
def _denied(text: str) -> frozenset[str]:
    return frozenset(word for said in _NO.findall(text) for word in pieces_of(said))


__all__ = ["left_alone", "left_out"]
