"""Words that look like an action and are none, and words that say what the action is."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import Frame, read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def frames(text: str) -> tuple[Frame, ...]:
    """The frames of a text."""
    return tuple(read(ActionInput(InputForm.TEXT, text), LEXICON).frames)


def planned(text: str) -> set[str]:
    """The kinds of everything that a text announces."""
    return {kind for f in frames(text) if f.mode is Mode.PLANNED for kind in f.kinds}


@pytest.mark.parametrize(
    ("text", "kind", "other"),
    [
        ("an offline rebuild of the index", "reindex", "stop"),
        ("offline migration of the schema tonight", "migrate", "stop"),
        ("bringing the hosts to the new firmware image", "upgrade", "stop"),
        ("reloading the core switch at noon", "restart", "stop"),
        ("making pg-2 the new primary", "promote", "stop"),
        ("locking all accounts that slept for a year", "disable", "stop"),
        ("copy phase is done, running the cutover", "migrate", "copy"),
        ("runner drain in five minutes", "drain", "run"),
        ("cache wipe in two minutes", "flush", "stop"),
        ("scale-down of the api tonight", "scale_down", "stop"),
        ("cancellation of the running batch", "cancel", "run"),
        ("the queue gets purged at noon", "purge", "stop"),
        ("promotion of pg-2 without fencing pg-1", "promote", "detach"),
        ("refreshing the staging copy from last night's snapshot", "restore", "create"),
        ("vMotioning the database guests to esx-4", "move", "stop"),
        ("the old certificate becomes invalid in a minute", "revoke", "renew"),
        ("second pass of the billing run", "retry", "stop"),
        ("no new jobs on the runners from now on", "drain", "stop"),
    ],
)
def test_the_action_is_read_and_not_the_word_beside_it(text: str, kind: str, other: str) -> None:
    """Adjectives, phases and participles name no action; nominals and effects do."""
    assert kind in planned(text)
    assert other not in planned(text)


@pytest.mark.parametrize(
    ("text", "kind", "mode"),
    [
        ("No disk group rebalance for asm-1 today", "rebalance", Mode.NEGATED),
        ("no data guard switchover before Monday", "failover", Mode.NEGATED),
        ("the full refresh of orders on 8 May is why the reports start in June", "rebuild",
         Mode.PAST),
        ("the purge in spring is what broke the ledger", "purge", Mode.PAST),
        ("the restart at noon explains the gap in the graphs", "restart", Mode.PAST),
        ("the reindex is complete", "reindex", Mode.PAST),
    ],
)  # fmt: skip
def test_a_nominal_that_is_left_out_or_told_of_is_no_plan(text: str, kind: str, mode: Mode) -> None:
    """A compound behind "no", a cause of today's state, a phase that is over."""
    assert [f.mode for f in frames(text) if kind in f.kinds] == [mode]


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("eight workers become three while the partner recovers", "down"),
        ("four consumers per topic become 12", "up"),
        ("30 s turn into 90 s", "up"),
    ],
)
def test_what_becomes_more_or_less_is_a_change(text: str, way: str) -> None:
    """A number that becomes another one."""
    assert way in {f.change.direction for f in frames(text) if f.change}


def test_what_people_can_do_again_puts_nothing_back() -> None:
    """What a purpose says, "again" too, tells nothing of the action."""
    frame = frames("wiping the lock rows so that people can trade again")[0]
    assert frame.change is None or not frame.change.back
