"""Verbs of entries whose object tells what is done: to ban a cache is not to ban a customer."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SENSES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.I), kinds)
    for pattern, kinds in (
        (
            r"(?:ban|kill|nuke)(?:ning)?\b[\w\s/*-]{0,40}"
            r"\b(?:caches?|cached|urls?|objects?|pages|surrogate)\b",
            ("purge", "invalidate"),
        ),
        (
            r"(?:mass[- ]?|bulk[- ]?)?updat(?:e|ing)\b[\w\s-]{0,40}"
            r"\b(?:rows?|records?|documents|columns?|prices|addresses|accounts|entries|values|balances)\b",
            ("change",),
        ),
        (
            r"(?:(?:run|do|start|perform|trigger|force|launch)\s+)?(?:an? |the )?"
            r"(?:full|complete)[- ](?:refresh|reload|rebuild)\b",
            ("upgrade", "rebuild", "recreate", "import", "run"),
        ),
        (
            r"(?:refresh|renew|update)\b[\w\s-]{0,40}\b(?:from|with)\b[\w\s'-]{0,30}"
            r"\b(?:prod|production|live|copy|clone|snapshot|backup|dump)\b",
            ("restore", "upgrade", "import"),
        ),
        (
            r"(?:restore|load|import|clone)\b[\w\s'-]{0,30}\b(?:prod|production)\s+"
            r"(?:copy|clone|snapshot|backup|dump|data)\b",
            ("restore", "import"),
        ),
        (
            r"(?:set|mark|flag|force)\b[\w\s.-]{1,40}\b(?:to|as)\s+"
            r"(?:ok|success|successful|succeeded|done|complete|completed|skipped|finished)\b",
            ("set", "skip"),
        ),
        (
            r"clear\b[\w\s-]{0,20}\b(?:runs?|task instances?|dags?|state of)\b",
            ("clear", "reset", "retry"),
        ),
        (
            r"(?:run|start|launch|add|bring up|spin up)(?:n?ing)?\s+"
            r"(?:a (?:second|third|further|parallel)|another|an additional|two|three)"
            r"\s+(?!times?\b)",
            ("add", "run", "start", "deploy", "create"),
        ),
    )
)


def sense_of(action: str, kinds: Sequence[str]) -> tuple[str, ...]:
    """The kinds that an action's object gives its verb, or those that were read.

    Args:
        action: The clean action of an entry.
        kinds: Those of its words, the likeliest first.
    """
    found = next((told for pattern, told in _SENSES if pattern.match(action)), None)
    return found or tuple(kinds)


__all__ = ["sense_of"]
