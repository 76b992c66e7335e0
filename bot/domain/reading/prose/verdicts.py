"""Verdicts on an action: "cancelled", "off the table", "done", in its clause or beside it."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.prose.clause import Clause
from bot.domain.reading.prose.tone import has_phrase

_WORD = re.compile(r"[\w']+")
_BARE = 5
_FILLERS = frozenset(
    {"it", "it's", "that", "that's", "is", "are", "was", "were", "has", "been", "for", "now", "the",
     "all", "and", "today", "again", "just", "already", "ok", "status", "fyi", "update",
     "this", "one", "both", "they", "got", "till", "until", "then", "tomorrow", "monday"}
)  # fmt: skip


def with_verdicts(clauses: list[Clause], lexicon: Lexicon) -> list[Clause]:
    """The clauses of one sentence with the verdict on each: called off, or done.

    A verdict counts for its own clause; one that says nothing else ("cancelled") also for those
    beside it, but for those in which somebody says what is done now.
    """
    language = lexicon.language
    texts = [
        c.text[c.tokens[0].start : c.tokens[-1].end].lower().replace("(", "").strip()
        for c in clauses
    ]
    words = [frozenset(_WORD.findall(text)) for text in texts]
    off = [has_phrase(text, language.phrases["negating_phrases"]) for text in texts]
    bare_off = [
        _says_only(own, "called_off", lexicon)
        or (found and len(text.split()) <= _BARE and not _acts(clause, lexicon))
        for text, own, found, clause in zip(texts, words, off, clauses, strict=True)
    ]
    bare_done = [
        _says_only(own, "done", lexicon) and not clause.subordinate and not _ends_a_plan(clause)
        for own, clause in zip(words, clauses, strict=True)
    ]
    if not any(off) and not any(bare_off) and not any(bare_done):
        return clauses
    return [
        replace(
            clause,
            called_off=off[at] or (_reached(bare_off, at) and not _is_doer(clause)),
            over=_reached(bare_done, at) and not _is_doer(clause),
        )
        for at, clause in enumerate(clauses)
    ]


def _says_only(words: frozenset[str], key: str, lexicon: Lexicon) -> bool:
    """Whether a clause is nothing but a verdict of the list `key`: "it's cancelled"."""
    verdicts = lexicon.language[key]
    return not words.isdisjoint(verdicts) and words - verdicts <= _FILLERS


def _ends_a_plan(clause: Clause) -> bool:
    """Whether it is the "and done" behind what is still to be done: "a quick restart and done"."""
    return clause.text[: clause.tokens[0].start].rstrip().lower().endswith(" and")


def _acts(clause: Clause, lexicon: Lexicon) -> bool:
    return any(t.text in lexicon.words for t in clause.tokens)


def _reached(bare: list[bool], at: int) -> bool:
    """Whether a bare verdict counts for the clause `at`: one behind it, or the sentence's first."""
    return any(bare[at + 1 :]) or (at > 0 and bare[0])


def _is_doer(clause: Clause) -> bool:
    """Whether somebody says what is done now: "so I'm failing over"."""
    first = [t.text for t in clause.tokens[:3]]
    return bool({"i'm", "we're", "i'll", "we'll", "instead", "now"} & set(first)) or (
        first[0].endswith("ing") and len(first[0]) > len("going")
    )


__all__ = ["with_verdicts"]
