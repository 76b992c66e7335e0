"""python -m tests.eval.train_replies: learns the weights of `reply/leaning.py` from labelled sets.

Logistic regression with a quadratic penalty, by AdaGrad, in a fixed order: the same sets give the
same file. A fresh set is added to `LEARNED` after its first score only.

--check    holds every sixth reply of each set out, and prints F1 on those
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from math import exp, sqrt
from pathlib import Path
from random import Random

from bot.domain.reading.reply.leaning import SCALE, marks_of
from bot.domain.reading.reply.plain import plain_of
from tests.eval.replies import load

LEARNED = (
    "dev dev2 learn1 learn2 learn3 learn4 learn5 learn6 learn7 learn9 learn10 learn11 learn13 "
    "learn14 learn16 replies_hard replies_more replies_kinds"
).split()
WEIGHTS = Path(__file__).parents[2] / "bot/domain/reading/lexicon/replies/weights.tsv"
ROUNDS, RATE, PENALTY = 10, 0.4, 5e-5
FEWEST = 2
"""Replies in which a mark stands at least: one that stands once tells of that reply only."""
LEAST = 0.6
"""Smaller weights are left out, which changes no figure and keeps the file small."""

Example = tuple[Sequence[str], bool]


def main() -> None:
    """Writes the weights, or with --check prints how well they would read unseen replies."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval.train_replies")
    parser.add_argument("--check", action="store_true")
    checking = parser.parse_args().check
    examples = examples_of(LEARNED)
    if checking:
        held = examples[::6]
        weights = learn([one for index, one in enumerate(examples) if index % 6])
        print(f"F1 {f1(weights, held):.3f} of {len(held)}")  # a report on the terminal
        return
    weights = learn(examples)
    lines = [f"# Learned from {' '.join(LEARNED)} by python -m tests.eval.train_replies"]
    rounded = {
        mark: round(weight * SCALE)
        for mark, weight in weights.items()
        if abs(weight) >= LEAST or not mark
    }
    lines += [f"{mark}\t{weight}" for mark, weight in sorted(rounded.items())]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def examples_of(names: Sequence[str]) -> list[Example]:
    """The marks of each reply of the sets, and whether it is a correction."""
    examples = [
        (sorted(marks_of(plain_of(case["text"]))), bool(case["is_correction"]))
        for name in names
        for case in load(name)
    ]
    counts = Counter(mark for marks, _ in examples for mark in marks)
    return [([mark for mark in marks if counts[mark] >= FEWEST], said) for marks, said in examples]


def learn(examples: Sequence[Example]) -> dict[str, float]:
    """The weight of each mark; that of the empty mark counts for every reply."""
    weights = {mark: 0.0 for marks, _ in examples for mark in ("", *marks)}
    slopes = dict.fromkeys(weights, 1e-6)
    shuffled, order = list(examples), Random(0)
    for _ in range(ROUNDS):
        order.shuffle(shuffled)
        for marks, said in shuffled:
            size = 1 / sqrt(len(marks))
            sum_ = sum(weights[mark] for mark in marks) * size + weights[""]
            error = 1 / (1 + exp(-max(-30.0, min(30.0, sum_)))) - said
            for mark in (*marks, ""):
                slope = error * (size if mark else 1) + PENALTY * weights[mark]
                slopes[mark] += slope * slope
                weights[mark] -= RATE * slope / sqrt(slopes[mark])
    return weights


def f1(weights: dict[str, float], examples: Sequence[Example]) -> float:
    """F1 of the weights alone."""
    hit = miss = false = 0
    for marks, correction in examples:
        total = sum(weights.get(mark, 0.0) for mark in marks) / sqrt(len(marks)) + weights[""]
        hit += total > 0 and correction
        miss += total <= 0 and correction
        false += total > 0 and not correction
    return 2 * hit / (2 * hit + miss + false) if hit else 0.0


if __name__ == "__main__":
    main()
