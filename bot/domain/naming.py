"""Names of services and environments in a text, where no list of them is at hand."""

from __future__ import annotations

import re

from bot.domain.lesson_words import load_words
from bot.domain.reading.lexicon import Environments

NAME = re.compile(r"(?<![\w./@-])[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+(?![\w@-]|\.\w)")
"""What a name of a service looks like: "payments-api", "vt_channels"."""
_FOLLOWED = re.compile(
    r"\s(?:environment|cluster|installation|region|namespace|system|account|tier|stage|installation|fleet)\b"
)


def environment_in(text: str, environments: Environments) -> str | None:
    """The first environment that a text names plainly, normalised."""
    lowered = text.lower()
    for found in re.finditer(r"[a-z][\w-]*", lowered):
        word = found.group()
        if word not in environments.names or lowered[found.end() : found.end() + 1] in {"/", ":"}:
            continue
        if word in environments.weak and not _is_plain(lowered, found.start(), found.end()):
            continue
        return environments.names[word]
    return None


def _is_plain(text: str, start: int, end: int) -> bool:
    """A weak word is an environment beside a preposition or before a word like "cluster"."""
    before = re.search(
        r"\b(?:in|on)(?:\sthe)?\s$|environments?:\s*$|[:,(]\s*$", text[max(0, start - 16) : start]
    )
    after = _FOLLOWED.match(text, end)
    return after is not None or (before is not None and text[start:end] not in {"test", "tests"})


def is_service_name(name: str, is_code: bool, environments: Environments) -> bool:
    """Whether a word in the form of a name is one, not plain English ("in-flight").

    Args:
        name: In lower case.
        is_code: It stands in back quotes.
        environments: Their names are none of services.
    """
    if name in environments.names:
        return False
    if "_" in name:
        return False  # a setting, a column, a command
    if is_code:
        return True
    english = load_words("postmortem")["english"]
    parts = name.split("-")
    if re.fullmatch(r"\d+", parts[-1]) and len(parts) == 2:
        return False  # "change-12": a number of something
    return parts[0] not in english["first"] and parts[-1] not in english["last"]


def names_in(text: str, environments: Environments) -> tuple[str, ...]:
    """The names of services in a text, in its order."""
    found = (match.group() for match in NAME.finditer(text))
    return tuple(
        dict.fromkeys(n for n in found if is_service_name(n, f"`{n}`" in text, environments))
    )
