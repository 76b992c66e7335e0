"""The steps of a story: what was done in it and what is told between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.domain.lesson_words import load_words
from bot.domain.postmortem.candidate import Candidate
from bot.domain.postmortem.effects import Effect, effect_of
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.telling import Telling
from bot.domain.postmortem.walk import Beat

_DEEDS = frozenset(
    {
        Telling.ACTIVE,
        Telling.HEAD,
        Telling.PASSIVE,
        Telling.DID,
        Telling.CARRIED,
        Telling.BARE,
        Telling.COMMAND,
        Telling.CHANGE,
        Telling.THIRD,
        Telling.PLAN,
    }
)
_HAPPENING = frozenset({Telling.PASSIVE, Telling.BARE, Telling.THIRD})
_SHORTEST = 3
"""Characters of a text that can tell something."""


def beats_of(sentences: Sequence[Sentence], candidates: Sequence[Candidate]) -> list[Beat]:
    """The steps in the order of the document; every candidate is the deed of its number."""
    by_sentence: dict[int, list[int]] = {}
    for number, candidate in enumerate(candidates):
        by_sentence.setdefault(candidate.index, []).append(number)
    beats: list[Beat] = []
    part, role = 0, None
    for index, sentence in enumerate(sentences):
        if sentence.role is not role:
            part, role = part + 1, sentence.role
        numbers = by_sentence.get(index, ())
        deeds = [n for n in numbers if is_deed(candidates[n])]
        deeds = [n for n in deeds if n == deeds[0] or not _came_of_it(candidates[n])]
        beats.extend(Beat(n, ends=False, part=part) for n in numbers if n not in deeds)
        beats.extend(_of_sentence(sentence, candidates, deeds, part))
    return beats


def is_deed(candidate: Candidate) -> bool:
    """Whether somebody did it, so that what is told next may be due to it."""
    if candidate.telling not in _DEEDS:
        return False
    if candidate.telling not in _HAPPENING and candidate.verb.kind != "other":
        return True
    text = candidate.sentence.text
    happens = candidate.verb.kind == "other" or candidate.verb.kind in _consequences()
    return not (happens and effect_of(text[slice(*candidate.clause)]) is Effect.HARM)


def _came_of_it(candidate: Candidate) -> bool:
    """Whether it is told behind a deed in the same sentence as what came of that."""
    return candidate.telling in {Telling.BARE, Telling.THIRD} and not candidate.remedial


def _of_sentence(
    sentence: Sentence, candidates: Sequence[Candidate], deeds: Sequence[int], part: int
) -> Iterator[Beat]:
    """What stands before, between and after the deeds of a sentence, then its cell."""
    at = 0
    for number in deeds:
        one = candidates[number]
        yield from _told(sentence.text[at : one.clause[0]], part)
        yield Beat(number, part=part)
        at = one.core_end
    yield from _told(sentence.text[at:], part)
    if sentence.effect:
        yield from _told(sentence.effect, part)


def _told(text: str, part: int) -> Iterator[Beat]:
    if len(text.strip(" ,;.:–—-()|")) < _SHORTEST and effect_of(text) is Effect.UNSAID:
        return
    yield Beat(None, effect_of(text), re.search(r"\d", text) is not None, part=part)


def _consequences() -> frozenset[str]:
    return frozenset(load_words("postmortem")["kinds"]["consequences"])
