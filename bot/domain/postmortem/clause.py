"""Clauses of a sentence: where they start, and where the deed in them starts and ends."""

from __future__ import annotations

import re

_CLAUSE = re.compile(
    r""";\s+
      | :\s+(?!//)(?![^()]{0,200}\))
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
_CUT = re.compile(
    r""",\s(?!i\.e\b|\d|→|->|from\s|to\s\d|\d+\s→)      # a comma, but not one before numbers
      | \s(?=(?:afterwards|whereby)\s)
      | (?<!i\.e)\.\s | ;\s | \.$
      | \s(?:weil|sodass|parce\sque|afin|pour\sque|um\s|porque|para\sque)\s
      | \s(?:because|although|so\sthat|in\sthe\shope|whereupon)\s
      | \swhich\s(?!(?!was|is|has|does)\w+s\s)           # "which drops …" says what it is
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
        ends.append(found.start())
        starts.append(found.end())
    return list(zip(starts, [*ends, len(text)], strict=True))


def core_end(text: str, start: int, end: int) -> int:
    """Where the deed that is named before `start` ends and what follows from it begins."""
    for found in _CUT.finditer(text, start, end):
        inside = text[start : found.start()]
        if inside.count("(") <= inside.count(")"):  # "(cart-db, subnet 10.2.0.0/16)" stays whole
            return found.start()
    return end


def subject_start(text: str, start: int, end: int) -> int:
    """Where the noun phrase before the verb starts: after adverbials and conjunctions."""
    while (found := _LEAD.match(text, start, end)) and found.end() > start:
        start = found.end()
    return start
