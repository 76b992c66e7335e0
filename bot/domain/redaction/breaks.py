"""Secrets that stand behind a line break: of `password:`, of `--api-key`, of a backslash.

Lines are redacted as they come, so the line before is remembered, where it is still open, and read
once more together with the one that follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.domain.redaction.lists import plural
from bot.domain.redaction.names import Sensitivity, sensitivity
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import looks_made_up

_REACH = 240  # how much of what came before is read again
_END = 160  # how much of it can say that it is open
_MOST_EMPTY = 2
_CONTINUED = re.compile(r"(?:\\|\^|(?<=\s)`)[ \t]*$")
# A name with its sign, a flag, or a word after which only the value is missing.
_OPEN = re.compile(
    r"(?i)(?:[\w\"'`*\])][ \t]{0,3}(?:=>|:=|[=:：＝]|->|→)|(?<![\w\-])--?[a-z][\w\-]{0,50}"
    r"|\b(?:is|was|to|as|with|ist|lautet|war|es|est|bearer|basic))[ \t\"'`,*]{0,6}$"
)
_OPEN_WORDS = tuple("is was to as with ist lautet war es est bearer basic".split())
_FLAG = re.compile(r"(?<![\w\-])-[A-Za-z][ \t]*$")
_NAME_ALONE = re.compile(
    r"[ \t>*_#\-\"'`]{0,6}(?P<name>[^\W\d][\w .\-]{1,40}?)[\"'`*_]{0,3}(?P<sign>[ \t]?[:：])?"
    r"[\"'`*_ \t]{0,3}"
)
_NEXT_PAIR = re.compile(
    r"[ \t>\-]{0,8}(?:export[ \t])?[\"']?[A-Za-z_][\w.\-]{0,80}[\"']?[ \t]{0,3}[:=](?![=\s]*$)"
    r"|[ \t]{0,8}(?:export[ \t])?[A-Z_][A-Z\d_]{0,80}=[ \t]*$|[^\n]{0,200}:[ \t]*$"
)
_EMPTY = re.compile(r"[ \t>]{0,20}(?:(?:```|~~~)[\w\-]{0,20})?[ \t]*")
_STAMP = re.compile(r"\d{4}-\d\d-\d\d")  # the time of a log's next line
_MARKER = re.compile(r"[ \t>]{0,40}(?:[-*][ \t]{1,4})?")
_ONE_WORD = re.compile(r"[\"'`]?[^\s\"'`]{4,200}[\"'`]?[,;]?[ \t]*")


@dataclass(frozen=True, slots=True)
class Before:
    """What stands before a line, as far as it belongs to it.

    Attributes:
        head: The text before, with what parts it from the line.
        skip: How much of the line's beginning is a margin or the mark of a list or a quote.
        joined: The shell makes one line of both; else only a break was typed between them.
        named: All of the line before is a telling name: any single word may be its value.
    """

    head: str
    skip: int
    joined: bool
    named: bool = False

    def whole(self, line: str) -> str:
        """What came before and the line as one."""
        return self.head + line[self.skip :]

    def within(self, line: str, found: Iterable[Span]) -> Iterator[Span]:
        """The parts of spans in `whole` that lie in the line.

        Behind a mere break the value must look like one: what follows may be the next sentence.
        """
        alone = self.named and _ONE_WORD.fullmatch(line, self.skip) is not None
        by = self.skip - len(self.head)
        for span in found:
            start, end = max(span.start + by, self.skip), span.end + by
            if start < end and (self.joined or alone or _is_one(line[start:end])):
                yield Span(start, end)


class Break:
    """The break between the line that was read last and the next one."""

    def __init__(self) -> None:
        self._tail = ""
        self._joined = self._named = False
        self._empty = 0

    def before(self, line: str) -> Before | None:
        """What belongs before this line, or None."""
        if not self._tail:
            return None
        if self._joined:
            apart = self._tail[-1:].isspace() or line[:1].isspace()
            head = self._tail.rstrip() + (" " if apart else "")
            return Before(head, len(line) - len(line.lstrip(" \t")), joined=True)
        if _NEXT_PAIR.match(line) and not _FLAG.search(self._tail[-_END:]):
            return None
        margin = _MARKER.match(line)
        skip = margin.end() if margin else 0
        return Before(self._tail.rstrip() + " ", skip, joined=False, named=self._named)

    def remember(self, line: str, before: Before | None) -> None:
        """Takes in a line, redacted, that `before` was asked about."""
        if self._tail and not self._joined and _EMPTY.fullmatch(line):
            self._empty += 1
            if self._empty > _MOST_EMPTY:
                self.forget()
            return
        continued = _CONTINUED.search(line)
        text = line[: continued.start()] if continued else line
        if before is not None and before.joined:
            text = before.whole(text)
        self._empty = 0
        self._joined = continued is not None
        self._named = not self._joined and _is_telling(line)
        is_open = self._joined or self._named or _is_open(text[-_END:])
        self._tail = text[-_REACH:] if is_open else ""

    def forget(self) -> None:
        """The next line begins anew."""
        self._tail, self._joined, self._named, self._empty = "", False, False, 0


def _is_open(text: str) -> bool:
    """Whether only a value is missing behind a text."""
    if text.isascii():  # a quick look first: most lines end otherwise
        end = text.rstrip(" \t\n\"'`,*")
        signed = end.endswith((">", "=", ":")) or "-" in end[end.rfind(" ") + 1 :]
        if not signed and not end.lower().endswith(_OPEN_WORDS):
            return False
    return _OPEN.search(text) is not None


def _is_one(value: str) -> bool:
    return looks_made_up(value) and _STAMP.match(value) is None


def _is_telling(line: str) -> bool:
    match = _NAME_ALONE.fullmatch(line)
    if match is None or plural(match["name"]):
        return False  # what stands below a plural name is read item by item
    return sensitivity(match["name"]) is Sensitivity.ANY


__all__ = ["Before", "Break"]
