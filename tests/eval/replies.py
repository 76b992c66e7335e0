"""How well replies are read as corrections, for each language and corpus."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from bot.domain.reading.reply import read_reply

CORPUS = Path(__file__).parents[1] / "corpus"
SETS = tuple(sorted(path.parent.name for path in CORPUS.glob("*/replies.jsonl")))


def load(name: str) -> list[dict[str, Any]]:
    """The labelled replies of one set; empty where the set has none."""
    path = CORPUS / name / "replies.jsonl"
    return (
        [json.loads(row) for row in path.read_text("utf-8").splitlines()] if path.exists() else []
    )


def wrong(name: str) -> Iterator[tuple[dict[str, Any], Any]]:
    """Each reply of a set that is read otherwise than it is labelled."""
    for case in load(name):
        reading = read_reply(case["text"], announcement=case["announcement"])
        if reading.is_correction != case["is_correction"]:
            yield case, reading


REASONS = ("right", "other words", "missing", "where none is given")
_ALIKE = 0.6
"""Least overlap of words, or of pairs of signs in Japanese, with the labelled reason."""


def reasons(name: str) -> Counter[str]:
    """How the reasons of the corrections of a set were read, by `REASONS`; the rest gave none."""
    found: Counter[str] = Counter()
    for case in load(name):
        reading = read_reply(case["text"], announcement=case["announcement"])
        if not (case["is_correction"] and reading.is_correction) or "reason" not in case:
            continue
        labelled, given = case["reason"], reading.reason
        if labelled and given:
            found[
                "right" if _overlap(labelled, given, case["lang"]) >= _ALIKE else "other words"
            ] += 1
        elif labelled or given:
            found["missing" if labelled else "where none is given"] += 1
    return found


def _overlap(one: str, two: str, language: str) -> float:
    if language == "ja":
        first, second = set(pairwise(one)), set(pairwise(two))
    else:
        first, second = (set(re.findall(r"\w+", text.casefold())) for text in (one, two))
    return 2 * len(first & second) / max(1, len(first) + len(second))


def rows() -> list[tuple[str, int, float]]:
    """Rows of the table: set and language, number of replies, F1."""
    table = []
    for name in SETS:
        cases = load(name)
        groups = {"all": cases, "not en": [case for case in cases if case["lang"] != "en"]}
        for case in cases:
            groups.setdefault(case["lang"], []).append(case)
        table += [(f"{name} {key}", len(group), _f1(group)) for key, group in groups.items()]
    return table


def _f1(cases: list[dict[str, Any]]) -> float:
    hit = miss = false = 0
    for case in cases:
        said = read_reply(case["text"], announcement=case["announcement"]).is_correction
        hit += said and case["is_correction"]
        miss += not said and case["is_correction"]
        false += said and not case["is_correction"]
    return 2 * hit / (2 * hit + miss + false) if hit else 0.0
