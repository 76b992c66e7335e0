"""Things that stand beside the real one: a scratch table, the heartbeat's connector, a smoke test.

Their names say so: `trips_import_scratch`, `payslip.dlq.smoke`, `billing-heartbeat`. What is done
to them is not done to what an entry is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.reading import Frame, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

_NAME = re.compile(r"(?<![\w./@-])[a-z][a-z0-9]*(?:[._-][a-z0-9]+)+(?![\w/@-])")
_LIVE = re.compile(r"\blive\b", re.I)
_BYGONE = re.compile(
    r"\b[a-z][\w-]*[-_](?:(?:19|20)\d\d(?![-_.]?\d)|archived?|frozen|cold|closed|retired|old)[\w-]*"
)
_LONGEST, _MOST = 2000, 6
_MEANT_BY = frozenset({"queue", "table", "topic", "name", "index", "stream", "job", "bucket"})


def side_thing(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> str:
    """The name of the side thing that is acted on, or "".

    Nothing is said where the entry speaks of such a thing itself, or where another name that is
    acted on is no side thing.
    """
    known = entry.known | {p for key in entry.keys for p in key}
    side = lexicon.language["side_words"]
    found = ""
    for name in _acted_on(frame):
        pieces = pieces_of(name)
        concepts = {lexicon.things.concept(p) for p in pieces}
        if not 2 <= len(pieces) <= _MOST or concepts <= entry.own or lexicon.tools.knows(name):
            continue
        if not any(p in side and lexicon.things.concept(p) not in known for p in pieces):
            if concepts & entry.terms.keys() - lexicon.things.common and not _says_what_is_done(
                pieces, lexicon
            ):
                return ""
            continue
        found = found or name
    return found


def bygone_thing(entry: EntryReading, frame: Frame) -> str:
    """The name of a year's or an archived thing, where the entry is about the live one; or ""."""
    if not _LIVE.search(entry.entry.action):
        return ""
    said = _BYGONE.search(" ".join(frame.names) or frame.planned.text[:_LONGEST].lower())
    return said[0] if said else ""


def _says_what_is_done(pieces: list[str], lexicon: Lexicon) -> bool:
    """Whether a name is that of a function or a flag: `drop_chunks`, `delete-group`."""
    return any(piece in lexicon.words for piece in pieces)


def _acted_on(frame: Frame) -> Iterator[str]:
    if frame.source is Source.PROSE:
        yield from _NAME.findall(frame.planned.text[:_LONGEST].lower())
        return
    for written in (*frame.planned.objects, frame.planned.target or ""):
        key, is_pair, value = written.rpartition("=")
        if "/" not in value and (not is_pair or key.lower() in _MEANT_BY):
            yield from _NAME.findall(value.lower())


__all__ = ["bygone_thing", "side_thing"]
