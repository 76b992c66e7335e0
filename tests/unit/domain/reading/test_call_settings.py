"""What a tool call says it changes: settings, diffs, old values, switches, requests in its keys."""

from __future__ import annotations

from typing import Any

import pytest

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon
from bot.domain.reading.requests.diff_text import looks_like_diff, read_diff
from bot.domain.reading.tool_call.call import read_tool_call

LEXICON = load_lexicon()


def actions_of(call: dict[str, Any]) -> tuple[PlannedAction, ...]:
    """The actions of a call."""
    return read_tool_call("", call, LEXICON).actions


def kinds_of(call: dict[str, Any]) -> set[str]:
    """The kinds of a call's actions."""
    return {a.kind for a in actions_of(call)}


@pytest.mark.parametrize(
    ("call", "kind", "thing"),
    [
        (
            {"tool": "terraform", "command": "apply", "vars": {"idle_timeout": 30}},
            "set",
            "idle_timeout",
        ),
        ({"tool": "terraform", "op": "apply", "diff": "- rule { port = 22 }"}, "delete", "rule"),
        ({"tool": "tofu_apply", "diff": '~ sku = "S1" -> "P2"'}, "set", "sku"),
        ({"tool": "tf", "op": "apply", "diff": "-/+ aws_eip.out"}, "recreate", "aws_eip.out"),
        (
            {"op": "helm_upgrade", "release": "x", "set": {"queue.max": 5}, "was": 9},
            "lower",
            "queue.max",
        ),
        ({"tool": "helm", "op": "upgrade", "values": {"image.tag": "2.1"}}, "deploy", "tag"),
        ({"tool": "config", "set": {"ttl": 60}, "was": {"ttl": 30}}, "raise", "ttl"),
        ({"tool": "svc", "op": "patch", "diff": {"workers": [8, 2]}}, "lower", "workers"),
        ({"tool": "terraform_apply", "resource": "aws_eip.out", "change": "destroy"}, "delete", ""),
        (
            {"tool": "edit_file", "path": "/etc/a.conf", "find": "ttl = 9", "replace": "ttl = 3"},
            "lower",
            "ttl",
        ),
        (
            {
                "tool": "str_replace",
                "path": "a.yml",
                "old_str": "log: true",
                "new_str": "# log: true",
            },
            "disable",
            "log",
        ),
    ],
)
def test_a_call_is_read_by_what_it_changes(call: dict[str, Any], kind: str, thing: str) -> None:
    """A verb that says little ("apply", "upgrade") leaves it to the settings beside it."""
    found = [a for a in actions_of(call) if a.kind == kind]
    assert found
    assert not thing or any(thing in a.objects for a in found)


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ({"tool": "flags", "flag": "new-cart", "enabled": False}, "disable"),
        ({"tool": "flags", "flag": "new-cart", "enabled": True}, "enable"),
        ({"tool": "kinesis", "op": "UpdateShardCount", "current": 8, "target": 16}, "scale_up"),
        ({"tool": "kinesis", "op": "UpdateShardCount", "current": 8, "target": 4}, "scale_down"),
        ({"tool": "k8s", "verb": "delete", "kind": "Secret", "name": "tls"}, "delete"),
        ({"tool": "kubectl_delete", "kind": "Secret", "name": "tls"}, "delete"),
        ({"tool": "k8s", "calls": [{"verb": "delete", "kind": "Secret", "name": "a"}]}, "delete"),
        ({"tool": "aws_rds", "action": "FailoverDBCluster", "params": {"id": "x"}}, "failover"),
        ({"tool": "jobs", "call": "POST /connectors/ledger/restart"}, "restart"),
        ({"http": {"verb": "DELETE", "path": "/api/queues/%2F/mail/contents"}}, "purge"),
        ({"tool": "shell", "argv": ["systemctl", "stop", "nginx"]}, "stop"),
        ({"kubectl": "rollout restart deploy/web"}, "restart"),
        ({"psql": "TRUNCATE orders", "db": "orders-pg"}, "truncate"),
        ({"tool": "graphql", "query": "mutation { restartService(id: 7) { ok } }"}, "restart"),
        ({"job": "orders-replay", "input": {"day": "2026-01-01"}, "tool": "batch"}, "replay"),
    ],
)
def test_a_call_is_read_by_what_its_keys_say(call: dict[str, Any], kind: str) -> None:
    """Switches by their value, requests and commands in any key, names for known programs."""
    assert kind in kinds_of(call)


@pytest.mark.parametrize(
    "call",
    [
        {"tool": "asg", "group": "web", "query": "last_refreshes", "limit": 3},
        {"tool": "graphql", "query": "query { services { name } }"},
        {"tool": "k8s", "verb": "get", "kind": "Secret", "name": "tls"},
    ],
)
def test_a_call_that_asks_for_data_only_looks(call: dict[str, Any]) -> None:
    """A query changes nothing."""
    assert all(a.mode is Mode.READ_ONLY for a in actions_of(call))


def test_a_note_is_read_by_its_words() -> None:
    """A JSON object that only carries a text is no action besides what the text says."""
    text = '{"type": "note", "service": "pay", "text": "the table was truncated at noon"}'
    reading = read(ActionInput(InputForm.TEXT, text), LEXICON)
    assert not [a for a in reading.planned if a.mode is Mode.PLANNED]


def test_a_diff_pairs_the_values_of_a_setting() -> None:
    """What is taken out and put in again is a change from the one value to the other."""
    (change,) = read_diff("- max_connections = 100\n+ max_connections = 40")
    assert (change.kind, change.parameters["from"], change.parameters["to"]) == ("set", "100", "40")
    assert not looks_like_diff("we take it slowly - no hurry")
