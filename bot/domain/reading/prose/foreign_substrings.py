"""Announcements in languages that are written without spaces."""

from __future__ import annotations

import re

from bot.domain.action import Mode
from bot.domain.reading.lexicon import ForeignLanguage, Form
from bot.domain.reading.prose.clause import Clause
from bot.domain.reading.prose.foreign_clause import ForeignClause
from bot.domain.reading.prose.verbs_in import Found

_OF_THEN = re.compile("(?:昨日|昨夜|先週|先月|今朝)(?:の|分|以降|から)")
_STRETCH = re.compile("[、。，,;；：:]|(?:ので|から|ため|が)、|うえで|上で")
_GOING_ON = re.compile("(?:され|れ|し|して|て|で|り|み|き|け|え|せ|い)$")
_WITHOUT_BEFORE = re.compile(
    r"([a-z][\w-]*|[\u30a0-\u30ff\u4e00-\u9fff]+)\s*(?:なし|無し|抜き)(?!に[しなす変切]|と[しな])"
)


def read_substrings(clause: Clause, language: ForeignLanguage) -> ForeignClause:
    """A clause in a language without spaces: of its stretches the one that announces counts."""
    text = clause.text
    terms = frozenset(concept for word, concept in language.things.items() if word in text)
    asks = clause.question or any(q in text for q in language.questions)
    stretches = [s for s in _STRETCH.split(text) if s.strip()]
    read = [(_kinds_by_place(s, language), _mode_of_stretch(s, language)) for s in stretches]
    if read and read[-1][1] is Mode.PAST:
        told = zip(read, stretches, strict=True)
        read = [(k, Mode.PAST if _goes_on(s) and m is Mode.PLANNED else m) for (k, m), s in told]
    acting = [(kinds, mode) for kinds, mode in read if kinds]
    planned = [kinds for kinds, mode in acting if mode is Mode.PLANNED]
    mode = acting[-1][1] if acting else (read[-1][1] if read else Mode.PLANNED)
    if planned:
        mode = Mode.PLANNED
    if asks:
        mode = Mode.QUESTION
    chosen = planned or [kinds for kinds, _ in acting]
    kinds = tuple(dict.fromkeys(kind for one in chosen for kind in one))
    found = (Found(0, 1, kinds, Form.ING),) if kinds else ()
    without = tuple(_WITHOUT_BEFORE.findall(text.lower()))
    return ForeignClause(found, (mode,) * len(found), mode, terms, frozenset(), without)


def _goes_on(stretch: str) -> bool:
    """Whether a stretch has no ending of its own, but that of the last: "実行され、…ました"."""
    return _GOING_ON.search(stretch.strip()) is not None


def _kinds_by_place(text: str, language: ForeignLanguage) -> list[str]:
    """The kinds of a stretch; a longer word hides the shorter ones inside it."""
    places = [
        (at, at + len(word), kinds)
        for word, kinds in language.kinds.items()
        if (at := text.find(word)) >= 0
    ]
    kept = [
        (start, end, kinds)
        for start, end, kinds in places
        if not any(s <= start and end <= e and e - s > end - start for s, e, _ in places)
    ]
    return [kind for *_, kinds in sorted(kept) for kind in kinds]


def _mode_of_stretch(text: str, language: ForeignLanguage) -> Mode:
    told = _OF_THEN.sub("", text)
    if any(n in text for n in language.negators):
        return Mode.NEGATED
    if any(p in told for p in language.past):
        return Mode.PAST
    if any(h in text for h in language.hypothetical):
        return Mode.HYPOTHETICAL
    kinds = _kinds_by_place(text, language)
    return Mode.READ_ONLY if kinds and kinds[-1] == "inspect" else Mode.PLANNED


__all__ = ["read_substrings"]
