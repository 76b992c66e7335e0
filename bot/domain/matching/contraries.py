"""What in a text is the contrary of how, whence or under which condition an entry is done."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.domain.matching.circumstances import ruled_out_circumstance
from bot.domain.matching.denied import denied
from bot.domain.reading import Reading
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.manner import way_in
from bot.domain.reading.entry.verbatim import stems_of
from bot.domain.reading.lexicon import Lexicon

_USUAL = re.compile(
    r"\b(?:the (?:normal|usual|regular|ordinary|standard|proper|clean|graceful|supported)"
    r" way|in the (?:normal|usual|regular) (?:way|manner)|as usual|by the book|gracefully|cleanly|"
    r"auf dem (?:normalen|üblichen) weg|wie üblich|ganz normal|de la (?:manera|forma) (?:normal|"
    r"habitual)|como siempre|de la manière habituelle|comme d'habitude|da forma normal|"
    r"como de costume)\b",
    re.I,
)
_KEPT = re.compile(
    r"\b(?:(?:is|are|stays?|remains?)\s+(?:\w+\s+)?(?:left (?:alone|as (?:it is|they are))|"
    r"untouched|intact|in place|as (?:it is|they are))|(?:is|are) (?:all )?kept|"
    r"bleib(?:t|en) (?:erhalten|stehen|unangetastet|wie)|se quedan? como est)\b",
    re.I,
)
_DESTROYING = frozenset({"delete", "drop", "purge", "truncate", "flush", "clear", "replace"})


def contrary_to(entry: EntryReading, reading: Reading, lexicon: Lexicon) -> str:
    """What in the text rules out how the entry is done, for a person; or ""."""
    action, text = entry.entry.action.lower(), reading.text.lower()
    out = denied(reading.text)
    for word, phrases in lexicon.language.contrary.items():
        if _stands(word, action) and not _stands(word, text):
            said = next((p for p in phrases if p in text and not _is_denied(p, out)), "")
            if said:
                return f"{said} rules out {word}"
    if said := ruled_out_circumstance(entry, reading.text, lexicon):
        return f'it says "{said}"'
    usual = _USUAL.search(text)
    if usual and entry.manner and not entry.manner & stems_of(text):
        return f'it says "{usual[0]}"'
    return ""


def _is_denied(phrase: str, out: frozenset[str]) -> bool:
    """Whether the text says it to deny it: "instead of incrementally"."""
    return any(word.startswith(phrase.split()[0]) for word in out)


@lru_cache(maxsize=512)
def _whole(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w]){re.escape(word)}(?!\w)")


def _stands(word: str, low: str) -> bool:
    return word in low and _whole(word).search(low) is not None


def goes_the_other_way(entry: EntryReading, text: str, lexicon: Lexicon) -> str:
    """A place that the entry goes from and the text goes to, or the other way round; or "".

    "From the active to the standby" is not what goes from the standby to the group.
    """
    source, goal = entry.way
    if not source and not goal:
        return ""
    said = way_in(text[:2000], lexicon)
    turned = (source & said.goal - said.source - goal) or (goal & said.source - said.goal - source)
    return min(turned - lexicon.things.common, default="")


def keeps_what_is_destroyed(entry: EntryReading, reading: Reading) -> str:
    """What the text, which destroys nothing, says is kept, where the entry destroys first; or "".

    "A full import into a new collection; products is left alone" repeats no "Delete all documents
    and import them again".
    """
    if not set(entry.kinds[:1]) & _DESTROYING or len(entry.kinds) < 2:
        return ""
    done = {k for f in reading.frames for k in f.kinds[:1]}
    said = _KEPT.search(reading.text[:4000])
    return said[0] if said and not done & _DESTROYING else ""


__all__ = ["contrary_to", "goes_the_other_way", "keeps_what_is_destroyed"]
