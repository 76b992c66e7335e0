"""What makes an entry's action this one: how, with what, whence and whither it is done.

"Sync with prune", "fail over with TAKEOVER", "from the standby to the group": an announcement may
say it again or leave it open; one that says the contrary is about another action.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.reading.terms import pieces_of

_ENDS = (
    r"(?=$|[,.;:()]|\s(?:to|in|on|at|for|from|while|during|before|after|into|over|and|without)\b)"
)
_WITH = re.compile(rf"\b(?:with|using|via|by means of)\s+(.{{2,60}}?){_ENDS}", re.I)
_SHOUTED = re.compile(r"(?<![\w-])[A-Z][A-Z_]{2,}[A-Z](?![\w-])")
_FROM = re.compile(r"\bfrom\s+(?:the\s+|an?\s+)?([a-z][\w-]*)(?:\s+([a-z][\w-]*))?", re.I)
_TO = re.compile(r"\b(?:to|into|onto)\s+(?:the\s+|an?\s+)?([a-z][\w-]*)(?:\s+([a-z][\w-]*))?", re.I)
# Behind these, what follows is what is missing: "without CONCURRENTLY", "with refresh off".
_MISSING = re.compile(r"\b(?:without|no|not|never)\b", re.I)
_IS_OFF = re.compile(r"\b(?:false|off|disabled|none|null|zero)\b", re.I)
_TAKING = frozenset({"disable", "delete", "drop", "skip", "pause", "revoke", "stop", "detach"})
_WITHOUT_DOING = re.compile(r"\bwithout\s+(?:any |the |first )?([a-z]{3,}ing)\b", re.I)
_SHORTEST = 3


class Way(NamedTuple):
    """Whence and whither, as concepts of the words behind "from" and "to"."""

    source: frozenset[str]
    goal: frozenset[str]


NOWHERE = Way(frozenset(), frozenset())


def manner_in(action: str, kinds: Collection[str], lexicon: Lexicon) -> frozenset[str]:
    """Stems of the words that say how an action is done, or with what.

    Args:
        action: The clean action of an entry, without its purpose.
        kinds: Its kinds; nothing is said of one that takes something away.
        lexicon: Whose function words are left out.
    """
    action = _MISSING.split(action)[0]
    if _IS_OFF.search(action) or not _TAKING.isdisjoint(kinds):
        return frozenset()
    words = [word for found in _WITH.findall(action) for word in pieces_of(found)]
    words += [piece for found in _SHOUTED.findall(action) for piece in pieces_of(found)]
    stop = lexicon.language["stop"]
    return frozenset(stem(w) for w in words if len(w) >= _SHORTEST and w not in stop)


def missing_in(action: str) -> frozenset[str]:
    """Stems of what an action is done without: "without masking", "without waiting for …"."""
    return frozenset(stem(w) for w in map(str.lower, _WITHOUT_DOING.findall(action)))


def way_in(text: str, lexicon: Lexicon) -> Way:
    """Whence and whither something is done: "from the active to the standby"."""
    way = Way(_concepts(_FROM, text, lexicon), _concepts(_TO, text, lexicon))
    return way if any(way) else NOWHERE


def _concepts(pattern: re.Pattern[str], text: str, lexicon: Lexicon) -> frozenset[str]:
    words = {piece for pair in pattern.findall(text) for word in pair for piece in pieces_of(word)}
    return frozenset(lexicon.things.concept(w) for w in words if w not in lexicon.language["stop"])


__all__ = ["NOWHERE", "Way", "manner_in", "missing_in", "way_in"]
