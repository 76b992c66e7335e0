"""What an entry is about and a text leaves alone: "attempts unchanged", "no data loss"."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.domain.matching.denied import denied_stems, is_portuguese
from bot.domain.reading import Frame, Reading
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

# What an entry takes away itself: "skip the analysis", "without a limit", "and drop the slot".
_TAKEN = re.compile(
    r"\b(?:skip(?:ping)?|without|no|omit(?:ting)?|bypass(?:ing)?|ignor(?:e|ing)|drop(?:ping)?|"
    r"remov(?:e|ing)|disabl(?:e|ing)|delet(?:e|ing)|strip(?:ping)?|leav(?:e|ing) out|lift(?:ing)?|"
    r"turn(?:ing)? off|switch(?:ing)? off)\s+"
    r"(?:the\s+|an?\s+|all\s+|any\s+)?([\w-]+(?:\s[\w-]+){0,2})",
    re.I,
)
_KEPT_AT = re.compile(
    r"\b(?:keep(?:s|ing)?|leav(?:e|es|ing)|hold(?:s|ing)?)\s+(?:the\s+|our\s+|its\s+)?([\w-]+(?:\s[\w-]+){0,2}?)"
    r"\s+(?:at|as (?:is|it|they)|where|in place|on|unchanged|alone)\b",
    re.I,
)
_UNTOUCHED = re.compile(
    r"\b(?:(?:un)?touch(?:ed|ing)?|unchanged|unaffected|intact|untouched|keep(?:s|ing)?|kept|stays?|"
    r"remains?|alone|unangetastet|unverändert|bleib(?:t|en)|sin tocar|intact[oa]s?|inchangée?s?)\b",
    re.I,
)
# "Force it with data loss": how it is done makes it what it is.
_HOW = re.compile(r"\bwith\s+(?:the\s+|an?\s+)?([\w\s-]+)", re.I)
# A stretch of text that begins with "no" and has no verb: "failover, no data loss".
_NO = re.compile(r"(?:^|[,;:.(!–—-]\s{0,3}|\b(?:and|with|but)\s+)no\s+([\w-]+(?:\s[\w-]+)?)", re.I)


def left_alone(entry: EntryReading, reading: Reading, lexicon: Lexicon) -> frozenset[str]:
    """The concepts that make up the entry's action, of those that the text rules out."""
    common, concept = lexicon.things.common, lexicon.things.concept
    wanted = entry.head - common
    if not _UNTOUCHED.search(reading.text[:4000]):
        wanted -= taken_away(entry.entry.action, lexicon)
    wanted |= {t for t in ("everything", "force") if t in entry.terms}
    if how := _HOW.search(entry.entry.action):
        wanted |= (set(map(concept, pieces_of(how[1]))) & entry.terms.keys()) - common
    if entry.relative:  # "a run that replaces the NAT gateways"
        wanted |= entry.terms.keys() - common
    if is_portuguese(reading.text):  # "no Argo CD" is "in Argo CD" there
        return frozenset()
    denied = {concept(word) for word in _denied(reading.text[:4000])}
    return frozenset(wanted & (reading.ruled_out | denied))


def taken_away(action: str, lexicon: Lexicon) -> frozenset[str]:
    """Concepts of what an entry's action takes away: a text that says it is left out repeats it."""
    concept = lexicon.things.concept
    words = (word for said in _TAKEN.findall(action) for word in pieces_of(said))
    return frozenset(map(concept, words)) - lexicon.things.common


def kept_at(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> str:
    """What of the entry's object the text says stays at its value: "we keep the TTL at 1h"."""
    concept = lexicon.things.concept
    for said in _KEPT_AT.findall(frame.planned.text[:2000]):
        if set(map(concept, pieces_of(said))) & entry.head - lexicon.things.common:
            return str(said)
    return ""


def left_out(entry: EntryReading, reading: Reading) -> str:
    """A word of how the entry's action is done that the text denies: "without prune"; or ""."""
    return min(entry.manner & denied_stems(reading.text), default="")


@lru_cache(maxsize=64)
def _denied(text: str) -> frozenset[str]:
    return frozenset(word for said in _NO.findall(text) for word in pieces_of(said))


__all__ = ["kept_at", "left_alone", "left_out", "taken_away"]
