"""Names that a document introduces: its list of components, its glossary, who speaks in it.

"gatehub | talks to the turnstiles", "**triton**: inference server", "res-a, res-b   name servers":
after such a line a plain word is the name of a service, or of one who acts if that is what it says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bot.domain.lesson_words import load_words

_REST = r"[\w.-]{1,29}"
_NAME = rf"[A-Za-z]{_REST}"
_QUOTE = r"(?:[`\"“„]|\*{1,2}|_|\{\{)?"
_CLOSE = r"(?:[`\"”“]|\*{1,2}|_|\}\})?"
_ENTRY = re.compile(
    rf"\s{{0,12}}(?:[-*•|]{{1,2}}\s{{0,4}}|\d{{1,2}}(?:\.\d)?[.)]?\s{{1,4}})?"
    rf"({_QUOTE}{_NAME}{_CLOSE}(?:\s?[,/]\s?{_QUOTE}{_NAME}{_CLOSE}){{0,3}})"
    rf"(?:\s{{0,20}}\|{{1,2}}\s{{0,20}}|\s?[:–—=]{_CLOSE}\s{{1,20}}|\s[-–—]\s|\s{{2,30}})(\S.{{2,}})"
)
"""A line of such a list: one name or some, and what it is."""
_DEFINED = re.compile(rf"\s{{0,4}}{_QUOTE}({_NAME}){_CLOSE}\s*$")
"""The first line of a definition list's entry; the next one begins with a colon."""
_HEADING = re.compile(r"#{1,6}\s|h[1-6]\.\s|={2,}\s")
_RULE = re.compile(r"\s*[-=~_*]{3,}\s*$")
_MARKS = re.compile(r"[\s#=*_|\d.)(:-]{1,70}|h[1-6]\.\s")
"""What stands before a title."""
_MARKS_BEHIND = " \t\r\f\v\u00a0:*_=#|-"
_CLOCK = re.compile(r"\W{0,4}(?:[A-Z][a-z]{2}\s)?\d{1,2}[:.h]\d{2}\b")
_LONGEST_TITLE, _MOST_LINES = 70, 40
_LONGEST_ENTRY = 600
"""Characters of a line that are looked at as an entry of a list, or as the head of a table."""
_LONGEST_LINE, _LONGEST = 8_000, 200_000
"""Characters that are read of a line and of a document, as `document` does it."""
_TITLE_WORDS = 8
_FIRST_WORDS = 90
"""Characters of a description that say what it is."""
_CALLED = re.compile(
    r"\b(?:we|everyone|everybody)\s(?:all\s|just\s)?calls?\s"
    rf"[`\"“„*_]{{0,2}}([a-z]{_REST})"
)
"""A name that prose introduces: "a program which we call harbour"."""
_MARKED = re.compile(
    r"(?<![\w`*=])(?:`([a-z][a-z0-9-]{2,29})`|\*{1,2}([a-z][a-z0-9-]{2,29})\*{1,2})(?![\w*])"
)
"""A word that is set apart from others: "`nudge`", "*vault*"."""
_THING_WITHIN = re.compile(
    r"\b(?:account|namespace|topic|table|index|bucket|key|flag|secret|column|branch|policy|image|user"
    r"|partition|stream|view|volume|certificate|alias|collection|model|mode|field|label|state|option"
    r"|value|level|parameter|setting|command|prefix|schema|role|tag|header|from|to|as|=)\s?$"
)
"""What stands before the name of a thing within a service, or a value."""
_OPENS = re.compile(
    r"(?:[.!?]\s{1,3}|\n[^\S\n]{0,12}\n\s{0,12})([a-z][a-z0-9-]{3,29})(?=\s[a-z'’]|['’]s\s)"
)
"""A sentence that begins with a small letter begins with a name: "checkout answered 503"."""
_GLOSSED = re.compile(
    r"\b([a-z][a-z0-9-]{3,29})\s\((?:the|our|an?|which|[A-Z][\w ]{2,20}[,;)])(?=[\s,;)]|$)"
)
"""A name with what it is in brackets: "leserkonto (the readers' accounts)"."""
_USED = re.compile(
    r"\b(?:(?:on|in|of|for|against|through|with|at|behind|into|restarted)\s(?:the\s)?[`*]{0,2}"
    r"|(?:to|from)\s(?:the\s)?)([a-z][a-z0-9-]{2,29})(?![\w-])(?![`*\"]{0,2}\s(?:mode|policy|level)\b)"
)
"""Where a place stands; what is in quotes behind "from" or "to" may be a value."""
_MOST_OPENINGS = 6
"""Different words: where more stand so, small letters mean nothing."""
_QUOTED = re.compile(r"[\"“„«][^\"”“„«»\n]{0,200}[\"”“»]")
_SPEAKS = re.compile(
    r"\W{0,3}(?:\d{4}-\d\d-\d\d[ T])?(?:\d{1,2}[:.]\d{2}(?::\d\d)?Z?)?\W{0,4}"
    r"@?([a-z][\w.-]{1,29}):\s(.+)",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i'll|i've|we|we're|me|my|ok|okay|yes|hello|sorry|thanks|sure)\b|\?"
)
"""What only those say who act; a service that heads a line does not."""


_HYPHENED = re.compile(r"(?<![a-z])[a-z]{1,40}(?:-[a-z]{1,40}){1,8}")
"""A name of one who acts, as fields for people have it."""


@dataclass(frozen=True, slots=True)
class Introduced:
    """Names that a document introduces, in lower case.

    Attributes:
        services: Of components.
        actors: Of agents, teams and people.
    """

    services: frozenset[str]
    actors: frozenset[str]


def introduced_in(lines: Sequence[str]) -> Introduced:
    """The names that a document introduces.

    Args:
        lines: Of the document, with their markup; of very long ones only the beginning counts,
            and nothing beyond 200,000 characters.
    """
    lines = list(_beginning(lines))
    services: set[str] = set()
    actors: set[str] = set()
    for names, told in _entries(lines):
        acts = _words("acting").search(told[:_FIRST_WORDS]) is not None
        (actors if acts else services).update(names)
    services.update(_shown(lines))
    for line in lines:
        services.update(found[1].lower().rstrip(".-") for found in _CALLED.finditer(line))
        said = _SPEAKS.match(line)
        if said is not None and _FIRST_PERSON.search(_QUOTED.sub(" ", said[2]).lower()):
            actors.add(said[1].lower())
        if _words("people").match(line):
            actors.update(_HYPHENED.findall(line))
    plain = frozenset(load_words("postmortem")["english"]["plain"]) | _common()
    return Introduced(frozenset(services - actors - plain), frozenset(actors - services))


def _beginning(lines: Sequence[str]) -> Iterator[str]:
    """The lines that are read, none of them longer than is looked at."""
    left = _LONGEST
    for line in lines:
        if left <= 0:
            return
        yield line[: min(left, _LONGEST_LINE)]
        left -= len(line) + 1


def _shown(lines: Sequence[str]) -> Iterator[str]:
    """Plain words that are written as names and used like names of places."""
    text = "\n".join(lines)
    within: set[str] = set()
    marked: set[str] = set()
    for found in _MARKED.finditer(text):
        name = next(group for group in found.groups() if group)
        before = text[max(0, found.start() - 16) : found.start()].lower()
        (within if _THING_WITHIN.search(before) else marked).add(name)
    opening = Counter(found[1] for found in _OPENS.finditer(text))
    if len(opening) > _MOST_OPENINGS:
        opening.clear()
    glossed = {found[1] for found in _GLOSSED.finditer(text)}
    used = Counter(found[1] for found in _USED.finditer(text))
    for name in sorted((marked | glossed | set(opening)) - within):
        if used[name] and (name in marked or used[name] + opening[name] > 1):
            yield name


def _entries(lines: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """The entries of lists of components: their names, and what they are."""
    lines = [line[:_LONGEST_ENTRY] for line in lines]
    left = 0
    for number, line in enumerate(lines):
        after = lines[number + 1] if number + 1 < len(lines) else ""
        if _opens(line, after):
            left = _MOST_LINES
            continue
        if left == 0:
            continue
        left -= 1
        if _HEADING.match(line) or _CLOCK.match(line) or (_RULE.match(after) and line.strip()):
            left = 0
            continue
        defined = _DEFINED.match(line)
        if defined is not None and after.startswith(":"):
            yield [defined[1].lower()], after
            continue
        found = _ENTRY.match(line)
        if found is not None:
            names = [name.lower().rstrip(".-") for name in re.findall(_NAME, found[1])]
            yield names, found[2].lower()


def _opens(line: str, after: str) -> bool:
    """Whether a line is the title of such a list, or the head of such a table."""
    if line.lstrip().startswith("|"):
        cells = [cell.strip(" *_").lower() for cell in line.strip().strip("|").split("|")]
        cells = [cell for cell in cells if cell]
        heads = line.lstrip().startswith("||") or re.match(r"\s*\|[\s|:-]+$", after) is not None
        return heads and len(cells) > 1 and _words("table_heads").fullmatch(cells[0]) is not None
    if len(line) > _LONGEST_TITLE:
        return False
    title = _bare(_bare(line)).lower()
    if not title or len(title.split()) > _TITLE_WORDS:
        return False
    return _words("list_titles").match(title) is not None


def _bare(title: str) -> str:
    """A title without its marks; what stands behind them may begin with others: "1. h2. Parts"."""
    found = _MARKS.match(title)
    return title[found.end() if found else 0 :].rstrip(_MARKS_BEHIND)


@cache
def _common() -> frozenset[str]:
    names = load_words("postmortem_places")
    return frozenset([*names["plain_names"]["common"], *names["introduced"]["common"]])


@cache
def _words(group: str) -> re.Pattern[str]:
    patterns: list[str] = load_words("postmortem_places")["introduced"][group]
    return re.compile("|".join(f"(?:{each})" for each in patterns), re.IGNORECASE)
