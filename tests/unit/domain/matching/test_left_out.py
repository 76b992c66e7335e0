"""What a switch of a command leaves out is no repeat of an entry that is about it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import decide
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.matching import Memory
from bot.domain.reading.lexicon import load_lexicon

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
LEXICON = load_lexicon()


def matches(action: str, text: str) -> bool:
    """Whether a text repeats an entry about orders-db in production with this action."""
    memory = Memory(LEXICON)
    memory.put(
        Entry(
            id="nm-1", action=action, context="orders-db in production", outcome="orders lost",
            severity=Severity.BLOCK, source="test", scope=Scope(("orders-db",), ("prod",)),
            expires=None, created=NOW,
        )
    )  # fmt: skip
    where = Situation(now=NOW, service="orders-db", environment="prod")
    return bool(decide(ActionInput(InputForm.TEXT, text), where, memory).matches)


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Delete the statefulset with its orphans, cascade included",
            "`kubectl delete statefulset orders-db --cascade=true`",
            "`kubectl delete statefulset orders-db --cascade=false`",
        ),
        (
            "Restart with a migration at the start",
            '{"tool":"svc","op":"restart","service":"orders-db","migration":true}',
            '{"tool":"svc","op":"restart","service":"orders-db","migration":false}',
        ),
    ],
)
def test_what_a_switch_leaves_out_is_not_repeated(action: str, repeated: str, another: str) -> None:
    """Given, it is the entry's action; turned off, it is a safe variant."""
    assert matches(action, repeated)
    assert not matches(action, another)


def test_an_entry_about_leaving_out_is_repeated() -> None:
    """Where the entry warns of doing it without, turning it off is the repeat."""
    text = '{"tool":"svc","op":"restart","service":"orders-db","migration":false}'
    assert matches("Restart without the migration", text)
