"""Lines of plain text, of Org mode and of typed forms as Markdown has them; one line stays one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from bot.domain.postmortem.sections import label_of

_DATE = re.compile(r"^(\W{0,2})\d{1,2}[./]\d{1,2}[./]\d{2,4},?[ T]+(?=\d{1,2}:\d{2})")
_NAME_FIRST = re.compile(
    r"^\s{0,4}(?:[@<*]{1,3}(?=[\w.@ -]{2,40}[>*:]{0,3},?\s{1,3}[\[(]?\d{1,2}:\d\d))"
    r"([\w.-]{2,30})[>*:]{0,3},?\s{1,3}[\[(]?(\d{1,2}:\d{2})(?::\d\d)?[\])]?\s?[:—–-]?\s+(?=\S)"
)
"""Messages in which the name stands before the time: "@tove 14:02: all down"."""
_NAME_IN_ANGLES = re.compile(
    r"^(\W{0,2}\d{1,2}:\d{2}(?::\d\d)?\W?\s{1,3})<([\w.@ -]{2,30})>:?\s+(?=\S)"
)
"""Messages in which it stands behind, as in the log of a chat: "14:02 <tove> all down"."""
_ODD_BULLET = re.compile(r"^(?:o|\s{0,4}[·▪◦‣►»↳→➜➤])\s+(?=\S)")
_ACTION = re.compile(r"^\W{0,4}(?:actions?|we did|done|step)\W{0,3}:\W{0,3}\s+(?=\S)", re.I)
_CAME = re.compile(
    r"^\W{0,4}(?:consequences?|results?|effects?|outcomes?)\W{0,3}:\W{0,3}\s+(?=\S)", re.I
)
_BEFORE = re.compile(r"^\W{0,4}(?:situation|problem|trigger|state)\W{0,3}:\W{0,3}\s+(?=\S)", re.I)
_NUMBERED_TITLE = re.compile(r"^\d{1,2}\.?\s+(?=[A-ZÄÖÜÉÁÍ][^.!?]{2,60}$)")
_TITLE_WORDS = 8
_CAPITALS = re.compile(r"^\s{0,3}\d{1,2}\.?\s+(?=[A-Z][A-Z /&'-]{3,60}$)")
_DECIMAL = re.compile(r"^\s{0,8}\d{1,2}\.\d{1,2}\.?\s+(?=[A-Z])")
_GRID = re.compile(r"^\s*\+[-=+]{3,}\+?\s*$")
_SHORT_TIME = re.compile(r"^([01]\d|2[0-3])([0-5]\d)\s+(?=[A-Za-z0-9])")
_FEWEST_TIMES = 3
_ORG = re.compile(r"^\s*:(?:PROPERTIES|END):\s*$")
_ORG_HEADING = re.compile(r"^(\*{1,6})\s+(?=\S)")
_ORG_TAGS = re.compile(r"(?<!\s)\s+:[\w:@]+:\s*$")
_ORG_FIELD = re.compile(r"^\s*:([A-Z_]{2,30}):\s+(?=\S)")
_SAYS = re.compile(r"([A-Z][\w.-]{1,20}(?: [A-Z][\w.-]{0,20})?): (?=\S)")
_FEWEST_TURNS = 2
_LEADER = re.compile(r"(?<=[^\W_])[ \t]?(?:\.{3,}|_{3,}|…{1,})[ \t]?:[ \t]")
"""Dots that lead from the name of a field to its value: "System ......: x"."""
_DOTTED = re.compile(r"^([A-Z][\w /&-]{1,30}?)[ \t]*(\.{1,40})[ \t]+(?=\S)")
_FEWEST_DOTTED, _DOTS = 3, 3
"""Lines of a form whose dots lead to their values without a colon: "Caller ....... x"."""
_COLUMNS = re.compile(
    r"^(?:Type|Status|Resolution|Reporter|Labels|Priority|Project|Created|Security Level)\s?:"
    r"\s+\S.{0,60}?\s{2,}[A-Z][\w /-]{1,24}:\s"
)
_LINKED = re.compile(
    r"^\s*(?:Relates|Blocks|Duplicates?|Causes?|Clone[ds]?|Is \w+ by|Problem/Incident)\b.{0,20}?\s"
    r"[A-Z][A-Z0-9]{1,9}-\d+\s"
)
"""The head of an exported ticket that tells of the ticket only."""
_TERM = re.compile(r"^(\s*- .{1,40}?)\s::\s")


def plain_lines(lines: Sequence[str]) -> Iterator[str]:
    """The lines with dates before times, decimal numbers, odd bullets and forms made plain."""
    if any(_ORG.match(line) for line in lines):
        lines = [_of_org(line) for line in lines]
    if min(sum(one.match(line) is not None for line in lines) for one in (_ACTION, _CAME)) > 1:
        lines = [_of_case(line) for line in lines]
    lines = _of_dialogue(lines)
    dotted = [found for line in lines if (found := _DOTTED.match(line))]
    in_dots = len(dotted) >= _FEWEST_DOTTED and any(len(one[2]) >= _DOTS for one in dotted)
    timed = sum(_SHORT_TIME.match(line) is not None for line in lines) >= _FEWEST_TIMES
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if _GRID.match(line) or _COLUMNS.match(line) or _LINKED.match(line):
            yield ""
        elif _CAPITALS.match(line) or (_NUMBERED_TITLE.match(line) and _is_under(line, after)):
            yield "## " + _NUMBERED_TITLE.sub("", line.strip())
        elif _DECIMAL.match(line):
            yield "- " + _DECIMAL.sub("", line)
        else:
            line = _DOTTED.sub(r"\1: ", line) if in_dots else _LEADER.sub(": ", line)
            line = _NAME_FIRST.sub(r"\2 \1: ", _DATE.sub("", line))
            line = _NAME_IN_ANGLES.sub(r"\1\2: ", line)
            yield _ODD_BULLET.sub("- ", _SHORT_TIME.sub(r"\1:\2 ", line) if timed else line)


def _is_under(title: str, after: str) -> bool:
    """Whether the line after a numbered title is its text, not the next item of a list."""
    if _DECIMAL.match(after):
        return True
    is_text = after[:1].strip() != "" and re.match(r"\d{1,2}[.)]?\s", after) is None
    return is_text and len(title.split()) <= _TITLE_WORDS


def _of_dialogue(lines: Sequence[str]) -> Sequence[str]:
    """Lines of a talk, in which names stand again and again: as messages of a chat."""
    said = [found[1] if (found := _SAYS.match(line)) else "" for line in lines]
    many = {name for name, times in Counter(said).items() if name and times >= _FEWEST_TURNS}
    if len(many) < _FEWEST_TURNS or any(label_of(name + ":") for name in many):
        return lines
    return [
        "00:00 " + line if name in many else line for name, line in zip(said, lines, strict=True)
    ]


def _of_case(line: str) -> str:
    """A line of a form that asks what was done and what came of it: one item for both."""
    if _BEFORE.match(line):
        return ""
    if _ACTION.match(line):
        return "- " + _ACTION.sub("", line).rstrip(". ") + "."
    return "  " + line[found.end() :].capitalize() if (found := _CAME.match(line)) else line


def _of_org(line: str) -> str:
    if _ORG.match(line):
        return ""
    heading = _ORG_HEADING.match(line)
    if heading:
        return "#" * len(heading[1]) + " " + _ORG_TAGS.sub("", line[heading.end() :])
    line = _ORG_FIELD.sub(lambda field: f"- {field[1].capitalize()}: ", line)
    return _TERM.sub(r"\1 ", line.lstrip())
