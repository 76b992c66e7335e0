"""The operation by which an entry is done, where a call names it too: XAUTOCLAIM, ST_MakeValid.

A function, a command or a setting that nobody names by chance is the strongest sign there is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from bot.domain.action import Mode
from bot.domain.reading import Frame, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon, stem

_LEADING = re.compile(
    r"\b(?:with|using|via|through|by means of|of|run(?:ning)?|execut(?:e|ing)|call(?:ing)?|"
    r"issu(?:e|ing))\s+"
    r"(?:an? |the |one |some )?([A-Za-z][\w-]{5,60})"
)
_APART = re.compile(r"\b(?:without|instead of|rather than|while|before|after|to avoid)\b", re.I)
_CAMEL = re.compile(r"[a-z][A-Z]")
_SHOUTED = re.compile(r"[A-Z]{6,}")
# Redis and its kin say by a letter before the verb which type it is done to: XTRIM, ZREMOVE.
_TYPED = re.compile(r"(?<![\w-])[xzhlsb]([a-z]{4,})(?![\w-])", re.I)
_OFF = re.compile(r"[\"']?\s{0,2}[=:]\s{0,2}[\"']?(?:false|off|no|0|disabled)\b", re.I)
_LONGEST = 2000


def calls_its_operation(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    """Whether a planned call holds the very operation that the entry's action names.

    Args:
        entry: The entry.
        frame: An action; prose only speaks of operations.
        lexicon: A word that it knows is none that tells operations apart.
    """
    if frame.source is Source.PROSE or frame.mode is not Mode.PLANNED or not frame.kinds:
        return False
    if lexicon.kinds[frame.kinds[0]].read_only:
        return False
    text = frame.planned.text[:_LONGEST]
    for name in _operations(entry.entry.action):
        low = name.lower()
        known = low in lexicon.words or low in lexicon.things.concepts
        if low in lexicon.language["modifiers"] or (known and not name.isupper()):
            continue
        said = re.search(rf"(?<![\w-]){re.escape(low)}(?![\w-])", text.lower())
        if said and not _OFF.match(text, said.end()):
            return True
    typed = {stem(word.lower()) for word in _TYPED.findall(text)}
    return bool(typed & entry.acting)


@lru_cache(maxsize=4096)
def _operations(action: str) -> tuple[str, ...]:
    """The names of operations in an action: shouted, with an underscore or a hump."""
    found = _LEADING.findall(_APART.split(action)[0])
    return tuple(
        name for name in found if "_" in name or _CAMEL.search(name) or _SHOUTED.fullmatch(name)
    )


__all__ = ["calls_its_operation"]
