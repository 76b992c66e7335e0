"""Line by line, with what must be remembered between lines: keys in blocks, continued commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.domain.redaction.addresses import addressed
from bot.domain.redaction.assignments import assigned
from bot.domain.redaction.breaks import Before, Break
from bot.domain.redaction.commands import commanded
from bot.domain.redaction.elements import under_names
from bot.domain.redaction.formats import shaped
from bot.domain.redaction.lists import ItemLines, listed
from bot.domain.redaction.names import Sensitivity, sensitivity
from bot.domain.redaction.renewals import renewed
from bot.domain.redaction.spans import MARK, Span, without
from bot.domain.redaction.statements import stated
from bot.domain.redaction.values import is_literal

_BEGIN = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:|Private-Lines:"
)
_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC:")
_KEY_TEXT = re.compile(r"[A-Za-z0-9+/=]{4,}")
_LONG_KEY_TEXT = re.compile(r"[A-Za-z0-9+/=]{16,}")
_KEY_HEADER = re.compile(
    r"\s{0,20}(?:Proc-Type|DEK-Info|Version|Comment|Hash|Encryption|Public-Lines)\b.{0,80}:"
)
_YAML_PAIR = re.compile(
    r"(?P<indent>[ \t]{0,40})(?:- )?[\"']?(?P<name>[\w./\-]{1,100})[\"']?:(?P<rest>.{0,4096})"
)
_BLOCK_SCALAR = re.compile(r"\s{0,4}[|>][+-]?\d?\s{0,4}(?:#.{0,80})?$")
_NAMED_VALUE = re.compile(
    r"[\"']?\b(?:name|key|Name|Key|ParameterKey|variable)[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
    r"(?P<name>[A-Za-z_][\w.\-]{1,80})[\"']?"
)
_VALUE = re.compile(
    r"(?:(?<=[\s,{(\"'])|^)(?:value|Value|ParameterValue|default)[\"']?\s{0,3}[:=]\s{0,3}(?P<quote>[\"'])?(?P<secret>[^\"'\n]{1,1024})"
)
_PASSES = 4
_FINDERS = (shaped, addressed, stated, assigned, listed, renewed, under_names)
_MESSAGE = re.compile(r"\$\{\w{1,80}:[?+]$")
"""What follows in `${NAME:?is missing}` is what the shell says, and no value."""
_LONGEST_NAME = 90
_SPACES = dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
"""Spaces that look like any other: where one is pasted, it parts words as a plain one does."""


class Redactor:
    """Removes secrets from lines that come one after another.

    It remembers whether a private key is open, which value of a YAML block or of a Kubernetes
    secret is being read, which command a trailing backslash continues, and what the line before
    left open. One redactor reads one text; it is not shared between threads.
    """

    def __init__(self) -> None:
        self._in_key = False
        self._tool: str | None = None
        self._scalar_indent: int | None = None
        self._kind_is_secret = False
        self._in_data = False
        self._named_secret = False
        self._break = Break()
        self._items = ItemLines()

    def line(self, line: str) -> str:
        """The line without its secrets; exactly one line comes out, with the same line ending."""
        body = line.rstrip("\r\n")
        ending = line[len(body) :]
        return self._without_secrets(body) + ending

    def _without_secrets(self, line: str) -> str:
        if self._in_key or _BEGIN.search(line):
            self._break.forget()
            return self._of_key(line)
        block = self._of_block(line)
        if block is not None:
            self._break.forget()
            return block
        carried, self._tool = self._tool, None
        before = self._break.before(line)
        clean = without(line, self._items.of(line))
        for _ in range(_PASSES):
            seen = clean.translate(_SPACES)
            spans, last = _found(seen, carried)
            spans += self._of_pair(seen)
            spans += _found_behind(before, seen, carried)
            spans = [span for span in spans if not _is_message(clean, span)]
            after = without(clean, spans)
            if after == clean:
                break
            clean = after
        if line.rstrip().endswith(("\\", "^", "`")):
            self._tool = last
        self._remember_name(line)
        self._break.remember(clean, before)
        return clean

    def _of_key(self, line: str) -> str:
        """A line that a private key begins in, ends in or runs through."""
        begin = _BEGIN.search(line)
        start = begin.end() if begin else 0
        end = _END.search(line, start)
        stop = end.start() if end else len(line)
        inner = line[start:stop]
        if not begin and not end and not self._is_key_text(inner):
            self._in_key = False
            return self._without_secrets(line)
        self._in_key = end is None
        return line[:start] + self._blank(inner) + line[stop:]

    @staticmethod
    def _is_key_text(text: str) -> bool:
        stripped = text.strip(" \t>|+\"',\\")
        if not stripped or _KEY_HEADER.match(stripped):
            return True
        last = stripped.rsplit(None, 1)[-1]
        if last == stripped:
            return _KEY_TEXT.fullmatch(last.replace("\\n", "")) is not None or last == MARK
        return len(last) >= 16 and _KEY_TEXT.fullmatch(last) is not None

    @staticmethod
    def _blank(inner: str) -> str:
        stripped = inner.strip(" \t>|+\"',\\")
        if not stripped or _KEY_HEADER.match(stripped):
            return inner
        if MARK in stripped and not _KEY_TEXT.search(stripped.replace(MARK, "")):
            return inner
        before = inner.find(stripped)
        if len(stripped.split()) > 1:
            return _LONG_KEY_TEXT.sub(MARK, inner)  # a log's prefix, or prose around, stays
        return inner[:before] + MARK + inner[before + len(stripped) :]

    def _of_block(self, line: str) -> str | None:
        """A line of a YAML value under a telling name, or None if it is none."""
        indent = len(line) - len(line.lstrip(" \t"))
        if self._scalar_indent is not None:
            if line.strip() and indent > self._scalar_indent:
                return line[:indent] + MARK
            if line.strip():
                self._scalar_indent = None
        pair = _YAML_PAIR.fullmatch(line)
        if line.strip() == "---" or not line.strip():
            self._in_data = self._in_data and not line.strip()
            self._kind_is_secret = self._kind_is_secret and line.strip() != "---"
            return None
        if not pair:
            return None
        return self._of_manifest(line, pair)

    def _of_manifest(self, line: str, pair: re.Match[str]) -> str | None:
        name, rest = pair["name"], pair["rest"]
        value = rest.strip().rstrip(",").strip("\"'{ ")
        if _BLOCK_SCALAR.fullmatch(rest) and (
            sensitivity(name) is Sensitivity.ANY or (self._in_data and self._kind_is_secret)
        ):
            self._scalar_indent = len(pair["indent"])
            return line
        if not pair["indent"] or (
            pair["indent"].isspace() and len(pair["indent"]) <= 2 and name in ("data", "stringData")
        ):
            if name == "kind":
                self._kind_is_secret = value == "Secret"
            self._in_data = name in ("data", "stringData") and not value
            return None
        if self._in_data and value and is_literal(value):
            encoded = re.fullmatch(r"(?=.*\d|.*=)[A-Za-z0-9+/]{8,}={0,2}", value)
            if self._kind_is_secret or (encoded and len(value) % 4 == 0):
                at = pair.start("rest") + rest.index(value)
                return without(line, [Span(at, at + len(value))])
        return None

    def _of_pair(self, line: str) -> Iterator[Span]:
        """`name: DB_PASSWORD` with its `value:` on the same or on the next line."""
        named = _name_in(line)
        here = named is not None and sensitivity(named["name"]) is Sensitivity.ANY
        if not here and not self._named_secret:
            return
        value = _VALUE.search(line)
        if value and is_literal(value["secret"]):
            secret = value["secret"] if value["quote"] else re.split(r"[,}\s]", value["secret"])[0]
            yield Span(value.start("secret"), value.start("secret") + len(secret))

    def _remember_name(self, line: str) -> None:
        named = _name_in(line)
        self._named_secret = named is not None and sensitivity(named["name"]) is Sensitivity.ANY


def _name_in(line: str) -> re.Match[str] | None:
    """What a line names whose value stands beside or below it."""
    return _NAMED_VALUE.search(line) if ":" in line or "=" in line else None


def _found(line: str, carried: str | None) -> tuple[list[Span], str | None]:
    """Secrets of every sort in this text; and the last tool named: see `commanded`."""
    spans, last = commanded(line, carried)
    for find in _FINDERS:
        spans += find(line)
    return spans, last


def _found_behind(before: Before | None, line: str, carried: str | None) -> list[Span]:
    """Secrets in this line that only what stands before it gives away."""
    if before is None:
        return []
    spans, _ = _found(before.whole(line).translate(_SPACES), carried)
    return list(before.within(line, spans))


def _is_message(line: str, span: Span) -> bool:
    """Whether it is what the shell says where a variable is not set."""
    return _MESSAGE.search(line, max(0, span.start - _LONGEST_NAME), span.start + 1) is not None


def redact(text: str) -> str:
    """A whole text without its secrets: `[secret]` stands where one was.

    As many lines come out as went in, and what remains still says what was done. A text without
    secrets comes back unchanged, and so does one that went through here before.

    Args:
        text: Anything: a command, a message, a log, a file.
    """
    redactor = Redactor()
    return "".join(redactor.line(line) for line in text.splitlines(keepends=True))


def redact_lines(lines: Iterable[str]) -> Iterator[str]:
    """The same for lines as they come, one out for each one in; line endings stay as they are."""
    redactor = Redactor()
    for line in lines:
        yield redactor.line(line)
