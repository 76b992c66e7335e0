"""What the language model makes of a candidate: two texts, what went wrong and what was done."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.postmortem.effects import Effect
from bot.domain.postmortem.sections import Role
from bot.domain.postmortem.story import Story
from bot.domain.sense import Question, load_sense

_TITLE, _HARM, _CAUSE, _TOLD = 100, 140, 160, 420
_HARMS, _CAUSES = 2, 3
_ACTION, _BEFORE, _SENTENCE, _EFFECT, _AFTER = 120, 100, 220, 80, 140
"""Characters, and sentences, of which the texts are made."""


def worsened(story: Story, numbers: Iterable[int]) -> dict[int, float]:
    """The log-odds that candidates made it worse, by their numbers.

    Args:
        story: The document.
        numbers: Of the candidates that are asked about.
    """
    asked = list(numbers)
    answers = load_sense().ask(Question.WORSENED, [texts_of(story, one) for one in asked])
    return dict(zip(asked, answers, strict=True))


def texts_of(story: Story, number: int) -> tuple[str, str]:
    """What a document says went wrong, and a candidate with what stands around it."""
    return _gone_wrong(story), _told(story, number)


def _gone_wrong(story: Story) -> str:
    told = list(zip(story.sentences, story.effects, strict=True))
    causes = [sentence.text[:_CAUSE] for sentence, _ in told if sentence.role is Role.CAUSE]
    aside = {Role.FOLLOW_UP, Role.CAUSE}
    harms = [s.text[:_HARM] for s, e in told if e is Effect.HARM and s.role not in aside]
    harm, cause = " ".join(harms[:_HARMS]), " ".join(causes[:_CAUSES])
    return f"{story.title[:_TITLE]}. {harm} {cause}"[:_TOLD]


def _told(story: Story, number: int) -> str:
    candidate = story.candidates[number]
    at, sentence = candidate.index, candidate.sentence
    before = story.sentences[at - 1].text[-_BEFORE:] if at else ""
    after = "".join(one.text[:_AFTER] for one in story.sentences[at + 1 : at + 2])
    effect = (sentence.effect or "")[:_EFFECT]
    action = f"{story.actions[number][:_ACTION]}. {sentence.role.value}:"
    return f"{action} {before} {sentence.text[:_SENTENCE]} {effect} {after}"


__all__ = ["texts_of", "worsened"]
