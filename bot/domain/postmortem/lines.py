"""Lines of plain text to pieces: what belongs together, what is a heading, a row, a message."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.postmortem.sections import Role, is_title, label_of
from bot.domain.postmortem.unit import Unit, UnitKind

_STARTS_ANEW = re.compile(
    r"""^\s*(?:
        [-*•–]\s
      | \(?(?:[ivx]{1,4}|[a-h]|\d{1,2})[.)]\s
      | \W{0,4}(?:\d{4}-\d\d-\d\d[ T])?\d{1,2}[:.h]\d{2}\b
      | \[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d
      | (?:Q|A)\d?[:.]\s
      | [Ww]hy(?:\ \d)?\b.{0,80}[:?]
      | \*\*[^*]{2,60}\*\*
      | \[[ xX]\]\s
      | [A-Z][\w/'’()&#-]*(?:\ [\w/'’()&#-]+){0,4}:\s
    )""",
    re.VERBOSE,
)
_TIMED = re.compile(r"\W{0,3}(?:\d{4}-\d\d-\d\d[ T])?\d{1,2}[:.h]\d{2}(?![\d.])")
_DAY = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./ -](?:[A-Za-z]{3,9}|\d{1,2})[./ -]?(?:\d{2,4})?"
    r"|[A-Z][a-z]{2,8}\.?\s\d{1,2}(?:,?\s\d{4})?|[Tt]oday|[Yy]esterday),?\s?(?:at\s|T)?"
)
_SPEAKER = re.compile(
    r"^\s*(?:[*_@<\[]{0,3}(?P<who>(?!(?:start|begin|end|date|time|detect|resol|open|clos|creat|updat|report|window|occur"
    r"|mitigat|acknowledg|until|since|from|beginn|ende|datum|anfang|inicio|início|fin|fim|début|fecha|data)"
    r"\w{0,6}\b)[A-Za-z][\w.@-]{1,30}(?:\s[\w.@-]{1,30}){0,2}?)[*_>]{0,3}"
    r"(?:\s{1,3}|\s(?:added a comment|commented|wrote)\s|\s?[,|(–—-]\s?(?=" + _DAY + r"))"
    r"[–—-]?\s?[\[(]?(?:" + _DAY + r")?\s?\d{1,2}:\d{2}(?::\d\d)?(?:\s?[AaPp][Mm])?"
    r"(?:\s?(?:UTC|CES?T))?[\])]?"
    r"|(?:Comment|Added|Posted|Note) by .{2,60})\s*:?\s*$"
)
"""Who writes what follows, and when: "Kim 10:02", "*Kim R.* — 12/Mar 18:40"."""
_SAID = re.compile(
    r"\W{0,2}(?:\d{4}-\d\d-\d\d[ T])?\d{1,2}[:.]\d{2}(?::\d\d)?Z?\]?\s+"
    r"[-–—]?\s?((?:[\w.-]{1,30}\s){0,2}[\w.-]{1,30}):\s"
)
_SPOKEN = frozenset({Role.DETECTION, Role.BACKGROUND, Role.NARRATIVE, Role.RESPONSE})
"""Labels that may as well be who writes: "Monitoring: read timeouts"."""
_PIPES = re.compile(r"^\s*\|.*\|\s*$")
_BOLD_LABEL = re.compile(r"^(\s*(?:[-*]\s)?)\*\*([^*\n]{2,60}?)[:.]?\*\*[:.]?(?=\s)")
_CODE = re.compile(r"(?<!`)`+[^`\n]{1,400}`+")
_EMPHASIS = re.compile(r"(?<![\w*])([*_]{1,3})(?=\S)(.{0,240}?\S)\1(?![\w*])")
"""Marks in pairs; a lone one belongs to a name: "_forcemerge on ads-*"."""
_LONE = re.compile(r"(?<![\w*])[*_]{2,3}(?=\S)|(?<=\S)[*_]{2,3}(?![\w*])")
"""Marks whose other one stands on another line."""
_TITLE = re.compile(r"^(?:\d{1,2}[.)]\s)?[A-Z(][\w ,'’/&()?#—-]{1,70}[\w)?:]$")


def clean(text: str) -> str:
    """Text without markup, on one line; code keeps its back quotes."""
    text = re.sub(r"!?\[([^\]\n]{0,200})\]\((?:[^()\n]{0,400})\)", r"\1", text)
    text = re.sub(r"\[[a-z]\]", "", text)  # a footnote's mark
    codes = _CODE.findall(text)
    text = _CODE.sub("\0", text.replace("\0", " "))
    text = _LONE.sub("", _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text)))
    text = re.sub("\0", lambda _: codes.pop(0), text)
    text = re.sub(r"</?[a-zA-Z][^<>\n]{0,200}>", " ", text)
    return " ".join(text.replace("\\", "").split())


def row_of(cells: list[str], header: tuple[str, ...], line: int, group: int) -> Unit:
    """A row of a table as a piece."""
    cleaned = tuple(clean(cell) for cell in cells)
    text = " | ".join(cell for cell in cleaned if cell)
    return Unit(UnitKind.ROW, text, (0,), (line,), cells=cleaned, header=header, group=group)


def split_lines(lines: list[str], first: int, *, is_item: bool, group: int) -> Iterator[Unit]:
    """The pieces of one paragraph.

    Args:
        lines: Its lines.
        first: Number of the first one.
        is_item: Whether it stands in a list.
        group: Number of the paragraph.
    """
    header: tuple[str, ...] = ()
    kind = UnitKind.ITEM if is_item else UnitKind.TEXT
    open_lines: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=first):
        if _PIPES.match(line):
            yield from _joined(open_lines, kind, group)
            open_lines = []
            cells = re.split(r"\|{1,2}", line.strip())[1:-1]
            after = lines[number - first + 1 : number - first + 2]
            if _is_named_value(line, cells, after):
                yield row_of(cells, (), number, group)
                continue
            if line.strip().startswith("||") or re.fullmatch(r"[\s|:-]+", line):
                header = tuple(clean(cell).lower() for cell in cells) if "||" in line else header
                continue
            yield row_of(cells, header, number, group)
            continue
        heads = not is_item and _is_heading(line, lines, number - first)
        if _SPEAKER.match(line) or heads:
            yield from _joined(open_lines, kind, group)
            open_lines = []
            said = _SPEAKER.match(line)
            if said is None:
                yield Unit(UnitKind.HEADING, clean(line).rstrip(":"), (0,), (number,), level=6)
                continue
            kind = UnitKind.MESSAGE
            if said["who"] and not said["who"][0].isdigit():
                open_lines = [(number, f"{said['who']}:")]
            continue
        if len(open_lines) > (kind is UnitKind.MESSAGE) and _STARTS_ANEW.match(line):
            yield from _joined(open_lines, kind, group)
            open_lines = []
        open_lines.append((number, line))
    yield from _joined(open_lines, kind, group)


def _is_named_value(line: str, cells: list[str], after: list[str]) -> bool:
    """Whether a line of header cells is a name and its value: `|| Env || Prod ||`."""
    if not line.strip().startswith("||") or len(cells) != 2:
        return False
    return not after or not after[0].strip().startswith("|") or after[0].strip().startswith("||")


def _is_heading(line: str, lines: list[str], index: int) -> bool:
    """A short line without a full stop that bears the title of a known section."""
    text = clean(line)
    if re.fullmatch(r"\s*\*\*[^*\n]{2,80}\*\*:?\s*", line):
        return True
    if not _TITLE.match(text) or len(text.split()) > 8:
        return False
    if not is_title(text):
        opens = index == 0 and len(lines) > 1 and len(lines[1]) > 2 * len(line)
        return opens and len(text.split()) <= 6 and not text.endswith(("?", ")"))
    return index == 0 or not lines[index - 1].rstrip().endswith((",", "and", "the"))


def _joined(lines: list[tuple[int, str]], kind: UnitKind, group: int) -> Iterator[Unit]:
    text, starts, numbers = "", [], []
    for number, line in lines:
        cleaned = clean(_BOLD_LABEL.sub(r"\1\2:", line))
        if not cleaned:
            continue
        text += " " if text else ""
        starts.append(len(text))
        numbers.append(number)
        text += cleaned
    if not text:
        return
    said = _SAID.match(text)
    label = label_of(said[1] + ":") if said else None
    if said and (label is None or label[0] in _SPOKEN):
        kind = UnitKind.MESSAGE
    if kind is UnitKind.TEXT and _TIMED.match(text):
        kind = UnitKind.ITEM  # an entry of a timeline
    yield Unit(kind, text, tuple(starts), tuple(numbers), group=group)
