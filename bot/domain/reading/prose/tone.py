"""What a whole sentence says about the actions in it: told, joked, tried, announced."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.text import Token

_DRY = (
    "dry_run=true", "dry_run", "dry run", "dry-run", "plan only", "read only", "read-only", "no-op",
    "not applying it", "just a plan", "only a plan", "check mode", "nothing else",
)  # fmt: skip
# "the homes become read-only" changes them.
_MADE_READ_ONLY = re.compile(
    r"\b(?:becom\w+|go(?:es|ing)?|turn\w*|make[sn]?|making|made|gets?|(?:re)?mount\w*|set\w*|put\w*|"
    r"switch\w*|flip\w*|to|into|in) (?:\S+ ){0,4}?read[- ]only"
)
# "Dry run was fine, restart it", "no dry run this time": what was or is not a rehearsal.
_NO_REHEARSAL = re.compile(
    r"\b(?:no|not(?: an?)?|without(?: an?)?|after (?:the |an? )?(?:\w+ )?) ?"
    r"(?:dry[- ]?run|read[- ]only \w+)|"
    r"\b(?:dry[- ]?run|read[- ]only \w+|plan only) (?:\w+ )?(?:was|were|is|looks?|looked|went|"
    r"passed|done|ok|okay|fine|good|green|clean|succeeded|finished|completed?|worked)\b|"
    r"\bnothing else (?:help|work|left|did|does|chang)\w*"
)
_SOON = re.compile(
    r"\b(?:in|within) (?:about |the next |a |~)?(?:\w+ )?(?:min|mins|minutes?|hours?)\b"
)
# "every failed run of last night" says which, not when.
_OF = re.compile(r"\b(?:of|from|since|than)\s+$")
# "failover by hand = overtime for everyone": an equation of words that ends in feelings.
_EQUATION = re.compile(
    r"[a-z] = (?:[a-z'-]+ ){0,4}(?:twice|party|fun|profit|pizza|regrets?|tears|outage|weekend|"
    r"overtime|payday|chaos|drama|adventure|happiness|sadness|pain|grey hair|coffee|therapy|panic|"
    r"incident|pagers?|nightmares?|unemployment|resume|cv)\b"
)
# "got a second index in May"
_IN_MONTH = re.compile(
    r"\b(?:got|was|were|had|went|did) [^,;:.]{0,80}\bin (?:january|february|march|april|may|june|"
    r"july|august|september|october|november|december|spring|summer|autumn|winter)\b"
)
_NOW = frozenset({"now", "then", "so", "next", "therefore"})
_DOERS = frozenset({"i", "i'm", "i'll", "we're", "we'll"})
# An aside with words of its own, not "(yesterday)".
_LONG_ASIDE = re.compile(r"\((?:[^()\s]+\s+){3,40}[^()\s]+\)")
_TRIM = ".,;:!?\"'()"


@dataclass(frozen=True, slots=True)
class Tone:
    """The tone of a sentence.

    Attributes:
        reports: It tells of the past by its adverbs ("yesterday's dump" does not).
        joke: It jokes in words.
        smiles: It only smiles: people do while they act.
        dry: It says that nothing is changed: "plan only".
        steps: One after the other.
        announced: Something happens from now on.
        words: Its words, lower-case.
    """

    reports: bool
    joke: bool
    smiles: bool
    dry: bool
    steps: bool
    announced: bool
    words: frozenset[str]


_MOST_LISTS = 256
_made: dict[int, tuple[tuple[str, ...], re.Pattern[str]]] = {}


def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """The pattern of a list of phrases, made once for each.

    It is known by identity: hashing a long list takes longer than looking for its phrases. What
    is kept with the pattern is not thrown away, so no other list gets its number.
    """
    if (kept := _made.get(id(phrases))) is not None:
        return kept[1]
    longest_first = sorted(phrases, key=len, reverse=True)
    made = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")
    if len(_made) >= _MOST_LISTS:
        _made.clear()
    _made[id(phrases)] = (phrases, made)
    return made


def phrases_in(text: str, phrases: tuple[str, ...]) -> list[int]:
    """Where the phrases stand in a lower-case text, as whole words."""
    return [m.start() for m in _pattern(phrases).finditer(text)] if phrases else []


def has_phrase(text: str, phrases: tuple[str, ...]) -> bool:
    """Whether one of the phrases stands in a lower-case text, as whole words."""
    return bool(phrases) and _pattern(phrases).search(text) is not None


def tone_of(sentence: str, lexicon: Lexicon) -> Tone:
    """The tone of one sentence."""
    language = lexicon.language
    low = sentence.lower()
    words = frozenset(w.strip(_TRIM) for w in low.split())
    whole = frozenset(low.split())
    return Tone(
        reports=_reports(low, words | whole, lexicon),
        joke=_jokes(low, words, lexicon),
        smiles=_smiles(low, words, lexicon),
        dry=has_phrase(_NO_REHEARSAL.sub(" ", _MADE_READ_ONLY.sub(" ", low)), _DRY),
        steps=has_phrase(low, language.phrases["one_by_one"]) and "no point" not in low,
        announced=bool(words & language["announcing"])
        or _SOON.search(low) is not None
        or has_phrase(low, language.phrases["announcing"]),
        words=words,
    )


def own_tone(tone: Tone, sentence: str, part: Sequence[Token], lexicon: Lexicon) -> Tone:
    """The tone of one clause: a sentence that tells does not tell of what goes on now.

    "The key (mailed an hour ago) goes in", "we mailed it an hour ago, now I put it up again".
    """
    if not tone.reports or not part:
        return tone
    start, end = part[0].start, part[-1].end
    own = sentence[start:end].lower()
    if _reports(own, frozenset(w.strip(_TRIM) for w in own.split()), lexicon):
        return tone
    aside = sentence.rfind("(", 0, start) > sentence.rfind(")", 0, start)
    now = part[0].text in _NOW or {t.text for t in part[:2]} & _DOERS
    if aside:
        return tone
    told = _LONG_ASIDE.sub(" ", sentence).lower()
    words = frozenset(w.strip(_TRIM) for w in told.split())
    if not now and _reports(told, words | frozenset(told.split()), lexicon):
        return tone
    return replace(tone, reports=False)


def _reports(low: str, words: frozenset[str], lexicon: Lexicon) -> bool:
    language = lexicon.language
    if _IN_MONTH.search(low):
        return True
    if words & language["past_markers"] or has_phrase(low, language.phrases["past_markers"]):
        return True
    when = language.phrases["past_when"]
    return any(
        not low[m.end() :].startswith("'s") and not _OF.search(low[: m.start()])
        for m in _pattern(when).finditer(low)
    )


def _jokes(low: str, words: frozenset[str], lexicon: Lexicon) -> bool:
    language = lexicon.language
    if _EQUATION.search(low):
        return True
    return bool(language["joke_phrases"] & words) or has_phrase(
        low, language.phrases["joke_phrases"]
    )


def _smiles(low: str, words: frozenset[str], lexicon: Lexicon) -> bool:
    signs = lexicon.language["joke_signs"]
    return not signs.isdisjoint(words) or _pattern_of_signs(signs).search(low) is not None


@lru_cache(maxsize=8)
def _pattern_of_signs(signs: frozenset[str]) -> re.Pattern[str]:
    """One of the signs that are no words; one that ends in a letter is no part of a name: ":d"."""
    marks = sorted(sign for sign in signs if not sign.isalpha())
    if not marks:
        return re.compile("(?!)")  # never found
    begins = "".join(sorted({re.escape(mark[0]) for mark in marks}))
    ends_in_letter = [rf"(?<!\w){re.escape(m)}(?!\w)" for m in marks if m[-1].isalpha()]
    others = [re.escape(m) for m in marks if not m[-1].isalpha()]
    return re.compile(rf"(?=[{begins}])(?:{'|'.join(others + ends_in_letter)})")


__all__ = ["Tone", "has_phrase", "phrases_in", "tone_of"]
