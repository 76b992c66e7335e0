"""Safe variants: done with what an entry does without, or without what it does with."""

from __future__ import annotations

import re

from bot.domain.action import Mode
from bot.domain.matching.denied import denied, denied_kinds, denied_stems
from bot.domain.reading import Frame, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.entry.verbatim import stems_of
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.wording import written_in

_SWITCHED_OFF = re.compile(
    r"\b([a-z]{3,})(?:[\W_]{1,3}(?:none|off|false|disabled|null)\b|[\"']\s{0,2}:\s{0,2}[\"']{2})"
)
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]{2,}")
_LETTER = re.compile(r"(?<![\w-])-([A-Za-z])(?![\w-])")
_FORCED = re.compile(
    r"\s-[a-z]*f\b|\s\+\w|--yes|--assume-yes|\btakeover\b|data-loss|\bbreak\b|emergency|unclean"
)


def done_with(entry: EntryReading, reading: Reading, lexicon: Lexicon) -> str:
    """What the text does with, where the entry does without it, for a person; or ""."""
    planned = {k for f in reading.frames if f.mode is Mode.PLANNED for k in f.kinds[:1]}
    kinds = entry.without_kinds & planned - set(entry.kinds)
    if kinds := kinds - denied_kinds(reading.text, lexicon):
        return f"with a {min(kinds)} it is another action"
    if done := _done_too(entry, reading):
        return f"it says {min(done)}, the entry does not do it"
    off = set(map(lexicon.things.concept, denied(reading.text))) if entry.without else set()
    present = reading.terms - reading.ruled_out - off - switched_off(reading, lexicon)
    for terms in entry.without:
        if terms <= present:
            said = " ".join(written_in(terms, entry.entry.action, lexicon))
            return f"with {said or min(terms)} it is another action"
    return ""


def _done_too(entry: EntryReading, reading: Reading) -> frozenset[str]:
    """Stems of what the entry is done without and the text does: "with masked data"."""
    if not entry.missing:
        return frozenset()
    planned = (f.planned.text[:2000] for f in reading.frames if f.mode is Mode.PLANNED)
    done = entry.missing & frozenset[str]().union(*map(stems_of, planned))
    return done - denied_stems(reading.text)


def switched_off(reading: Reading, lexicon: Lexicon) -> set[str]:
    """Concepts that the text says are off, or leaves empty: `ONLINE = OFF`, `"limit": ""`."""
    found = _SWITCHED_OFF.findall(reading.text.lower()[:4000])
    return {lexicon.things.concept(word) for word in found}


def done_without(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> str:
    """What a command, which says all that it does, lacks of the entry: FULL, --force, -p; or ""."""
    if frame.source is not Source.COMMAND:
        return ""
    action = entry.entry.action.lower()
    written = frame.planned.text
    text = f"{written.lower()} {' '.join(frame.planned.parameters)}"
    tools = (w for w in text.split()[:8] if lexicon.tools.knows(w))
    if any(f" {tool} " in action for tool in tools):  # the command itself is what it quotes
        letters: list[str] = _LETTER.findall(entry.entry.action)
        return next((f"-{one}" for one in letters if not _has_letter(one, written)), "")
    flags: list[str] = _FLAG.findall(action)
    for flag in flags:
        if flag not in text and flag.strip("-").replace("-", "_") not in text:
            return flag
    for word in entry.flags:
        if word not in text and not (word == "force" and _FORCED.search(text)):
            return word
    return ""


def _has_letter(letter: str, command: str) -> bool:
    return re.search(rf"(?<![\w-])-[A-Za-z]*{letter}", command) is not None


__all__ = ["done_with", "done_without", "switched_off"]
