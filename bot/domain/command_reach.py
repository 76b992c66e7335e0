"""How far a command line reaches: it only looks, only rehearses, drains, removes, or changes."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from bot.domain.lesson_words import load_words

_READ_AT_MOST = 8_000
"""Characters of a command that are looked at."""

_WRAPPER = re.compile(
    r"""^(?:
        (?:sudo|time|nohup|command|nice)\s+(?:-\S{1,40}\s+){0,4}
      | \w{1,40}=\S{0,200}\s+
      | \S{0,100}/(?=\w)
      | ssh\s+(?:-\S{1,40}\s+){0,6}[\w.@-]{1,80}\s+['"]?
      | (?:kubectl|oc)\s[^'"]{0,120}?\bexec\s[^'"]{0,120}?\s--\s+
      | (?:docker|podman)\s+exec\s+(?:-\S{1,20}\s+){0,4}[\w.-]{1,80}\s+
      | (?:ba|z|da)?sh\s+-l?c\s+['"]
    )""",
    re.VERBOSE,
)
"""What stands before the program that matters: privileges, variables, paths, remote shells."""


class Reach(StrEnum):
    """What a command is meant to do to the system."""

    READ_ONLY = "read_only"
    DRY_RUN = "dry_run"
    DRAINS = "drains"
    REMOVES = "removes"
    CHANGES = "changes"


def reach_of(command: str) -> Reach:
    """The reach of a command line: of its simple commands, the one that reaches furthest.

    What is not known changes something.
    """
    text = command.strip().lower()[:_READ_AT_MOST]
    parts = [part.strip() for part in re.split(r"&&|\|\||;(?=\s)|\n|\s\|\s", text) if part.strip()]
    if _pattern("dry_run").search(text):
        return Reach.DRY_RUN
    if parts and all(_only_looks(part) for part in parts):
        return Reach.READ_ONLY
    if _pattern("drains").search(text):
        return Reach.DRAINS
    return Reach.REMOVES if _pattern("removes").search(text) else Reach.CHANGES


def _only_looks(part: str) -> bool:
    while True:
        inner = _WRAPPER.sub("", part)
        if inner == part:
            break
        part = inner
    table = load_words("commands")
    if re.search(table["web"], part):
        return not _pattern("web_writes").search(part)
    return _pattern("read_only").match(part) is not None


@cache
def _pattern(group: str) -> re.Pattern[str]:
    patterns: list[str] = load_words("commands")[group]
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
