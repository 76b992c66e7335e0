"""The words of a reply alone, without mentions, names of signs and marks of format."""

from __future__ import annotations

import re
import unicodedata

# As Slack has it, and as `@U1234567` once the brackets are gone: whoever it calls is no reason.
_REFERENCE = re.compile(r"<[@#!][^<>]{1,80}>|(?<!\w)@[UW][A-Z0-9]{6,20}\b[,:]?")
SHORTCODE = re.compile(r":([+\-\w]{1,40}):(?::skin-tone-\d:)?")
"""The short name of a sign, with or without a skin tone."""

CLAUSE = re.compile(
    r"(?<!\s)\s*(?:[,;:()→、。！？!?\n…\U0001F300-\U0001FAFF\u2600-\u27BF]+|\.(?=\s|$)"
    r"|\s[-–—]+\s|\s?->\s?|=>)\s*"
)
"""What separates the clauses of a reply."""

HIDDEN = "\u25a1"
"""Stands for what is not to be read: a harmless phrase that holds a cue."""
_LONG_DRAWN = re.compile(r"([b-vx-z])\1{2,}")  # "stoooop", but not "www" and "aaaa record"


def plain_of(text: str) -> str:
    """A reply without mentions, short names of signs and marks of format."""
    text = unicodedata.normalize("NFKC", text).replace("’", "'").replace("´", "'").replace("`", "")
    text = _REFERENCE.sub("", text)
    text = re.sub(r"(?<!\w)[*_~]{1,2}(?=\S)|(?<=\S)[*_~]{1,2}(?!\w)", "", text)
    text = _LONG_DRAWN.sub(r"\1", SHORTCODE.sub(" ", text))
    return re.sub(r"[ \t]+", " ", text).strip().strip("¡¿ ")
