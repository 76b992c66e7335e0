"""What a section, a label or a column of a review is about, by its title."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from bot.domain.lesson_words import load_words


class Role(StrEnum):
    """What stands in a section; the groups of `sections` in `postmortem.toml`."""

    NO_EFFECT = "no_effect"
    RESPONSE = "response"
    FOLLOW_UP = "follow_up"
    HELP = "help"
    HARM = "harm"
    MIXED = "mixed"
    CAUSE = "cause"
    WHYS = "whys"
    DETECTION = "detection"
    BACKGROUND = "background"
    NARRATIVE = "narrative"


SILENT = frozenset(
    {Role.NO_EFFECT, Role.FOLLOW_UP, Role.HELP, Role.DETECTION, Role.BACKGROUND},
)
"""Sections in which no harmful action is looked for."""

_EVENT = re.compile(
    r"\b(?:found|identified|suspected|confirmed|located|known|fixed|declared|opened)\b", re.I
)
_SHARE = 0.4
"""Least share of a label that the words of its role make up."""

_LABEL = re.compile(r"^(?:[-*]\s)?(?:Q\d?[:.]\s*)?([\w][\w '’/()&;?-]{1,60}?)\s*(?:[:–—?]\s*|$)")


_CAPITALS = re.compile(r"^([A-Z][A-Z '/&-]{3,50})\.\s+(?=\S)")
"""A label that ends like a sentence: "ROOT CAUSE. With the …"."""


def role_of(title: str) -> Role | None:
    """The role of a section with this title, or None where the title says nothing."""
    text = title.strip().lower()
    return next((role for role in Role if _pattern(role).search(text)), None)


def is_title(line: str) -> bool:
    """Whether a line of plain text is the title of a section."""
    title = line.rstrip(":")
    role = role_of(title)
    return role is not None and _covers(role, title)


def _covers(role: Role, title: str) -> bool:
    """Whether the words of the role make up enough of the title, which is no event itself."""
    found = _pattern(role).search(title.lower())
    return (
        found is not None
        and len(found.group()) >= _SHARE * len(title.split("(")[0])
        and not _EVENT.search(title)
    )


def label_of(text: str) -> tuple[Role, int] | None:
    """The role that a label at the beginning of `text` gives it, and where the label ends.

    "What hurt: the purge." and "Root Causes: …" have one; a sentence has none.
    """
    found = _CAPITALS.match(text) or _LABEL.match(text)
    if found is None or len(found[1].split()) > 6:
        return None
    role = role_of(found[1])
    if role is None or (role is Role.NARRATIVE and found.end() == len(text)):
        return None
    return (role, found.end()) if _covers(role, found[1]) else None


@cache
def _pattern(role: Role) -> re.Pattern[str]:
    patterns: list[str] = load_words("postmortem")["sections"][role.value]
    patterns = patterns + load_words("postmortem_foreign")["sections"].get(role.value, [])
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
