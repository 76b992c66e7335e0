"""Verbs that no list holds: glued to their object, done again, told as a state, said by people."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import load_lexicon, read
from bot.domain.reading.tools.coined import kind_of_state
from bot.domain.reading.tools.verbs import find_verb, verb_in

LEXICON = load_lexicon()


def kinds_of(text: str) -> set[str]:
    """The kinds of what a message plans."""
    return {f.kinds[0] for f in read(ActionInput(InputForm.TEXT, text), LEXICON).frames if f.kinds}


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("deletefamily", "delete"),
        ("dropdatabase", "drop"),
        ("resetpassword", "reset"),
        ("stopreplication", "stop"),
        ("clusterreset", "reset"),
        ("ScheduleKeyDeletion", "delete"),
        ("AccountSuspension", "pause"),
        ("recheck", "retry"),
        ("re-validate", "retry"),
        ("start-replay", "replay"),
        ("RunMigrationJob", "migrate"),
        ("compactionstats", "inspect"),
    ],
)
def test_the_verb_inside_a_word_is_found(word: str, kind: str) -> None:
    """Glued to its object, at the end as a noun, behind "re", begun by "start" or "run"."""
    found = verb_in(word, LEXICON.tools)
    assert found is not None
    assert found[0] == kind


@pytest.mark.parametrize(
    "word",
    ["stopwatch", "dropbox", "setup", "settings", "research", "removed", "deletion-protection"],
)
def test_a_word_that_only_begins_like_a_verb_has_none(word: str) -> None:
    """A short verb counts before the name of a thing alone, and not before an ending."""
    assert verb_in(word, LEXICON.tools) is None


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("lock release", "unlock"),
        ("snapshot restore", "restore"),
        ("backup create", "backup"),
        ("failover start", "failover"),
        ("backup delete-recovery-point", "delete"),
        ("silence expire-all delete", "delete"),
        ("config get", "inspect"),
        ("decommission status", "inspect"),
        ("rebuild cancel", "cancel"),
        ("delete status", "delete"),
        ("flush list retry", "flush"),
        ("terminate list sessions", "stop"),
        ("restart show", "restart"),
    ],
)
def test_a_noun_before_the_verb_is_its_object(words: str, kind: str) -> None:
    """Two words may be a verb ("lock release"); one that only begins leaves it to the noun."""
    found = find_verb(words.split(), LEXICON.tools)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("requestedState", "JOB_STATE_CANCELLED", "cancel"),
        ("desired_state", "STOPPED", "stop"),
        ("powerState", "poweredOff", "stop"),
        ("power", "on", "start"),
        ("status", "DISABLED", "disable"),
        ("target-status", "Active", "enable"),
        ("lifecycle", "archived", "delete"),
        ("status", "resolved", ""),
        ("colour", "stopped", ""),
    ],
)
def test_a_state_says_what_brings_it_about(key: str, value: str, kind: str) -> None:
    """In any spelling, under a key of state only."""
    assert kind_of_state(key, value, LEXICON.tools) == kind


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ('{"tool":"fleet","system":"kiosks","op":"firmware.distribute"}', "deploy"),
        ('{"tool":"checks","op":"rescan","site":"all"}', "retry"),
        ('{"tool":"vmfarm","vm":"build-3","desiredState":"STOPPED"}', "stop"),
        ('{"tool":"edge","pool":"web","weights":{"old":0,"new":100}}', "reroute"),
        ('{"tool":"edge","pool":"web","weights":{"a":1,"b":1,"c":1}}', "rebalance"),
        ('{"tool":"login","policy":{"mfa":"required"}}', "enforce"),
        ('{"tool":"store","settings":{"keep_old_versions":false}}', "delete"),
        ('POST /v2/tables/t:modifyFamilies {"modifications":[{"id":"f","drop":true}]}', "drop"),
        ("`siloctl lock release --group nightly`", "unlock"),
        ("`siloctl token revoke t1`", "revoke"),
    ],
)
def test_a_call_of_an_unknown_tool_is_read(call: str, kind: str) -> None:
    """By its operation, a state, shares of traffic, a switch that is a verb, words in backticks."""
    assert kind in kinds_of(call)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("CONFIG SET maxmemory 2gb", "set"),
        ("CLUSTER FAILOVER TAKEOVER", "failover"),
        ("REPLICAOF NO ONE", "promote"),
        ("rs.stepDown(120)", "demote"),
        ("sh.stopBalancer()", "disable"),
        ("RESET CHANNEL(TO.BANK) SEQNUM(1)", "reset"),
        ("`redis-cli EVAL \"redis.call('DEL', KEYS[1])\" 1 cart`", "delete"),
    ],
)
def test_a_line_of_a_console_needs_no_tool(line: str, kind: str) -> None:
    """Pasted as it stands behind the prompt; what a script calls is what it does."""
    assert kind in kinds_of(line)


def test_a_sentence_that_begins_like_a_console_is_prose() -> None:
    """A joke about a command is none."""
    reading = read(ActionInput(InputForm.TEXT, "DEL is my favourite key"), LEXICON)
    assert not [f for f in reading.frames if f.kinds and f.mode is Mode.PLANNED]


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        ("POST /actuator/shutdown", "stop"),
        ("POST /ccu/v3/invalidate/url", "invalidate"),
        ('POST /api/v2/silences {"matchers":[]}', "disable"),
        ('PUT /api/v1/policies/p {"status":"INACTIVE"}', "disable"),
    ],
)
def test_a_request_is_read_by_its_most_fixed_rule_and_its_verbs(request_: str, kind: str) -> None:
    """A fixed segment wins over an open one; a verb may stand above the last segment."""
    assert kind in kinds_of(request_)


def test_an_alias_goes_from_one_index_to_another() -> None:
    """What is removed and what is added are the old and the new value; v8 after v9 goes back."""
    text = (
        'POST /_aliases {"actions":[{"remove":{"index":"people_v9","alias":"people"}},'
        '{"add":{"index":"people_v8","alias":"people"}}]}'
    )
    changes = [f.change for f in read(ActionInput(InputForm.TEXT, text), LEXICON).frames if f.kinds]
    assert any(c is not None and c.back for c in changes)


def test_one_at_a_time_is_never_a_raise() -> None:
    """A limit of concurrency that becomes 1 goes down, whatever it was."""
    text = """kubectl patch plan agents --type merge -p '{"spec":{"concurrency":1}}'"""
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    assert "down" in {f.change.direction for f in frames if f.change}


def test_every_alter_table_is_an_alter() -> None:
    """A conversion rebuilds, and is a plain ALTER as well."""
    text = "ALTER TABLE carts CONVERT TO CHARACTER SET utf8mb4;"
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    assert ("rebuild", "alter") in {f.kinds for f in frames}
