"""Duplicates, headlines, constraints and channel names."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.channel_scope import scope_in_name, scope_in_topic
from bot.domain.constraint_choice import choose_constraints
from bot.domain.duplicate import near_duplicate
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.headline import LONGEST_HEADLINE, headline
from bot.domain.reading.lexicon import load_lexicon

NOW = datetime(2026, 11, 29, tzinfo=UTC)
LEXICON = load_lexicon()


def entry(action, number=1, *, service="payments-api", severity=Severity.BLOCK, context=""):
    return Entry(
        id=f"nm-{number}",
        action=action,
        context=context,
        outcome="dropped payments",
        severity=severity,
        source="",
        scope=Scope((service,), ("prod",)),
        expires=NOW + timedelta(days=90),
        created=NOW,
    )


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("restart payments-api", "Restart the payments-api", True),
        ("restart all pods of payments-api", "restrat all pods of payments-api", True),
        ("drop index users_idx", "drop index orders_idx", False),
        ("scale payments-api to 2", "scale payments-api to 6", False),
        ("restart payments-api", "stop payments-api", False),
        ("restart all pods", "restart one pod", False),
    ],
)
def test_only_the_same_in_other_spelling_is_a_duplicate(first, second, same):
    """Merging two different entries would lose protection."""
    assert (near_duplicate(entry(second, 2), [entry(first)], NOW) is not None) is same


def test_another_scope_is_no_duplicate():
    other = entry("restart payments-api", 2, service="payments-web")
    assert near_duplicate(other, [entry("restart payments-api")], NOW) is None


def test_what_has_expired_is_no_duplicate_of_whatever_calls_itself_older():
    ended = NOW + timedelta(days=91)
    old = replace(entry("restart payments-api", 2), created=NOW - timedelta(days=2000))
    assert near_duplicate(old, [entry("restart payments-api")], ended) is None


def test_a_headline_says_what_is_done_to_what_and_where():
    said = ActionInput(InputForm.TEXT, text="Restarting payments-api")
    plan = PlannedAction("restart", target="payments-api")
    assert headline([plan], said, environment="prod") == "restart payments-api in prod"
    past = PlannedAction("restart", Mode.PAST, target="payments-api")
    assert headline([past], said) == "Restarting payments-api"
    assert len(headline([], ActionInput(InputForm.TEXT, text="x " * 500))) <= LONGEST_HEADLINE


@pytest.mark.parametrize(
    ("name", "scope"),
    [
        ("inc-payments-latency", ("payments", None)),
        ("ops-ledger-prod", ("ledger", "prod")),
        ("incidents", (None, None)),
        ("inc-2026-11-29", (None, None)),
        ("general", (None, None)),
        ("alerts-checkout-web-staging", ("checkout-web", "staging")),
    ],
)
def test_a_channels_name_tells_its_scope(name, scope):
    assert scope_in_name(name, LEXICON) == scope


def test_a_topic_states_the_scope():
    topic = "On fire. service=payments-api env=production"
    assert scope_in_topic(topic, LEXICON) == ("payments-api", "prod")
    assert scope_in_topic("payments are slow", LEXICON) == (None, None)


def test_constraints_are_the_scopes_own_and_the_most_dangerous_first():
    found = choose_constraints(
        [
            entry("flush cache", 1, severity=Severity.WARN),
            entry("restart payments-api", 2),
            entry("fail over payments-db", 3, context="replication lag"),
            entry("restart ledger", 4, service="ledger"),
            entry("log level", 5, severity=Severity.ALERT),
        ],
        service="payments-api",
        environment="prod",
        context="replication lag is high",
        now=NOW,
    )
    assert [one.id for one in found] == ["nm-3", "nm-2", "nm-1"]
