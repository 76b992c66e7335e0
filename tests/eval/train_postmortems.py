"""python -m tests.eval.train_postmortems: learns the weights of `postmortem/weights.tsv`.

For each document the candidates and "none" share a probability of one; what is maximised is the
share of those that are to be found. Batches are whole documents, in a fixed order: the same sets
give the same file. A fresh set is added to `LEARNED` after its first score only.

--check    leaves each set out in turn, learns from the others and scores it
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from pathlib import Path
from random import Random

from bot.domain.postmortem import read_story
from bot.domain.postmortem.choice import chosen
from bot.domain.postmortem.drafts import draft_of
from bot.domain.postmortem.signs import signs_of, signs_of_none
from bot.domain.postmortem.story import Story
from bot.domain.reading.lexicon import load_lexicon
from tests.eval.postmortems import ALIKE, CORPUS, judge, likeness

LEARNED = (
    "dev dev2 learn1 learn2 learn3 learn4 learn8 learn9 learn10 learn11 learn12 learn13 learn14 "
    "learn15 postmortems_more"
).split()
"""Later sets are left out: with learn17 to learn30 among them fewer actions are found in sets that
are left out (83 of 108 in learn13 to learn19 instead of 91, 45 of 80 in learn26 to learn30 instead
of 48). Most of their errors are not of the choice, and teach it to find nothing."""
HONEST = frozenset({"learn11", "learn12", "learn13", "learn14", "learn15"})
"""Sets by authors who did not know the reader: they say best what an unseen document is like."""
TIMES = 3
"""How often a document of such a set counts."""
WEIGHTS = Path(__file__).parents[2] / "bot/domain/postmortem/weights.tsv"
ROUNDS, RATE, PENALTY, LEAST = 40, 0.15, 0.06, 0.005

ABSENT = 0.3
"""Weight of a document from which its harmful actions were taken out."""

Json = dict[str, object]


@dataclass
class Example:
    """One labelled document.

    Attributes:
        set_name: The set that it belongs to.
        record: Its labels.
        story: As it was read.
        signs: Of each candidate; the last are those of none.
        goals: For each harmful action, the candidates that are it; without any, none.
        free: Candidates that count neither way.
    """

    set_name: str
    record: Json
    story: Story
    signs: list[frozenset[str]]
    goals: list[set[int]]
    free: set[int]


def main() -> None:
    """Writes the weights, or with --check prints how well they would read unseen documents."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval.train_postmortems")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--errors", action="store_true")
    arguments = parser.parse_args()
    examples = [example for name in LEARNED for example in examples_of(name)]
    if arguments.check:
        check(examples, tell=arguments.errors)
        return
    weights = learn(examples)
    lines = [f"# Learned from {' '.join(LEARNED)} by python -m tests.eval.train_postmortems"]
    lines += [
        f"{name}\t{weight:.2f}" for name, weight in sorted(weights.items()) if abs(weight) >= LEAST
    ]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def folder_of(name: str) -> Path:
    """Where the labels of a set lie."""
    inner = CORPUS / name / "postmortems"
    return inner if inner.exists() else CORPUS / name


def examples_of(name: str) -> list[Example]:
    """The documents of a set with their candidates."""
    folder, lexicon = folder_of(name), load_lexicon()
    examples = []
    for line in (folder / "expected.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        text = (folder / record["file"]).read_text(encoding="utf-8")
        story = read_story(text, record["file"], lexicon)
        drafts = [draft_of(story, n, lexicon.environments) for n in range(len(story.candidates))]
        goals: list[set[int]] = [set() for _ in record["expect"]]
        free = set()
        for number, draft in enumerate(drafts):
            _, bad, missed = judge((draft,), record)
            if bad:
                continue
            hits = [i for i, one in enumerate(record["expect"]) if one["action"] not in missed]
            for hit in hits:
                goals[hit].add(number)
            if not hits:
                free.add(number)
        signs = [signs_of(story, n) for n in range(len(drafts))] + [signs_of_none(story)]
        examples.append(Example(name, record, story, signs, goals, free))
    return examples


def worse_in(example: Example) -> dict[int, bool]:
    """Number of a candidate -> whether it tells a harmful action, wherever that was done.

    Those that tell what counts neither way are left out.
    """
    found = {}
    environments = load_lexicon().environments
    for number in range(len(example.story.candidates)):
        draft = draft_of(example.story, number, environments)
        harmful, free, other = likeness(draft, example.record)
        if free < ALIKE or free <= harmful:
            found[number] = harmful >= max(ALIKE, other)
    return found


def learn(examples: Sequence[Example]) -> dict[str, float]:
    """The weight of each sign, by AdaGrad with a quadratic penalty."""
    weights = {sign: 0.0 for one in examples for signs in one.signs for sign in signs}
    slopes = dict.fromkeys(weights, 0.1)
    shuffled = [one for one in examples for _ in range(TIMES if one.set_name in HONEST else 1)]
    order = Random(0)
    for _ in range(ROUNDS):
        order.shuffle(shuffled)
        for example in shuffled:
            none = len(example.signs) - 1
            goals = [goal for goal in example.goals if goal] or ([] if example.goals else [{none}])
            for goal in goals:
                others = set().union(*example.goals) - goal
                _step(example, goal, others | example.free, weights, slopes)
            if example.goals:  # without its harmful actions a document has none
                left_out = set().union(*example.goals) | example.free
                _step(example, {none}, left_out, weights, slopes, ABSENT)
    return weights


def _step(
    example: Example,
    goal: set[int],
    left_out: set[int],
    weights: dict[str, float],
    slopes: dict[str, float],
    factor: float = 1.0,
) -> None:
    """One step, scaled by `factor`, towards a higher share for the candidates of a goal."""
    numbers = [n for n in range(len(example.signs)) if n not in left_out]
    scores = {n: sum(weights[s] for s in example.signs[n]) for n in numbers}
    top = max(scores.values())
    shares = {n: exp(scores[n] - top) for n in numbers}
    total, hit = sum(shares.values()), sum(shares[n] for n in goal)
    gradient: dict[str, float] = {}
    for n in numbers:
        slope = factor * (shares[n] / total - (shares[n] / hit if n in goal else 0.0))
        for sign in example.signs[n]:
            gradient[sign] = gradient.get(sign, 0.0) + slope
    for sign, slope in gradient.items():
        slope += PENALTY * weights[sign]
        slopes[sign] += slope * slope
        weights[sign] -= RATE * slope / sqrt(slopes[sign])


def check(examples: Sequence[Example], *, tell: bool) -> None:
    """Prints for each set what would be found in it if it had not been learned from."""
    environments = load_lexicon().environments
    sums, honest = [0, 0, 0, 0], [0, 0, 0, 0]
    for name in dict.fromkeys(one.set_name for one in examples):
        weights = learn([one for one in examples if one.set_name != name])
        row = [0, 0, 0, 0]
        for example in examples:
            if example.set_name != name:
                continue
            read = tuple(
                draft_of(example.story, n, environments) for n in chosen(example.story, weights)
            )
            hits, bad, missed = judge(read, example.record)
            row = [
                a + b
                for a, b in zip(row, (hits, hits + len(missed), len(bad), len(read)), strict=True)
            ]
            if tell:
                for action in missed:
                    print(f"    {example.record['file']} missed: {action}")
                for draft in bad:
                    print(f"    {example.record['file']} wrong: {draft.action} [{draft.service}]")
        sums = [a + b for a, b in zip(sums, row, strict=True)]
        if name in HONEST:
            honest = [a + b for a, b in zip(honest, row, strict=True)]
        _print_row(name, row)
    _print_row("by other authors", honest)
    _print_row("all", sums)


def _print_row(name: str, row: Sequence[int]) -> None:
    print(f"{name:<18} found {row[0]} of {row[1]}, wrong {row[2]} of {row[3]} drafts")


if __name__ == "__main__":
    main()
