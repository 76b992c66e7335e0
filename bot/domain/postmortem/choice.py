"""Which candidates of a document are its harmful actions: the best one, and what is as clear."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources

from bot.domain.postmortem.effects import Effect, effect_of
from bot.domain.postmortem.place import environment_told
from bot.domain.postmortem.sections import Role
from bot.domain.postmortem.sense import worsened
from bot.domain.postmortem.signs import signs_of, signs_of_none
from bot.domain.postmortem.story import Story

LEAD = -1.5
"""How far the best candidate's score must lie above that of none."""
CLEAR = 1.5
"""How far a further one's score must lie above that of none."""
_SENSED, _MOST_SENSED = 1.0, 6.0
"""What a log-odd of the language model counts beside the weights, and how many count. Set, with
LEAD and CLEAR, on learn26 to learn30 and learn34 to learn37, which the model was not taught."""
_LIVE = "prod"
_MOST = 3
_NEAR = 2.0
"""How much lower the score of a fuller wording may be."""
_HALF = 2
_VAGUE = frozenset({"change", "apply", "alter"})


@cache
def weights() -> Mapping[str, float]:
    """Sign -> weight, as `python -m tests.eval.train_postmortems` learned them."""
    text = resources.files(__package__).joinpath("weights.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: float(value) for name, value in rows}


def is_told_harm(story: Story) -> bool:
    """Whether the document tells of any harm; a cell that tells no good of an action does."""
    cells = [sentence.effect for sentence in story.sentences if sentence.effect]
    return (
        story.first_harm < len(story.sentences)
        or any(sentence.role is Role.HARM for sentence in story.sentences)
        or any(effect_of(cell) in {Effect.HARM, Effect.UNSAID} for cell in cells)
    )


def is_eligible(story: Story, number: int) -> bool:
    """Whether a candidate was done where it harmed, and not among what helped or is to do."""
    sentence = story.candidates[number].sentence
    here = environment_told(story.actions[number], story.environments)
    if here is not None and here != story.places.environment == _LIVE:
        return False
    if sentence.role in {Role.HELP, Role.NO_EFFECT}:
        return sentence.effect is not None and effect_of(sentence.effect) is Effect.HARM
    cell = effect_of(sentence.effect) if sentence.effect else Effect.UNSAID
    if cell is Effect.HELP and _turned(story, number):
        return sentence.role is not Role.FOLLOW_UP
    return sentence.role is not Role.FOLLOW_UP and (
        sentence.role is Role.HARM or cell not in {Effect.HELP, Effect.NONE}
    )


def _turned(story: Story, number: int) -> bool:
    """Whether what helped at first was put back later, after harm was told."""
    mine = story.candidates[number]
    for other, one in enumerate(story.candidates[number + 1 :], start=number + 1):
        if one.remedial and not mine.remedial and story.things[number] & story.things[other]:
            between = range(mine.index + 1, one.index)
            return any(
                story.effects[i] is Effect.HARM
                or effect_of(story.sentences[i].effect or "") is Effect.HARM
                for i in between
            )
    return False


def score(signs: Collection[str], weighed: Mapping[str, float]) -> float:
    """The sum of the weights of signs."""
    return sum(weighed.get(sign, 0.0) for sign in signs)


def chosen(story: Story, weighed: Mapping[str, float] | None = None) -> tuple[int, ...]:
    """The numbers of the candidates that were harmful, each action once, in order.

    Args:
        story: The document.
        weighed: Sign -> weight; the learned ones by default.

    Raises:
        BrokenInstallation: The language model or the weights are missing or damaged.
    """
    weighed = weights() if weighed is None else weighed
    if not is_told_harm(story):
        return ()
    none = score(signs_of_none(story), weighed)
    eligible = [n for n in range(len(story.candidates)) if is_eligible(story, n)]
    scores = {
        n: score(signs_of(story, n), weighed) + _SENSED * _bounded(sensed)
        for n, sensed in worsened(story, eligible).items()
    }
    taken: list[int] = []
    for number in sorted(scores, key=lambda n: (-scores[n], n)):
        if scores[number] - none < (CLEAR if taken else LEAD) or len(taken) == _MOST:
            break
        number = _fullest(story, number, scores)
        if not any(number == other or story.same(number, other) for other in taken):
            taken.append(number)
    return tuple(sorted(taken))


def _bounded(sensed: float) -> float:
    return max(-_MOST_SENSED, min(_MOST_SENSED, sensed))


def _fullest(story: Story, number: int, scores: Mapping[int, float]) -> int:
    """The candidate that tells the same action with more: where it was done, from what to what.

    "The heap was changed on everything" in a list of what hurt is the "halved the heap of x" of
    the timeline.
    """
    chosen_one = story.candidates[number]
    twins = [
        other
        for other, value in scores.items()
        if value > scores[number] - _NEAR
        and not story.candidates[other].remedial
        and _tells_more(story, number, other)
    ]
    if chosen_one.remedial or not twins:
        return number
    return max([number, *twins], key=lambda n: (_details(story, n), -abs(n - number)))


def _tells_more(story: Story, number: int, other: int) -> bool:
    """Whether a candidate tells the same as another does, or plainly what "change" means there."""
    one, two = story.candidates[number].verb.kind, story.candidates[other].verb.kind
    if one == two:
        return story.same(number, other)
    shared = story.things[number] & story.things[other]
    half = _HALF * len(shared) >= len(story.things[number])  # else it tells something of its own
    return one in _VAGUE and two not in _VAGUE and bool(shared) and half


def _details(story: Story, number: int) -> int:
    action = story.actions[number].lower()
    named = any(name in action for name in story.places.weights)
    return named + any(char.isdigit() for char in action)
