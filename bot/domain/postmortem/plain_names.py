"""The service of a document without names in the usual form: a domain, a quoted or plain word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from bot.domain.lesson_words import load_words
from bot.domain.reading.lexicon import Environments

_DOMAIN = re.compile(r"(?<![\w@./-])((?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,12})(?![\w@/-]|\.\w)", re.I)
_CODE = re.compile(r"`([A-Za-z][\w.-]{2,40})`")
_HEAD = 6
"""Pieces at the head of a document, where it says what it is about."""


def plainly_named(texts: Sequence[str], environments: Environments) -> str | None:
    """The service that a document is about, in lower case, or None where it names none.

    Args:
        texts: Of its pieces, the title first; those at the head are asked first.
        environments: Their names are none of services.
    """
    for part in (texts[:1], texts[:_HEAD], texts):
        for names in (_before_system, _domains, _in_code):
            counted = Counter(
                name
                for text in part
                for name in names(text)
                if name not in environments.names and name not in _common()
            )
            if counted:
                return max(counted, key=lambda name: counted[name])
    return None


def _domains(text: str) -> Iterator[str]:
    """Host names, but no files: "shop.example"."""
    for found in _DOMAIN.finditer(text):
        name = found[1].lower()
        if name.rsplit(".", 1)[1] not in _table("files"):
            yield name


def _in_code(text: str) -> Iterator[str]:
    for found in _CODE.finditer(text):
        if "_" not in found[1]:
            yield found[1].lower()


def _before_system(text: str) -> Iterator[str]:
    """Names beside the word for what they are: "the Kestrel cluster", "database orders"."""
    for found in _beside().finditer(text):
        name = next(group for group in found.groups() if group)
        plain = name.lower()
        if plain not in _common():
            yield plain


@cache
def _beside() -> re.Pattern[str]:
    systems, troubles = (
        "|".join(load_words("postmortem_places")["plain_names"][key])
        for key in ("systems", "troubles")
    )
    quoted = r"[\"“„«'‘`]([A-Za-z][\w.-]{2,40})[\"”“»'’`]"
    return re.compile(
        rf"\b(?:{systems})\s(?:called\s|named\s)?{quoted}|{quoted}\s(?:{systems})\b"
        rf"|\b([A-Z][\w.-]{{2,30}})\s(?:{systems})\b|\b(?:{systems})\s([A-Z][\w.-]{{2,30}})\b"
        rf"|\b[Tt]he\s([a-z][\w.-]{{2,30}})\s(?:{systems})\b"
        rf"|\b([A-Z][\w.-]{{2,30}})\s(?:{troubles})\b"
    )


@cache
def _common() -> frozenset[str]:
    """Words that tell nothing apart: "the old server"."""
    return _table("common") | frozenset(load_words("postmortem")["english"]["plain"])


@cache
def _table(key: str) -> frozenset[str]:
    return frozenset(load_words("postmortem_places")["plain_names"][key])
