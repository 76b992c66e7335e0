"""python -m tests.eval.train_matching: learns the trees of `matching/trees.json`.

Learned from sets only whose announcements no rule was written for: on the others the rules look
better than they are, and would be trusted too much. The same holds for the language model: the sets
that it was taught it knows by heart. `docs/sense.md` says what this needs.

--check   leaves each sixth of the sets out in turn, learns from the others and scores it
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from math import nan
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from bot.domain.matching.weighing import (
    ENOUGH,
    answers_about,
    by_themselves,
    nearest,
    signs_of,
)
from bot.domain.sense import load_sense
from tests.eval.matching import CORPUS, load_memory, rows, ruled

LEARNED = range(91, 138)
"""Sets that the network was not taught."""
TREES = Path(__file__).parents[2] / "bot/domain/matching/trees.json"
ROUNDS, RATE, LEAVES, FEWEST = 300, 0.05, 15, 25
PARTS = 6
ANSWERS = ("answer", "best answer of a rival")
_BEYOND = 1e9
WITHOUT = 0.5
"""Weight of the copies without the model's answer, which decide whether it is asked at all."""


@dataclass(frozen=True, slots=True)
class Example:
    """One entry beside one announcement.

    Attributes:
        set_name: The set it belongs to.
        signs: What is weighed, the model's answers with it.
        alone: The same of the action by itself, where the rules say match and prose may lose it.
        repeats: The label.
        ruled: What the rules alone say.
        kept: Whether that stays whatever is weighed.
    """

    set_name: str
    signs: dict[str, float]
    alone: dict[str, float]
    repeats: bool
    ruled: bool
    kept: bool


def examples_of(name: str) -> Iterator[Example]:
    """The pairs of a set that are weighed."""
    memory, sense = load_memory(CORPUS / name / "entries.jsonl"), load_sense()
    for raw in rows(CORPUS / name / "announcements.jsonl"):
        near = nearest(ruled(raw, memory)[1])
        answers = answers_about(near, sense)
        for one in near:
            says, evidence = one.hit.matches, one.evidence
            kept = says and (evidence.is_command or evidence.in_own_words)
            (alone,) = by_themselves([one], sense) if says and not kept else ({},)
            signs = signs_of(one, near, answers)
            yield Example(name, signs, alone, one.hit.entry.id in raw["expect"], says, kept)


def names_in(examples: list[Example]) -> list[str]:
    """The names of all that is weighed, the model's answers last."""
    found = {name for one in examples for name in one.signs}
    return [*sorted(found - {*ANSWERS}), *ANSWERS]


def table(signs: list[dict[str, float]], names: list[str]) -> np.ndarray:
    """The numbers in the order of their names; what is unknown is NaN."""
    return np.array([[one.get(name, nan) for name in names] for one in signs])


def learn(examples: list[Example], names: list[str]) -> HistGradientBoostingClassifier:
    """The trees that tell matches from the rest, with the model's answer and without."""
    asked = table([one.signs for one in examples], names)
    unasked = asked.copy()
    unasked[:, -len(ANSWERS) :] = nan
    model = HistGradientBoostingClassifier(
        max_iter=ROUNDS, learning_rate=RATE, max_leaf_nodes=LEAVES, min_samples_leaf=FEWEST,
        l2_regularization=1.0, random_state=0,
    )  # fmt: skip
    labels = [one.repeats for one in examples]
    weights = [1.0] * len(examples) + [WITHOUT] * len(examples)
    return model.fit(np.concatenate([asked, unasked]), labels + labels, sample_weight=weights)


def kept(model: HistGradientBoostingClassifier, names: list[str]) -> str:
    """The trees in the form of `Trees.from_json`."""
    trees = []
    for (predictor,) in model._predictors:  # the library shows its trees nowhere else
        trees.append([_node(node) for node in predictor.nodes])
    start = round(float(model._baseline_prediction.item()), 4)
    lines = ",\n".join(json.dumps(tree) for tree in trees)
    return f'{{"signs": {json.dumps(names)},\n"start": {start}, "trees": [\n{lines}\n]}}\n'


def _node(node: np.void) -> list[float | bool] | float:
    if node["is_leaf"]:
        return round(float(node["value"]), 4)
    # An endless threshold tells what is known from what is not.
    most = min(round(float(node["num_threshold"]), 6), _BEYOND)
    unknown_left = bool(node["missing_go_to_left"])
    return [int(node["feature_idx"]), most, unknown_left, int(node["left"]), int(node["right"])]


def check(examples: list[Example]) -> None:
    """Prints what each set would reach if it had not been learned from."""
    names, sums = names_in(examples), np.zeros((2, 3), dtype=int)
    every = list(dict.fromkeys(one.set_name for one in examples))
    for out in (every[at::PARTS] for at in range(PARTS)):
        model = learn([one for one in examples if one.set_name not in out], names)
        for name in out:
            left = [one for one in examples if one.set_name == name]
            said = said_of(model, left, names)
            missed = expected(name) - sum(one.repeats for one in left)
            got = np.array([_counts(left, said, missed),
                            _counts(left, [one.ruled for one in left], missed)])  # fmt: skip
            sums += got
            print(f"{name:<6} weighed {_f1(got[0]):.3f}, by the rules alone {_f1(got[1]):.3f}")
    for text, counts in zip(("weighed", "by the rules alone"), sums, strict=True):
        print(f"all, {text}: {_f1(counts):.3f} (right, wrong, missed: {counts.tolist()})")


def said_of(
    model: HistGradientBoostingClassifier, examples: list[Example], names: list[str]
) -> list[bool]:
    """What is said to each: as likely as `ENOUGH`, or what the rules hold and nothing takes."""
    likely = model.predict_proba(table([one.signs for one in examples], names))[:, 1]
    alone = model.predict_proba(table([one.alone for one in examples], names))[:, 1]
    return [
        bool(p >= ENOUGH or one.kept or (one.alone and by >= ENOUGH))
        for one, p, by in zip(examples, likely, alone, strict=True)
    ]


def expected(name: str) -> int:
    """How many matches a set has."""
    return sum(len(raw["expect"]) for raw in rows(CORPUS / name / "announcements.jsonl"))


def _counts(examples: list[Example], said: list[bool], beyond: int) -> tuple[int, int, int]:
    right = sum(s and one.repeats for s, one in zip(said, examples, strict=True))
    wrong = sum(said) - right
    return right, wrong, sum(one.repeats for one in examples) - right + beyond


def _f1(counts: np.ndarray) -> float:
    right, wrong, missed = counts
    return 2 * right / (2 * right + wrong + missed)


def main() -> None:
    """Writes the trees, or with --check prints what they are worth."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval.train_matching")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    examples = [one for number in LEARNED for one in examples_of(f"s{number}")]
    if arguments.check:
        check(examples)
    else:
        names = names_in(examples)
        learned = kept(learn(examples, names), names).encode()
        TREES.write_bytes(learned)
        told = f"{sha256(learned).hexdigest()}  {TREES.name}\n"
        TREES.with_name(f"{TREES.name}.sha256").write_text(told, encoding="utf-8")


if __name__ == "__main__":
    main()
