"""python -m tests.eval.train_matching: learns the trees of `matching/trees.json`.

Learned from sets only whose announcements no rule was written for: on the others the rules look
better than they are, and would be trusted too much. The language model that is asked here must
not have seen them either (`train_sense.py`). Needs `pip install -e ".[train]"`.

--check    leaves each set out in turn, learns from the others and scores it
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import nan
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from bot.domain.matching.weighing import ENOUGH, UNASKED, answers_of, signs_of
from bot.domain.sense import Question, load_sense
from tests.eval.matching import CORPUS, load_memory, rows, ruled

HONEST = tuple(f"s{number}" for number in range(31, 52))
TREES = Path(__file__).parents[2] / "bot/domain/matching/trees.json"
ROUNDS, RATE, LEAVES, FEWEST = 250, 0.05, 7, 25
WITHOUT = 0.5
"""Weight of the copies without the model's answer, which decide whether it is asked at all."""


@dataclass(frozen=True, slots=True)
class Example:
    """One entry beside one announcement.

    Attributes:
        set_name: The set it belongs to.
        signs: What is weighed, the model's answers last.
        repeats: The label.
        ruled: What the rules alone say.
    """

    set_name: str
    signs: tuple[float, ...]
    repeats: bool
    ruled: bool


def examples_of(name: str) -> Iterator[Example]:
    """The pairs of a set that are weighed."""
    memory = load_memory(CORPUS / name / "entries.jsonl")
    for raw in rows(CORPUS / name / "announcements.jsonl"):
        _, hits = ruled(raw, memory)
        weighed = [(at, hit) for at, hit in enumerate(hits) if hit.evidence]
        texts = [hit.evidence.texts for _, hit in weighed]
        answers = load_sense().ask(Question.REPEATS, texts)
        for position, (at, hit) in enumerate(weighed):
            signs = (*signs_of(hits, at), *answers_of(answers, position))
            yield Example(name, signs, hit.entry.id in raw["expect"], hit.matches)


def learn(examples: list[Example]) -> HistGradientBoostingClassifier:
    """The trees that tell matches from the rest, with the model's answer and without."""
    asked = np.array([one.signs for one in examples])
    unasked = asked.copy()
    unasked[:, -len(UNASKED) :] = nan
    model = HistGradientBoostingClassifier(
        max_iter=ROUNDS, learning_rate=RATE, max_leaf_nodes=LEAVES, min_samples_leaf=FEWEST,
        l2_regularization=1.0, random_state=0,
    )  # fmt: skip
    labels = [one.repeats for one in examples]
    weights = [1.0] * len(examples) + [WITHOUT] * len(examples)
    return model.fit(np.concatenate([asked, unasked]), labels + labels, sample_weight=weights)


def kept(model: HistGradientBoostingClassifier) -> str:
    """The trees in the form of `Trees.from_json`."""
    trees = []
    for (predictor,) in model._predictors:  # the library shows its trees nowhere else
        trees.append([_node(node) for node in predictor.nodes])
    start = round(float(model._baseline_prediction.item()), 4)
    lines = ",\n".join(json.dumps(tree) for tree in trees)
    return f'{{"start": {start}, "trees": [\n{lines}\n]}}\n'


def _node(node: np.void) -> list[float | bool] | float:
    if node["is_leaf"]:
        return round(float(node["value"]), 4)
    most = round(float(node["num_threshold"]), 6)
    unknown_left = bool(node["missing_go_to_left"])
    return [int(node["feature_idx"]), most, unknown_left, int(node["left"]), int(node["right"])]


def check(examples: list[Example]) -> None:
    """Prints what each set would reach if it had not been learned from."""
    sums = np.zeros((2, 3), dtype=int)
    for name in HONEST:
        model = learn([one for one in examples if one.set_name != name])
        left = [one for one in examples if one.set_name == name]
        likely = model.predict_proba(np.array([one.signs for one in left]))[:, 1]
        missed = expected(name) - sum(one.repeats for one in left)
        got = np.array([_counts(left, [p >= ENOUGH for p in likely], missed),
                        _counts(left, [one.ruled for one in left], missed)])  # fmt: skip
        sums += got
        print(f"{name:<6} weighed {_f1(got[0]):.3f}, by the rules alone {_f1(got[1]):.3f}")
    for text, counts in zip(("weighed", "by the rules alone"), sums, strict=True):
        print(f"all, {text}: {_f1(counts):.3f} (right, wrong, missed: {counts.tolist()})")


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
    examples = [one for name in HONEST for one in examples_of(name)]
    if arguments.check:
        check(examples)
    else:
        TREES.write_text(kept(learn(examples)), encoding="utf-8")


if __name__ == "__main__":
    main()
