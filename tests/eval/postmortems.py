"""How many harmful actions `read_postmortem` finds, and how many of its drafts are wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from rapidfuzz import fuzz

from bot.domain.action_words import content_of
from bot.domain.postmortem import Draft, read_postmortem
from bot.domain.reading.lexicon import stem

CORPUS = Path(__file__).parents[1] / "corpus"
ALIKE = 55.0
"""Least rapidfuzz token_set_ratio on stems between a draft and the action that it is to be."""


def rows() -> Iterator[dict[str, object]]:
    """One row for each set: `found` of `expected`, `wrong` of `drafts`, and what they were."""
    for path in sorted(CORPUS.glob("*/postmortems*/expected.jsonl")) + sorted(
        CORPUS.glob("postmortems*/expected.jsonl")
    ):
        expected = found = wrong = drafts = 0
        errors: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            text = (path.parent / record["file"]).read_text(encoding="utf-8")
            read = read_postmortem(text, name=record["file"])
            hits, bad, missed = judge(read, record)
            expected += len(record["expect"])
            found += hits
            drafts += len(read)
            wrong += len(bad)
            errors += [f"{record['id']} missed: {action}" for action in missed]
            errors += [f"{record['id']} wrong: {draft.action} [{draft.service}]" for draft in bad]
        yield {
            "set": path.parent.parent.name
            if path.parent.name == "postmortems"
            else path.parent.name,
            "found": found,
            "expected": expected,
            "wrong": wrong,
            "drafts": drafts,
            "errors": errors,
        }


def judge(read: tuple[Draft, ...], record: dict[str, object]) -> tuple[int, list[Draft], list[str]]:
    """Actions found, drafts that are none of them, and actions that were missed."""
    wanted = list(record["expect"])  # type: ignore[call-overload]  # JSON
    free = list(record.get("optional") or [])  # type: ignore[call-overload]  # JSON
    missed = [w["action"] for w in wanted if not any(_is(draft, w) for draft in read)]
    bad = [draft for draft in read if not any(_is(draft, w) for w in [*wanted, *free])]
    return len(wanted) - len(missed), bad, missed


def _is(draft: Draft, wanted: dict[str, str]) -> bool:
    services = (wanted.get("service") or "").split("|")
    if wanted.get("service") and draft.service not in services:
        return False
    one, two = (
        " ".join(stem(word) for word in content_of(text))
        for text in (draft.action, wanted["action"])
    )
    return fuzz.token_set_ratio(one, two) >= ALIKE


if __name__ == "__main__":
    for row in rows():
        print(json.dumps(row, ensure_ascii=False, indent=1))  # noqa: T201  # a report on the terminal
