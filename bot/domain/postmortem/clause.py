"""Clauses of a sentence: where they start, and where the deed in them starts and ends."""

from __future__ import annotations

import re

_CLAUSE = re.compile(
    r""";\s+
      | :\s+(?!//)
      | (?<=[\w"'`)\]])\s[—–-]\s(?=[\w`"])
      | ,\s+(?=(?:which|but|so|because|until|although|where|who|and\sthen|and)\b)
      | \s+(?=(?:because|although|whereupon)\s)
      | ,\s+(?=(?:weil|wodurch|worauf(?:hin)?|sodass|so\sdass|obwohl|aber|und|doch|denn|da)\b)
      | ,\s+(?=(?:ce\squi|mais|car|puis|et|si\sbien|lo\sque|pero|porque|y|o\sque|mas|pois|e)\b)
      | \s+(?=(?:nachdem|parce\sque)\s)
      | \s(?=[ye]\sse\s)
      | 、(?=[^、]{4})
    """,
    re.VERBOSE,
)
_QUOTED = re.compile(
    r"\([^()\n]{1,200}\)|\"[^\"\n]{1,60}\"|“[^“”\n]{1,60}”|„[^„“”\n]{1,60}[“”]|`[^`\n]{1,300}`"
)
"""What is named or added as a whole."""
_ABBREVIATED = re.compile(
    r"\b(?:e\.g|i\.e|approx|ca|nr|vs|resp|incl|dr|mr|mio|mrd|tsd|bzw|ggf|inkl)\.$",
    re.I,
)
_CUT = re.compile(
    r""",\s(?!i\.e\b|\d|→|->|from\s|to\s\d|\d+\s→)      # a comma, but not one before numbers
      | \s(?=(?:afterwards|whereby)\s)
      | \.\s | ;\s | \.$
      | \s(?:weil|sodass|parce\sque|afin|pour\sque|um\s|porque|para\sque)\s
      | \s(?:because|although|so\sthat|in\sthe\shope|whereupon)\s
      | (?<!\s(?:in|on|to|of|by|at))(?<!\sfor)(?<!\s(?:with|from))     # "in which" goes on
        \swhich\s(?!(?!was|is|has|does)\w+s\s)           # "which drops …" says what it is
      | \s(?=and\s(?:the|it|all|then|each|we|i|they|no|users|this|that)\s)
      | \s(?=and\s(?:every|no)(?:thing|one|body)\s)
      | \s(?=and\s(?:[\w,.]+\s){1,4}(?:was|were|went|fell|had|could|did|ran|timed|stopped|is|are)\b)
      | \s(?=and\s(?!(?:re-?)?(?:started|launched|created)\s(?:it|them|one)\b)\w{3,}(?:ed|ew)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_PREPOSITIONS = (
    "at|on|by|from|around|because|since|before|after|during|within|this|that|in|to|with|as|while"
    "|when|for|until|once"
)
_PART_OF_DAY = r"(?:morning|evening|afternoon|night|day)"
_LEAD = re.compile(
    rf"""(?:{_PREPOSITIONS})\s[^,]{{1,120}},\s
      | (?:and|but|so|because|then|also|next|later|instead|finally|first|,|\s)+\b
      | (?:at|around|by|from)\s\d{{1,2}}[:.]?\d{{0,2}}\s(?:utc|local|ce?s?t|am|pm)?\s?
      | on\s(?:\d{{1,2}}\s\w{{3,9}}(?:\s\d{{4}})?|\w{{3,9}}\s\d{{1,2}})\s
      | on\s(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:\s{_PART_OF_DAY})?
        (?:,?\s\d{{1,2}}\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{{0,6}})?\s
      | (?:this|that|next|the\snext)\s{_PART_OF_DAY}\s(?:at\s\d{{1,2}}[:.]\d{{2}}\s)?
      | (?:in|for|during|after|before)\s(?:the|this|an?|our)\s[^,]{{1,40}}?
        \s(?=(?:the|an?|its|our)\s)
      | (?:in\sorder\s)?to\s[^,]{{1,80}}\s(?=the\s|a\s|an\s)
    """,
    re.VERBOSE | re.IGNORECASE,
)


def clauses_of(text: str) -> list[tuple[int, int]]:
    """Where the clauses of a sentence start and end."""
    starts, ends = [0], []
    for found in _CLAUSE.finditer(text):
        if _is_within(text, found.start()):
            continue
        ends.append(found.start())
        starts.append(found.end())
    return list(zip(starts, [*ends, len(text)], strict=True))


def is_abbreviated(text: str, end: int) -> bool:
    """Whether a full stop that ends there only ends a shortened word: "41 Mio."."""
    return _ABBREVIATED.search(text[max(0, end - 12) : end]) is not None


def core_end(text: str, start: int, end: int) -> int:
    """Where the deed that is named before `start` ends and what follows from it begins."""
    for found in _CUT.finditer(text, start, end):
        if _is_within(text, found.start()):  # "(cart-db, subnet 10.2.0.0/16)" stays whole
            continue
        if not found.group().startswith(". ") or not is_abbreviated(text, found.start() + 1):
            return found.start()
    return end


def _is_within(text: str, at: int) -> bool:
    """Whether a place lies in brackets, quotation marks or code."""
    return any(found.start() < at < found.end() - 1 for found in _QUOTED.finditer(text))


def subject_start(text: str, start: int, end: int) -> int:
    """Where the noun phrase before the verb starts: after adverbials and conjunctions."""
    while (found := _LEAD.match(text, start, end)) and found.end() > start:
        start = found.end()
    return start
