"""A document as its candidates are weighed: sentences with effects, candidates with their words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from bot.domain.action_words import ActionWords, content_of
from bot.domain.lesson_words import load_words
from bot.domain.postmortem.beats import beats_of
from bot.domain.postmortem.candidate import Candidate, candidates_of
from bot.domain.postmortem.effects import Effect, effect_of, pattern
from bot.domain.postmortem.phrase import action_of
from bot.domain.postmortem.place import Places
from bot.domain.postmortem.sections import Role
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.undoing import undone
from bot.domain.postmortem.walk import Passage, walk
from bot.domain.reading.lexicon import Environments, stem

_MOST = 400
"""More candidates than a review has."""
_PARTICLES = frozenset("back again up down off out over new old first then some other".split())
_SETTING = frozenset(load_words("postmortem")["kinds"]["setting"])
_TWINS = 2
"""How far apart two candidates of one sentence may stand that tell the same deed."""
_COMMON = 2
"""Things that two actions of different kinds share if they are the same."""
_ALIKE = 0.6
"""Two wordings of one action: the share of the shorter one's things that the other one has too."""


@dataclass(frozen=True)
class Story:
    """What the choice looks at.

    Attributes:
        title: Of the document, with its file's name.
        sentences: All of it.
        candidates: What may have been done, in order.
        actions: Of each candidate, in words.
        places: Services and environments.
        environments: Their names.
    """

    title: str
    sentences: Sequence[Sentence]
    candidates: Sequence[Candidate]
    actions: Sequence[str]
    places: Places
    environments: Environments

    @cached_property
    def things(self) -> Sequence[frozenset[str]]:
        """The stems of each candidate's action, without its verb, numbers and particles."""
        return [
            things_of(action) - {stem(candidate.verb.base)}
            for action, candidate in zip(self.actions, self.candidates, strict=True)
        ]

    @cached_property
    def effects(self) -> Sequence[Effect]:
        """What each sentence tells of an effect."""
        return [effect_of(sentence.text) for sentence in self.sentences]

    @cached_property
    def stems(self) -> Sequence[frozenset[str]]:
        """The stems of each sentence."""
        return [things_of(sentence.text) for sentence in self.sentences]

    @cached_property
    def echoes(self) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
        """Of each sentence: the stems of all its words, and the signs that an echo in it gives."""
        return [
            (
                stems | {stem(word) for word in sentence.text.lower().split()},
                frozenset(_signs_of_echo(sentence, effect)),
            )
            for sentence, stems, effect in zip(
                self.sentences, self.stems, self.effects, strict=True
            )
        ]

    @cached_property
    def first_harm(self) -> int:
        """The first sentence of the story that tells harm; behind the last one if none does."""
        told = (
            i
            for i, (s, e) in enumerate(zip(self.sentences, self.effects, strict=True))
            if e is Effect.HARM and s.role is not Role.FOLLOW_UP
        )
        return next(told, len(self.sentences))

    @cached_property
    def passages(self) -> Mapping[int, Passage]:
        """The place of each candidate in the walk through the story."""
        return walk(beats_of(self.sentences, self.candidates))

    @cached_property
    def put_back(self) -> Mapping[int, int]:
        """Number of a candidate -> number of the one that puts it back."""
        remedial = [one.remedial for one in self.candidates]
        things = [
            named | (self.stems[one.index] if one.remedial else frozenset())
            for named, one in zip(self.things, self.candidates, strict=True)
        ]
        found = dict(undone(things, self.actions, remedial))
        for number, back in list(found.items()):
            for other in range(number - _TWINS, number + _TWINS + 1):
                if 0 <= other < back and self._is_twin(number, other):
                    found.setdefault(other, back)
        return found

    @cached_property
    def set_anew(self) -> Mapping[int, Sequence[int]]:
        """Number of a candidate -> those that give the same thing another value."""
        values = [_values_of(action) for action in self.actions]
        numbers = [n for n, one in enumerate(self.candidates) if values[n] and not one.remedial]
        return {
            one: [two for two in numbers if two != one and self._resets(one, two, values)]
            for one in numbers
        }

    def _resets(self, one: int, two: int, values: Sequence[frozenset[str]]) -> bool:
        shared = self.things[one] & self.things[two]
        fewer = min(len(self.things[one]), len(self.things[two]))
        kinds = {self.candidates[one].verb.kind, self.candidates[two].verb.kind}
        return (
            bool(shared)
            and 2 * len(shared) >= fewer
            and values[one] != values[two]
            and (kinds <= _SETTING)
        )

    def _is_twin(self, one: int, two: int) -> bool:
        """Whether two candidates of one sentence name the same things."""
        first, second = self.candidates[one], self.candidates[two]
        shared = self.things[one] & self.things[two]
        return first.index == second.index and bool(shared) and not second.remedial

    def same(self, one: int, two: int) -> bool:
        """Whether two candidates tell the same action."""
        first, second = self.candidates[one], self.candidates[two]
        if first.remedial != second.remedial:
            return False
        shared = self.things[one] & self.things[two]
        fewer = min(len(self.things[one]), len(self.things[two]))
        if first.verb.kind == second.verb.kind or "other" in {first.verb.kind, second.verb.kind}:
            return fewer == 0 or len(shared) / fewer >= _ALIKE
        return len(shared) >= _COMMON and len(shared) / fewer >= _ALIKE


def _values_of(action: str) -> frozenset[str]:
    return frozenset(re.findall(r"(?<![\w.-])\d[\d.,]*", action))


def story_of(
    title: str,
    sentences: Sequence[Sentence],
    words: ActionWords,
    places: Places,
    environments: Environments,
) -> Story:
    """A document as its candidates are weighed."""
    candidates = list(islice(candidates_of(sentences, words), _MOST))
    actions = [action_of(one) for one in candidates]
    return Story(title, sentences, candidates, actions, places, environments)


def _signs_of_echo(sentence: Sentence, effect: Effect) -> Iterator[str]:
    text = sentence.text.lower()
    yield f"echo:{sentence.role.value}"
    for name in ("forbids", "judgement"):
        if pattern("signs", name).search(text):
            yield f"echo:{name}"
    if effect is Effect.HARM:
        yield "echo:harm"


def things_of(text: str) -> frozenset[str]:
    """The stems of the things that a text names."""
    words = (word.strip(".") for word in content_of(re.sub(r"[`'\"]", " ", text)))
    return frozenset(
        stem(w) for w in words if len(w) > 2 and not w[0].isdigit() and w not in _PARTICLES
    )
