"""A person's correction of how an entry reads; what it says wins over what was read.

The form of `reads_as` is a mapping with any of these keys:

    kind         name of a kind of action, or a list of them
    objects      words for what is acted on
    without      words that make it another, safer action: "canary", "lock timeout"
    extent       "all" or "one"
    to           the value it is set to
"""

from __future__ import annotations

from dataclasses import replace

from bot.domain.errors import InvalidEntry
from bot.domain.reading.entry.entry_reading import EntryReading
from bot.domain.reading.entry.parts import weighted_terms
from bot.domain.reading.frame import Change, Extent
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import concepts_of
from bot.domain.reading.text import tokens_of

_KEYS = frozenset({"kind", "objects", "without", "extent", "to"})


def corrected(reading: EntryReading, lexicon: Lexicon) -> EntryReading:
    """The reading with a person's corrections; what they say wins."""
    given = reading.entry.reads_as or {}
    if unknown := sorted(set(given) - _KEYS):
        raise InvalidEntry(
            f"reads_as has unknown keys: {', '.join(unknown)}.",
            f"The keys are {', '.join(sorted(_KEYS))}.",
            (("reads_as", f"unknown: {', '.join(unknown)}"),),
        )
    kinds = _strings(given.get("kind")) or list(reading.kinds)
    if wrong := [k for k in kinds if k not in lexicon.kinds]:
        raise InvalidEntry(
            f"reads_as: {wrong[0]!r} is no kind of action.",
            "See docs/lexicon.md for the kinds.",
            (("reads_as", f"{wrong[0]} is no kind of action"),),
        )
    head, said = reading.head, reading.object
    terms = dict(reading.terms)
    if "objects" in given:
        said = ", ".join(_strings(given["objects"]))
        head = concepts_of(tokens_of(said), lexicon)[0]
        terms = weighted_terms(head, head, frozenset(), lexicon)
    without, safer = reading.without, reading.safer
    if "without" in given:
        safer = tuple(_strings(given["without"]))
        sets = (concepts_of(tokens_of(w), lexicon)[0] for w in _strings(given["without"]))
        without = tuple(s for s in sets if s)
    extent = (
        Extent(str(given["extent"])) if given.get("extent") in ("all", "one") else reading.extent
    )
    change = Change(after=str(given["to"])) if "to" in given else reading.change
    return replace(
        reading, kinds=tuple(kinds), head=head, terms=terms, without=without, extent=extent,
        change=change, secondary=(), relative=(), object=said, safer=safer,
    )  # fmt: skip


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [str(v) for v in value] if isinstance(value, list | tuple) else []


__all__ = ["corrected"]
