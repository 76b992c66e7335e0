"""Duplicates, headlines, constraints and channel names."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.channel_scope import is_hint, names_another, scope_in_name, scope_in_topic
from bot.domain.constraint_choice import choose_constraints
from bot.domain.duplicate import near_duplicate, older_twins
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.headline import LONGEST_HEADLINE, headline, said_besides, target_of
from bot.domain.reading import read
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


def test_twins_among_many_are_those_that_each_would_have_by_itself():
    ended = NOW - timedelta(days=1)
    texts = ["restart payments-api", "drop users_idx", "Restart the payments-api", "restart it"]
    many = [
        replace(entry(text, number, service=service), created=NOW + timedelta(days=-number))
        for number, (text, service) in enumerate(
            [*((text, "payments-api") for text in texts * 2), *((text, "cart") for text in texts)]
        )
    ]
    many[7] = replace(many[7], expires=ended)
    oldest_first = sorted(many, key=lambda one: one.created)
    expected = {}
    for place, one in enumerate(oldest_first):
        twin = near_duplicate(one, oldest_first[:place], NOW)
        if twin is not None:
            expected[one.id] = twin
    assert older_twins(many, NOW) == expected
    assert len(expected) == 5


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
        ("oncall-review", (None, None)),
        ("incidents-updates", (None, None)),
        ("inc-ledger-war-room", ("ledger", None)),
        ("inc-review-api", ("review-api", None)),
    ],
)
def test_a_channels_name_tells_its_scope(name, scope):
    assert scope_in_name(name, LEXICON) == scope


@pytest.mark.parametrize(
    ("source", "service", "hint"),
    [
        ("name", "payments", True),
        ("topic", "payments", True),
        ("topic", "ledger", False),
        ("command", "payments", False),
        ("none", None, False),
    ],
)
def test_what_only_a_name_says_is_a_hint(source, service, hint):
    assert is_hint("inc-payments-latency", service, source, LEXICON) is hint


@pytest.mark.parametrize(
    ("target", "objects", "other"),
    [
        ("bastion host", (), "bastion host"),
        ("sessions table", (), "sessions table"),
        (None, ("ledger", "instance"), "ledger"),
        ("payment pods", (), None),
        ("payments", (), None),
        ("pods", (), None),
        ("last deploy", (), None),
        (None, (), None),
    ],
)
def test_an_action_names_another_thing_than_a_service_or_its_parts(target, objects, other):
    planned = PlannedAction("restart", target=target, objects=objects)
    assert names_another(planned, "payments") == other


def test_what_a_thing_becomes_is_not_the_thing():
    text = "Resizing the ledger-db instance to db.r6g.4xlarge"
    plan = PlannedAction("resize", target="db.r6g.4xlarge", text=text)
    assert target_of(plan, None) == "ledger-db"
    over = PlannedAction("failover", target="edge-b", text="Switching traffic to edge-b")
    assert target_of(over, None) == "edge-b"


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("5xx at 8%. Restarting payments-api in prod now.", "5xx at 8%"),
        ("Latency is high, so I'm going to restart payments-api", "Latency is high"),
        ("Restarting payments-api in prod now.", ""),
    ],
)
def test_what_is_said_besides_the_action_are_the_circumstances(text, around):
    action = ActionInput(InputForm.TEXT, text=text)
    assert said_besides(read(action, LEXICON).planned, action) == around


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
