"""From a chosen candidate to its draft."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bot.domain.entry import Severity
from bot.domain.postmortem.candidate import Candidate
from bot.domain.postmortem.draft import Draft
from bot.domain.postmortem.effects import Effect, effect_of, is_grave
from bot.domain.postmortem.phrase import context_of
from bot.domain.postmortem.place import environment_told
from bot.domain.postmortem.sections import Role
from bot.domain.postmortem.story import Story
from bot.domain.postmortem.unit import UnitKind
from bot.domain.reading.lexicon import Environments

_OUTCOME = 240
_FOLLOWING = 4


def draft_of(story: Story, number: int, environments: Environments) -> Draft:
    """The draft of one candidate: what, where, with which outcome, read from which lines."""
    candidate, action = story.candidates[number], story.actions[number]
    sentence = candidate.sentence
    told = list(islice(_evidence(story, candidate), 2))
    outcome = "; ".join(text for text, _ in told) or _impact(story) or sentence.text
    clause = sentence.text[slice(*candidate.clause)]
    environment = environment_told(action, environments) or environment_told(clause, environments)
    return Draft(
        action=action,
        service=story.places.service_in(action, sentence.text, *_above(story, candidate)),
        environment=environment or story.places.environment,
        context=context_of(candidate),
        outcome=outcome[:_OUTCOME].strip(' "”'),
        severity=Severity.BLOCK if is_grave(outcome) else Severity.WARN,
        lines=(sentence.first, max([sentence.last, *(line for _, line in told)])),
    )


def _evidence(story: Story, candidate: Candidate) -> Iterator[tuple[str, int]]:
    """Texts after the action that tell harm, nearest first, with their last lines."""
    sentence = candidate.sentence
    if sentence.effect:
        yield sentence.effect, sentence.last
        return
    rest = sentence.text[candidate.core_end :].strip(" ,;.–—-")
    if effect_of(rest) is Effect.HARM:
        yield rest, sentence.last
    following = range(candidate.index + 1, candidate.index + 1 + _FOLLOWING)
    for index in following:
        if index >= len(story.sentences) or story.sentences[index].role is not sentence.role:
            return
        if story.effects[index] is Effect.HARM:
            yield story.sentences[index].text, story.sentences[index].last
        elif story.effects[index] is Effect.HELP:
            return


def _impact(story: Story) -> str:
    """The first sentence of the story that tells harm: what the incident led to."""
    told = (
        sentence.text
        for sentence, effect in zip(story.sentences, story.effects, strict=True)
        if effect is Effect.HARM and sentence.role is not Role.FOLLOW_UP
    )
    return next(told, "")


def _above(story: Story, candidate: Candidate) -> list[str]:
    """The sentences before it in its paragraph and the one above, nearest first."""
    sentence = candidate.sentence
    near = (
        (sentence.unit, sentence.unit - 1) if sentence.kind is UnitKind.TEXT else (sentence.unit,)
    )
    before = story.sentences[max(0, candidate.index - 12) : candidate.index]
    return [one.text for one in reversed(before) if one.unit in near]
