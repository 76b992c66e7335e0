"""How often `learn_from` is right about tool calls, on each labelled set."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from bot.domain.lesson import learn_from, read_tool_call

CORPUS = Path(__file__).parents[1] / "corpus"


def rows() -> Iterator[dict[str, object]]:
    """One row for each set.

    `set`, `n`, `right`, `classes` by why, and the ids of lessons that were `missed` and of `wrong`
    ones.
    """
    for path in sorted(CORPUS.glob("*/toolcalls.jsonl")):
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        missed, wrong = [], []
        classes: dict[str, Counter[bool]] = defaultdict(Counter)
        for record in records:
            lesson = learn_from(read_tool_call(record))
            expected = record["expect"] is not None
            classes[str(record.get("why"))][expected == lesson.is_lesson] += 1
            if expected != lesson.is_lesson:
                (missed if expected else wrong).append(f"{record['id']} ({lesson.why})")
        right = len(records) - len(missed) - len(wrong)
        yield {
            "set": path.parent.name,
            "n": len(records),
            "right": right / len(records),
            "classes": classes,
            "missed": missed,
            "wrong": wrong,
        }


if __name__ == "__main__":
    for row in rows():
        print(json.dumps(row, ensure_ascii=False))  # a report on the terminal
