"""Why an entry matches, and why not, in the words of a person."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import Decision, decide
from bot.domain.entry_json import entry_from_json
from bot.domain.matching import Memory
from bot.domain.reading.lexicon import load_lexicon
from tests.eval.matching import judge, load_memory, rows, sets

LEXICON = load_lexicon()
NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def judged(action: str, text: str) -> Decision:
    raw = {
        "action": action, "outcome": "an hour of errors", "severity": "block", "id": "nm-1",
        "service": "orders-db", "environment": "prod", "expires": "2027-03-14",
    }  # fmt: skip
    memory = Memory(LEXICON)
    memory.put(entry_from_json(raw, now=NOW).entry)
    return decide(ActionInput(InputForm.TEXT, text), Situation(now=NOW), memory)


@pytest.mark.parametrize(
    ("action", "text", "line"),
    [
        ("Restart all pods", "restarting all pods of orders-db in prod", "same kind: restart"),
        ("Fail over to the replica", "promoting the replica of orders-db in prod",
         "promote counts as failover"),
        ("Drop the audit_log table", "dropping audit_log on orders-db in prod",
         "both name audit_log"),
    ],
)  # fmt: skip
def test_a_match_says_what_agrees(action: str, text: str, line: str) -> None:
    """One line for each part, with the words as they were written."""
    assert line in judged(action, text).matches[0].agreed


@pytest.mark.parametrize(
    ("action", "text", "line"),
    [
        ("Restart orders-db", "restarting orders-db in prod one node at a time",
         "it takes one, or one after the other"),
        ("Restart all pods", "vacuuming orders-db in prod",
         "vacuum is another action than restart"),
        ("Run a VACUUM without a lock timeout",
             "running the VACUUM on orders-db prod, this time with a lock timeout of 5 s",
         "with lock timeout it is another action"),
        ("Raise the retry count", "lowering the retry count of orders-db in prod",
         "lower is the opposite of raise"),
    ],
)  # fmt: skip
def test_a_near_miss_says_what_differs(action: str, text: str, line: str) -> None:
    """In a line that a person would say."""
    assert judged(action, text).near_misses[0].text == line


def test_no_reason_contradicts_itself_or_shows_a_name_of_the_code() -> None:
    """On texts of every set: no "restart is not restart", no underscore of a kind."""
    kinds = {kind for kind in LEXICON.kinds if "_" in kind}
    for folder in sets():
        memory = load_memory(folder / "entries.jsonl")
        for raw in list(rows(folder / "announcements.jsonl"))[::15]:
            for near in judge(raw, memory).near_misses:
                said = re.fullmatch(r"(.+) is (?:not|another action than) (.+)", near.text)
                assert said is None or said[1] != said[2], near.text
                assert not kinds & set(near.text.split()), near.text
