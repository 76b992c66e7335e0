"""How much of a thing a clause is about: all of it, one of it, a unit by name, or step by step."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from bot.domain.reading.frame import Extent
from bot.domain.reading.lexicon import ForeignLanguage, Lexicon
from bot.domain.reading.prose.clauses import Clause
from bot.domain.reading.prose.mood import Mood
from bot.domain.reading.prose.tone import has_phrase
from bot.domain.reading.text import Token

_REGION = re.compile(r"(?:us|eu|ap|sa|ca|me|af|il)-[a-z]+-\d")
_INTO = frozenset({"to", "into", "as", "with", "in", "by", "per", "another", "each", "every"})
_NUMBERED = re.compile(
    r"\b(?:session|query|node|pod|job|process|pid|transaction|connection|shard|broker|host|customer|"
    r"user|row|task|message|tenant|instance|server|order|record)\s+#?\d+\b"
)
_TOWARDS = frozenset({"to", "onto", "into", "auf", "nach", "hacia", "vers", "para", "towards"})
_FROM = frozenset({"from", "von", "de", "desde", "depuis"})
_INTO_ONE = re.compile(
    r"\b(?:en|dans|in|em|a|à|auf) (?:un|une|ein\w*|um|uma|uno|una) "
    r"(?:seule?|sola?|solo|sól?o|únic[oa]|einzige\w*|só)\b"
)
_KEEPING = frozenset({"keep", "keeps", "retain", "retains", "store", "hold", "accept", "allow"})
_TIMES = frozenset({"more", "last", "go", "shot", "another", "sweep", "wave", "move", "pass"})
_UNIT_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*[-.]?\d{1,4}[a-z]?$")
_DOTTED_UNIT = re.compile(r"[a-z]{2,}\.\d{1,3}")


def extent_of(
    clause: Clause, mood: Mood, lexicon: Lexicon, foreign: ForeignLanguage | None = None
) -> Extent:
    """The extent that a clause names.

    Args:
        clause: The clause.
        mood: Its mood.
        lexicon: The words.
        foreign: Its language, if it is not English.
    """
    language = lexicon.language
    tokens, tone = clause.tokens, clause.tone
    low = clause.text[tokens[0].start : tokens[-1].end].lower()
    words = {t.text for t in tokens}
    if foreign and (named := _foreign_extent(low, words, foreign)):
        return named
    if tone.steps and not mood.negators:
        return Extent.STEPS
    if has_phrase(low, language.phrases["extent_all"]):
        return Extent.ALL
    if _takes_one(mood, lexicon) or _NUMBERED.search(low):
        return Extent.ONE
    if words & language["extent_all"]:
        return Extent.ALL
    units = {
        w for w in tone.words
        if ("-" in w or ("." in w and _DOTTED_UNIT.fullmatch(w)))
        and _UNIT_NAME.match(w)
        and not _REGION.match(w)
    }  # fmt: skip
    if units:
        units -= _destinations(tokens)
    if len(units) == 1 and units & words:
        return Extent.UNIT
    return Extent.UNSAID


def _foreign_extent(low: str, words: set[str], language: ForeignLanguage) -> Extent | None:
    """The extent that a clause in another language names, or None."""
    for names, extent in (
        (language.one_by_one, Extent.STEPS),
        (language.extent_all, Extent.ALL),
        (language.extent_one, Extent.ONE),
    ):
        if language.substring:
            if any(name in low for name in names):
                return extent
        elif (words & names and not (extent is Extent.ONE and _INTO_ONE.search(low))) or has_phrase(
            low, _several(names)
        ):
            return extent
    return None


@lru_cache(maxsize=32)
def _several(names: frozenset[str]) -> tuple[str, ...]:
    """Those of several words."""
    return tuple(sorted(name for name in names if " " in name))


def _destinations(tokens: Sequence[Token]) -> set[str]:
    """Names that only say whence and whither: "moving the guests from esx-2 over to esx-14"."""
    led = {t.text: before.text for before, t in pairwise(tokens)}
    towards = {name for name, before in led.items() if before in _TOWARDS}
    return towards | {name for name, before in led.items() if towards and before in _FROM}


def _keeps(words: Sequence[str], at: int) -> bool:
    """Whether a verb of keeping follows: "we only keep seven days"."""
    return at < len(words) and words[at] in _KEEPING


def _once_more(words: Sequence[str], at: int) -> bool:
    """Whether "one" counts a time and no thing: "one more time", "in one go"."""
    return bool(_TIMES & set(words[at + 1 : at + 3])) or (at > 0 and words[at - 1] == "another")


def _takes_one(mood: Mood, lexicon: Lexicon) -> bool:
    """Whether it says one or only; "into one segment" and "just restart it" are no extent."""
    ones, words = lexicon.language["extent_one"], mood.words
    return any(
        word in ones
        and not (word in {"just", "only"} and (at + 1 in mood.verbs or _keeps(words, at + 1)))
        and not (word == "one" and _once_more(words, at))
        and not (word in {"one", "single"} and set(words[max(0, at - 2) : at]) & _INTO)
        for at, word in enumerate(words)
    )
