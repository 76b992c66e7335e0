"""Announcements in other languages: their words of action, their mode and what they are about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.action import Mode
from bot.domain.reading.lexicon import ForeignLanguage, Form, Lexicon
from bot.domain.reading.lexicon.inflection import foreign_stem as stem_of
from bot.domain.reading.prose.clauses import Clause
from bot.domain.reading.prose.verbs_in import Found
from bot.domain.reading.text import Token

_KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_GAP = 12
# "the backup of last night" says which, not when.
_OF_WHEN = re.compile(
    r"\b(?:von|vom|der|des|de|del|da|do|d|desde|seit|depuis)\s+(?:la |o |a )?"
    r"(?:gestern|vorgestern|letzten?r?|ayer|anoche|hier|ontem|passad[oa]|dernière?)\b"
)
_OF_THEN = re.compile("(?:昨日|昨夜|先週|先月|今朝)(?:の|分|以降|から)")
_STRETCH = re.compile("[、。，,;；：:]|(?:ので|から|ため|が)、|うえで|上で")
_SURE = 2
_GOING_ON = frozenset(
    {"continua", "continuam", "continúa", "continúan", "sigue", "siguen", "segue", "seguem",
     "bleibt", "bleiben", "permanece", "permanecen", "permanecem"}
)  # fmt: skip
_RUNNING = frozenset({"run", "start", "enable", "apply"})
# "Without" rules out what follows it; behind a verb it says how, not that it is not done.
_WITHOUT = frozenset({"ohne", "sem", "sans", "sin", "senza", "zonder"})
_WITHOUT_BEFORE = re.compile(r"([a-z][\w-]*|[\u30a0-\u30ff\u4e00-\u9fff]+)\s*(?:なし|無し|抜き)")


@dataclass(frozen=True, slots=True)
class ForeignClause:
    """What a clause in another language says.

    Attributes:
        found: Its words of action.
        mode: The mode of all of them.
        terms: Concepts its words stand for.
        stop: Its function words.
        without: What it says is left out: "ohne Sperre", "sem concurrently", "CONCURRENTLYなしで".
    """

    found: tuple[Found, ...]
    mode: Mode
    terms: frozenset[str]
    stop: frozenset[str]
    without: tuple[str, ...] = ()


def language_of(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> ForeignLanguage | None:
    """The language of a sentence, or None for English."""
    words = {token.text for token in tokens} | set(_WORD.findall(text.lower()))
    if _KANA.search(text):
        return next((f for f in lexicon.foreign if f.substring), None)
    english = words & lexicon.language["stop"]
    best, lead = None, 0
    for language in lexicon.foreign:
        if language.substring:
            continue
        total = _signs(words, language, lexicon)
        ahead = total - len(english - language.markers - language.stop - language.negators)
        if total > _SURE and ahead > lead:
            best, lead = language, ahead
    return best


def _signs(words: set[str], language: ForeignLanguage, lexicon: Lexicon) -> int:
    """How much speaks for a language; words that English has too only beside its own."""
    own = {
        w for w in words
        if w in language.kinds or w in language.phrasals or stem_of(w) in language.stems
    }  # fmt: skip
    marked = words & (language.markers | language.past | language.negators)
    # Words that English has too ("a", "no") speak for it only beside others.
    marks = len(marked) if marked - lexicon.language["stop"] else 0
    native = any(
        w not in lexicon.words and w not in lexicon.phrasals and w not in lexicon.things.concepts
        for w in own
    )
    special = sum(1 for w in words if w in language.things and not w.isascii())
    return marks + special + (2 if native or (own and marks >= _SURE) else 0)


def read_foreign(clause: Clause, language: ForeignLanguage) -> ForeignClause:
    """The words of action of a clause in `language`, and their mode."""
    if language.substring:
        return _read_substrings(clause, language)
    words = [token.text for token in clause.tokens]
    found = _without_going_on(_words_of_action(words, language), words)
    terms = frozenset(language.things[w] for w in words if w in language.things)
    left_out = [at for at, word in enumerate(words) if word in _WITHOUT]
    first = min((one.index for one in found), default=len(words))
    acting = {word for at, word in enumerate(words) if at not in left_out or at < first}
    without = tuple(word for at in left_out for word in words[at + 1 : at + 4])
    mode = _mode(acting, clause, language)
    if mode is Mode.PLANNED and found and set(found[0].kinds) == {"inspect"}:
        mode = Mode.READ_ONLY
        found = found[:1]
    return ForeignClause(tuple(found), mode, terms, language.stop, without)


def _without_going_on(found: list[Found], words: Sequence[str]) -> list[Found]:
    """The words of action but for what only goes on: "a ingestão continua rodando"."""
    stays = next((at for at, word in enumerate(words) if word in _GOING_ON), len(words))
    return [f for f in found if f.index < stays or not set(f.kinds) & _RUNNING]


def _words_of_action(words: Sequence[str], language: ForeignLanguage) -> list[Found]:
    """The words of action in order; of the readings of one verb the longest comes first."""
    readings: dict[int, list[tuple[int, str]]] = {}
    for at, word in enumerate(words):
        own = readings.setdefault(at, [])
        for idiom in language.idioms.get(word, ()):
            if tuple(words[at : at + len(idiom.tokens)]) == idiom.tokens:
                own.append((len(idiom.tokens), idiom.kind))
        rest = set(words[at + 1 : at + 1 + _GAP])
        rest |= {piece for joined in rest if "-" in joined for piece in joined.split("-")}
        for phrasal in language.phrasals.get(word, ()):
            if set(phrasal.particle) <= rest:
                own.append((1 + len(phrasal.particle), phrasal.kind))
        kinds = language.kinds.get(word) or language.stems.get(stem_of(word), ())
        own += [(1, kind) for kind in kinds]
    found = []
    for at, own in readings.items():
        longest_first = sorted(own, key=lambda reading: -reading[0])
        if own:
            kinds = tuple(dict.fromkeys(kind for _, kind in longest_first))
            found.append(Found(at, at + 1, kinds, Form.ING))
    return found


def _mode(words: set[str], clause: Clause, language: ForeignLanguage) -> Mode:
    text = clause.text
    if clause.question or "¿" in text or text.rstrip().endswith("?"):
        return Mode.QUESTION
    own = text[clause.tokens[0].start : clause.tokens[-1].end].lower()
    if words & language.negators or any(" " in n and n in own for n in language.negators):
        return Mode.NEGATED
    told = _OF_WHEN.sub(" ", own)
    if (words & language.past - {"se"} and set(_WORD.findall(told)) & language.past) or (
        language.past_pattern and language.past_pattern.search(own)
    ):
        return Mode.PAST
    return Mode.HYPOTHETICAL if words & language.hypothetical - {"si", "se"} else Mode.PLANNED


def _read_substrings(clause: Clause, language: ForeignLanguage) -> ForeignClause:
    """A clause in a language without spaces: of its stretches the one that announces counts."""
    text = clause.text
    terms = frozenset(concept for word, concept in language.things.items() if word in text)
    asks = clause.question or any(q in text for q in language.questions)
    stretches = [s for s in _STRETCH.split(text) if s.strip()]
    read = [(_kinds_by_place(s, language), _mode_of_stretch(s, language)) for s in stretches]
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
    return ForeignClause(found, mode, terms, frozenset(), without)


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


__all__ = ["ForeignClause", "language_of", "read_foreign"]
