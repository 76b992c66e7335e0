"""The last word on what the gates let through and nothing rules out: how likely it is a match.

The rules of `score` give a rough answer, which is as good as the words they know. Here their parts
are weighed together, by trees that were learned from announcements that no rule was written for;
where that leaves a doubt, the language model is asked whether the two texts tell of the same.
`python -m tests.eval.train_matching` writes the trees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from math import nan

from bot.domain.errors import BrokenInstallation
from bot.domain.match import WhyNot
from bot.domain.matching.evidence import Evidence
from bot.domain.matching.hit import Hit, Why
from bot.domain.matching.trees import Trees
from bot.domain.sense import Question, load_sense

ENOUGH = 0.55
"""From this likelihood on it is a match."""
UNASKED = (nan, nan)
"""In the place of `answers_of`, where the model is not asked."""
_TREES = resources.files(__package__).joinpath("trees.json")
_DOUBT = (0.1, 0.85)
_WEIGHED, _ASKED = 8, 4
_SURE = 0.9


def weighed(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, each a match only where it is likely enough.

    Args:
        hits: All hits of an announcement, as the rules see them.
    """
    likely = likelihoods(hits)
    return [hit if p is None else _by(hit, p) for hit, p in zip(hits, likely, strict=True)]


def likelihoods(hits: Sequence[Hit]) -> list[float | None]:
    """How likely each hit is a match, from 0 to 1; None where nothing is to be weighed."""
    nearest = sorted((at for at, hit in enumerate(hits) if hit.evidence), key=_nearest_of(hits))
    signs = {at: signs_of(hits, at) for at in nearest[:_WEIGHED]}
    likely = {at: trees().likelihood((*own, *UNASKED)) for at, own in signs.items()}
    doubtful = [at for at, p in likely.items() if _DOUBT[0] < p < _DOUBT[1]]
    asked = sorted(doubtful, key=lambda at: -likely[at])[:_ASKED]
    texts = [_texts(hits[at]) for at in asked]
    answers = load_sense().ask(Question.REPEATS, texts) if texts else []
    for position, at in enumerate(asked):
        likely[at] = trees().likelihood((*signs[at], *answers_of(answers, position)))
    return [likely.get(at) for at in range(len(hits))]


def _nearest_of(hits: Sequence[Hit]) -> Callable[[int], tuple[bool, float]]:
    return lambda at: (not hits[at].matches, -hits[at].score)


def answers_of(answers: Sequence[float], at: int) -> tuple[float, float]:
    """The model's answer about one hit, and its best one about the others that it was asked for."""
    others = [answer for other, answer in enumerate(answers) if other != at]
    return answers[at], max(others, default=nan)


def signs_of(hits: Sequence[Hit], at: int) -> tuple[float, ...]:
    """The numbers that are weighed for one of the hits, but for the model's answers."""
    evidence = hits[at].evidence
    others = [hit.score for other, hit in enumerate(hits) if other != at]
    return evidence.beside(matches=hits[at].matches, others=others) if evidence else ()


@cache
def trees() -> Trees:
    """The trees that come with negmem.

    Raises:
        BrokenInstallation: They are missing or damaged.
    """
    try:
        return Trees.from_json(_TREES.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BrokenInstallation("negmem's trees are missing or damaged", _TREES) from error


def _texts(hit: Hit) -> tuple[str, str]:
    return hit.evidence.texts if hit.evidence else ("", "")


def _by(hit: Hit, likely: float) -> Hit:
    """The hit by its likelihood; where the rules said the same, their reasons stay.

    Who says an entry's action in its own words repeats it, however unlikely that looks.
    """
    if (likely >= ENOUGH) is hit.matches or hit.evidence is None:
        return hit
    if hit.matches and hit.evidence.in_own_words:
        return hit
    if hit.matches:
        return replace(hit, matches=False, explain=lambda: Why(WhyNot.OTHER_ACTION, _LITTLE))
    evidence, planned = hit.evidence, hit.evidence.compared.said.frame.planned
    return replace(
        hit, matches=True, planned=planned, explain=lambda: _repeats(hit, evidence, likely)
    )


def _repeats(hit: Hit, evidence: Evidence, likely: float) -> Why:
    how = "clearly" if likely >= _SURE else "probably"
    agreed = hit.agreed(evidence.compared.parts)
    return Why(None, agreed=(*agreed, f"the text {how} tells of the same action"))


_LITTLE = "taken as a whole, it probably tells of another action"

__all__ = ["ENOUGH", "UNASKED", "answers_of", "likelihoods", "signs_of", "trees", "weighed"]
