"""Time, place and circumstance: where an entry counts, and where it counts less."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import Decision, Effect, decide
from bot.domain.entry import Entry, EntryState, Scope, Severity, Window, WrongMatch
from bot.domain.matching import Memory
from bot.domain.reading.lexicon import load_lexicon

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)  # a Sunday
TEXT = ActionInput(InputForm.TEXT, "restarting orders-api in prod")
BASE = Entry(
    id="nm-1",
    action="Restart all pods",
    context="orders-api (the order service, also called checkout) in production",
    outcome="orders were lost",
    severity=Severity.BLOCK,
    source="postmortem",
    scope=Scope(("orders-api",), ("prod",)),
    expires=None,
    created=NOW,
)


def judge(entry: Entry, action: ActionInput = TEXT, **situation: object) -> Decision:
    memory = Memory(load_lexicon())
    memory.put(entry)
    where = replace(Situation(now=NOW), **situation)
    return decide(action, where, memory, digest="d1")


def said(text: str) -> ActionInput:
    return ActionInput(InputForm.TEXT, text)


def test_an_entry_is_dead_from_the_moment_it_expires() -> None:
    """At `expires` itself the entry no longer counts, and the near miss says so."""
    decision = judge(replace(BASE, expires=NOW))
    assert decision.effect is Effect.ALLOW
    assert decision.near_misses[0].why_not == "expired"


def test_a_retired_entry_holds_nothing() -> None:
    """Retired entries take no part."""
    assert judge(replace(BASE, state=EntryState.RETIRED)).effect is Effect.ALLOW


@pytest.mark.parametrize(("days", "effect"), [(("sun",), Effect.HOLD), (("mon",), Effect.ALLOW)])
def test_a_window_says_when_the_entry_counts(days: tuple[str, ...], effect: Effect) -> None:
    """Outside of its weekly windows an entry is a near miss."""
    window = Window(days, time(8), time(20), "UTC")
    assert judge(replace(BASE, scope=replace(BASE.scope, windows=(window,)))).effect is effect


def test_words_of_the_text_win_over_the_channel() -> None:
    """The channel's environment is only the default."""
    staging = said("restarting orders-api in staging")
    assert judge(BASE, staging, environment="prod").effect is Effect.ALLOW


def test_the_channel_gives_service_and_environment_where_the_text_names_none() -> None:
    """In a channel, "restarting it now" means the channel's service."""
    decision = judge(BASE, said("restarting it now"), service="orders-api", environment="prod")
    assert decision.effect is Effect.HOLD
    assert any("this channel" in line for line in decision.matches[0].agreed)


def test_it_takes_its_target_from_the_thread() -> None:
    """What "it" means is what the thread named last."""
    decision = judge(BASE, said("restarting it now"), thread=("orders-api in prod is slow",))
    assert decision.effect is Effect.HOLD


def test_another_name_of_the_service_counts() -> None:
    """Names that the entry's context gives are names of the service."""
    assert judge(BASE, said("restarting checkout in prod")).effect is Effect.HOLD


def test_a_longer_name_is_another_service() -> None:
    """orders-api-canary is not orders-api."""
    decision = judge(BASE, said("restarting orders-api-canary in prod"))
    assert decision.effect is Effect.ALLOW
    assert decision.near_misses[0].why_not == "other_service"


def test_a_fact_that_differs_from_the_fingerprint_weakens_one_step() -> None:
    """Block becomes warn, and the match says why."""
    drifted = replace(BASE, fingerprint={"schema": "42"})
    decision = judge(drifted, facts={"schema": "43"})
    assert decision.effect is Effect.WARN
    assert "schema" in (decision.matches[0].weakened or "")
    assert judge(drifted).effect is Effect.HOLD


def test_a_match_called_wrong_is_not_repeated_for_that_digest_and_version() -> None:
    """It becomes a near miss; a new version of the entry counts again."""
    wrong = WrongMatch("d1", 1, "U1", NOW)
    decision = judge(replace(BASE, exceptions=(wrong,)))
    assert decision.effect is Effect.ALLOW
    assert decision.near_misses[0].why_not == "wrong_match"
    assert judge(replace(BASE, exceptions=(wrong,), version=2)).effect is Effect.HOLD


def test_an_alert_says_nothing_to_the_agent() -> None:
    """Alert matches are kept apart."""
    decision = judge(replace(BASE, severity=Severity.ALERT))
    assert decision.effect is Effect.ALLOW
    assert not decision.matches
    assert decision.alerts


def test_a_command_whose_program_is_unknown_is_held_where_a_block_entry_lives() -> None:
    """`eval` hides what it does; a gate command that hides it is held in that scope only."""
    hidden = ActionInput(InputForm.COMMAND, 'eval "$CMD"')
    held = judge(BASE, hidden, service="orders-api", environment="prod")
    assert (held.effect, held.reason) == (Effect.HOLD, "undetermined_program")
    assert judge(BASE, hidden, service="orders-api", environment="dev").effect is Effect.ALLOW


def test_a_correction_of_the_reading_wins() -> None:
    """`reads_as` says what kind of action the entry is about."""
    corrected = replace(BASE, action="Give the pods a good shake", reads_as={"kind": "restart"})
    assert judge(corrected).effect is Effect.HOLD


def test_removing_an_entry_forgets_it_and_a_newer_version_replaces_it() -> None:
    """The memory changes at once, without a rebuild."""
    memory = Memory(load_lexicon())
    memory.put(BASE)
    memory.put(replace(BASE, severity=Severity.WARN, version=2))
    assert len(memory) == 1
    assert decide(TEXT, Situation(now=NOW), memory).effect is Effect.WARN
    memory.remove("nm-1")
    assert decide(TEXT, Situation(now=NOW), memory).effect is Effect.ALLOW
    assert list(memory.entries()) == []
