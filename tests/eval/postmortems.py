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
ALIKE = 48.0
"""Least mean of rapidfuzz's token_set_ratio and token_sort_ratio, on stems, between a draft and the
action that it is to be."""


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
    """Actions found, drafts that are none of them, and actions that were missed.

    A draft stands for the action that it is most like; one that is more like something that helped
    or did nothing is wrong.
    """
    wanted = list(record["expect"])  # type: ignore[call-overload]  # JSON
    free = list(record.get("optional") or [])  # type: ignore[call-overload]  # JSON
    others = [{"action": text} for text in record.get("distractors") or []]  # type: ignore[attr-defined]  # JSON
    found: set[str] = set()
    bad = []
    for draft in read:
        best = max([*wanted, *free], key=lambda action: _alike(draft, action), default=None)
        against = max((_alike(draft, other) for other in others), default=0.0)
        if (
            best is None
            or _alike(draft, best) < max(ALIKE, against)
            or not _same_place(draft, best)
        ):
            bad.append(draft)
        else:
            found.add(best["action"])
    missed = [action["action"] for action in wanted if action["action"] not in found]
    return len(wanted) - len(missed), bad, missed


def likeness(draft: Draft, record: dict[str, object]) -> tuple[float, float, float]:
    """How like a draft is to what was harmful, what counts neither way, and all else, 0 to 100."""
    others = [{"action": text} for text in record.get("distractors") or []]  # type: ignore[attr-defined]  # JSON
    told = (record["expect"], record.get("optional") or [], others)
    return tuple(max((_alike(draft, one) for one in ones), default=0.0) for ones in told)  # type: ignore[attr-defined,return-value]  # JSON


def _same_place(draft: Draft, wanted: dict[str, str]) -> bool:
    return not wanted.get("service") or draft.service in wanted["service"].split("|")


def _alike(draft: Draft, wanted: dict[str, str]) -> float:
    one, two = (
        " ".join(stem(word) for word in content_of(text) if word != draft.service)
        for text in (draft.action, wanted["action"])
    )
    return (fuzz.token_set_ratio(one, two) + fuzz.token_sort_ratio(one, two)) / 2


if __name__ == "__main__":
    for row in rows():
        print(json.dumps(row, ensure_ascii=False, indent=1))  # a report on the terminal
