"""The last word on what the gates let through: how likely it is that an entry is repeated.

The rules of `score` and `ruling_out` give a rough answer, which is as good as the words they know.
Here all that they found is weighed together, by trees that were learned from announcements that no
rule was written for; where that leaves a doubt, the language model is asked whether the two texts
tell of the same. `python -m tests.eval.train_matching` writes the trees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import NamedTuple

from bot.domain.errors import BrokenInstallation
from bot.domain.match import WhyNot
from bot.domain.matching.evidence import Evidence
from bot.domain.matching.hit import Hit, Why
from bot.domain.matching.trees import Trees
from bot.domain.sense import Question, Sense, load_sense

ENOUGH = 0.5
"""From this likelihood on it is a match."""
_FOLDER = resources.files(__package__)
_DOUBT = (0.1, 0.85)
_WEIGHED, _ASKED = 8, 4
_SURE = 0.9


class Weighed(NamedTuple):
    """A hit that is weighed.

    Attributes:
        at: Its position among the hits.
        hit: The hit.
        evidence: What speaks for and against it.
    """

    at: int
    hit: Hit
    evidence: Evidence


def weighed(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, each a match only where it is likely enough.

    Args:
        hits: All hits of an announcement, as the rules see them.
    """
    result, found = list(hits), likelihoods(hits)
    stays = _staying([one for one, likely in found if one.hit.matches and likely < ENOUGH])
    for one, likely in found:
        result[one.at] = _by(one, likely, stays=one.at in stays)
    return result


def likelihoods(hits: Sequence[Hit]) -> list[tuple[Weighed, float]]:
    """How likely each of the nearest hits is a match, from 0 to 1."""
    near = nearest(hits)
    likely = {one.at: trees().likelihood(signs_of(one, near, {})) for one in near}
    doubtful = [one for one in near if _DOUBT[0] < likely[one.at] < _DOUBT[1]]
    if all(map(_is_kept, doubtful)):
        doubtful = []  # whatever the model says of them, they stay matches
    asked = sorted(doubtful, key=lambda one: (_milder(one.hit), -likely[one.at]))[:_ASKED]
    answers = answers_about(asked, load_sense()) if asked else {}
    for one in asked:
        likely[one.at] = trees().likelihood(signs_of(one, near, answers))
    return [(one, likely[one.at]) for one in near]


def nearest(hits: Sequence[Hit], most: int = _WEIGHED) -> list[Weighed]:
    """The hits that are weighed, in an order that does not depend on that of the entries.

    Those of entries that block come first: however many warn, none of them is left out for it.
    """
    found = [Weighed(at, hit, hit.evidence) for at, hit in enumerate(hits) if hit.evidence]
    return sorted(found, key=lambda o: (_milder(o.hit), *_further(o.hit)))[:most]


def answers_about(near: Sequence[Weighed], sense: Sense) -> dict[int, float]:
    """What the language model says of each, by its position."""
    answers = sense.ask(Question.REPEATS, [one.evidence.texts for one in near])
    return {one.at: answer for one, answer in zip(near, answers, strict=True)}


def signs_of(
    one: Weighed, near: Sequence[Weighed], answers: Mapping[int, float]
) -> dict[str, float]:
    """The numbers that are weighed for one of the hits.

    Entries that warn do not compete with one that blocks: who adds them loses no hold.
    """
    rank = one.hit.entry.severity.rank
    rivals = [o for o in near if o is not one and o.hit.entry.severity.rank >= rank]
    signs = {**one.evidence.signs, "matches": float(one.hit.matches)}
    if rivals:
        signs["score of the best rival"] = max(rival.hit.score for rival in rivals)
    if one.at in answers:
        signs["answer"] = answers[one.at]
        others = [answers[rival.at] for rival in rivals if rival.at in answers]
        if others:
            signs["best answer of a rival"] = max(others)
    return signs


@cache
def trees() -> Trees:
    """The trees that come with negmem.

    Raises:
        BrokenInstallation: They are missing or damaged.
    """
    file = _FOLDER.joinpath("trees.json")
    try:
        kept = file.read_bytes()
        told = _FOLDER.joinpath("trees.json.sha256").read_text("utf-8").split()[:1]
        if told != [sha256(kept).hexdigest()]:  # with another value they would weigh wrongly
            raise ValueError("trees.json is not what trees.json.sha256 tells.")
        return Trees.from_json(kept.decode("utf-8"))
    except (OSError, ValueError) as error:
        raise BrokenInstallation("negmem's trees are missing or damaged", file) from error


def by_themselves(ones: Sequence[Weighed], sense: Sense) -> list[dict[str, float]]:
    """What is weighed for each of these actions alone: no other entry, nothing around it."""
    alone = [one._replace(evidence=one.evidence.by_itself) for one in ones]
    answers = answers_about(alone, sense)
    return [signs_of(one, [one], answers) for one in alone]


def _milder(hit: Hit) -> int:
    return -hit.entry.severity.rank


def _further(hit: Hit) -> tuple[bool, float, str]:
    return not hit.matches, -hit.score, hit.entry.id


def _by(one: Weighed, likely: float, *, stays: bool) -> Hit:
    """The hit by its likelihood; where the rules said the same, their reasons stay."""
    hit = one.hit
    if (likely >= ENOUGH) is hit.matches or (hit.matches and stays):
        return hit
    if hit.matches:
        return replace(hit, matches=False, explain=lambda: Why(WhyNot.OTHER_ACTION, _LITTLE))
    planned = one.evidence.compared.said.frame.planned
    return replace(hit, matches=True, planned=planned, explain=lambda: _repeats(one, likely))


def _is_kept(one: Weighed) -> bool:
    return one.hit.matches and (one.evidence.is_command or one.evidence.in_own_words)


def _staying(overruled: Sequence[Weighed]) -> set[int]:
    """Which matches of the rules stay, however unlikely the whole announcement makes them look.

    A command says all that it does, whatever it is wrapped in; an entry may be said in its own
    words; and who chats around an action does it all the same: by itself it must be unlikely, too.
    """
    kept = {one.at for one in overruled if _is_kept(one)}
    others = [one for one in overruled if one.at not in kept]
    if not others:
        return kept
    alone = by_themselves(others, load_sense())
    likely = zip(others, map(trees().likelihood, alone), strict=True)
    return kept | {one.at for one, value in likely if value >= ENOUGH}


def _repeats(one: Weighed, likely: float) -> Why:
    how = "clearly" if likely >= _SURE else "probably"
    agreed = one.hit.agreed(one.evidence.compared.parts)
    return Why(None, agreed=(*agreed, f"the text {how} tells of the same action"))


_LITTLE = "taken as a whole, it probably tells of another action"

__all__ = [
    "ENOUGH", "Weighed", "answers_about", "by_themselves", "likelihoods", "nearest", "signs_of",
    "trees", "weighed",
]  # fmt: skip
