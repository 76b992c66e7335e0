"""Secrets that a command is given beside its own grammar: by a pipe, a file, a user before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import is_literal, looks_made_up

_ECHO = re.compile(
    r"(?:\b(?:echo|printf|print|Write-Output)(?:\s{1,3}-\w{1,3})*\s{1,3}"
    r"(?:[\"']?%s(?:\\{1,2}n)?[\"']?\s{1,3})?(?:(?P<q>[\"'])"
    r"(?P<quoted>[^\"'\n|]{1,512})(?P=q)|(?P<bare>[^\s|\"']{1,512}))"
    r"\s{0,4}\|)"
)
_HERE = re.compile(
    r"<<<\s{0,3}(?:(?P<q>[\"'])(?P<quoted>[^\"'\n]{1,512})(?P=q)|(?P<bare>[^\s\"']{1,512}))"
)

# What a process writes into a file of a password: `--password-file=<(echo pw)`.
_WRITTEN = re.compile(
    r"(?:--pass[\w\-]{0,20}|\b(?:preshared|private|secret|api)-?key(?:-file)?"
    r"|--(?:key|token|secret)-file)[= ]<\(\s{0,3}(?:echo|printf)\s{1,3}"
    r"[\"']?(?P<bare>[^\s\"')]{1,512})"
)
# A user and then a password, of whatever tool: `-u ops -p hunter2`.
_LOGGED_IN = re.compile(
    r"\s(?:-u|--user(?:name)?)[ =][\w.@\-]{1,64}\s(?:-\w{1,12}\s)?-p\s(?P<bare>[^\s\"'|;]{4,128})"
)

_MOST_READERS = 32  # a line that echoes more often is not read closely: all of it counts
_REACH = 400  # how far from the secret the command that reads it may stand


def given(line: str, readers: re.Pattern[str]) -> Iterator[Span]:
    """Secrets that this line hands to whatever reads them: `echo pw | sudo -S`, `<<< pw`.

    Args:
        line: One line.
        readers: Commands that read a secret from standard input.
    """
    for pattern in (_ECHO, _HERE):
        for number, match in enumerate(pattern.finditer(line)):
            begin = match.end() if pattern is _ECHO else max(0, match.start() - _REACH)
            if number >= _MOST_READERS or readers.search(line, begin, begin + _REACH):
                group = "quoted" if match["quoted"] is not None else "bare"
                yield from _echoed(match[group], match.start(group))
    for match in _LOGGED_IN.finditer(line):
        if looks_made_up(match["bare"]):
            yield Span(*match.span("bare"))
    for match in _WRITTEN.finditer(line):
        yield from _echoed(match["bare"], match.start("bare"))


def _echoed(value: str, start: int) -> Iterator[Span]:
    value = value.removesuffix("\\n")
    user, colon, secret = value.partition(":")
    if colon and user.isidentifier() and secret:
        start, value = start + len(user) + 1, secret
    if is_literal(value):
        yield Span(start, start + len(value))
