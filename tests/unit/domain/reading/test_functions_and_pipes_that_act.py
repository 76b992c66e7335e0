"""Acts that do not look like one: functions that a SELECT calls, edits in a pipe, roles."""

from __future__ import annotations

from typing import Any

import pytest

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.reading import read
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.lexicon import load_lexicon
from bot.domain.reading.requests.http_request import read_http
from bot.domain.reading.requests.sql import read_sql
from bot.domain.reading.tool_call.call import read_tool_call

LEXICON = load_lexicon()


def planned(command: str) -> list[PlannedAction]:
    """The planned actions of a command line."""
    return [a for a in read_command(command, LEXICON).actions if a.mode is Mode.PLANNED]


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("SELECT add_compression_policy('metrics', INTERVAL '7 days')", "add"),
        ("SELECT remove_compression_policy('metrics')", "delete"),
        ("SELECT cron.unschedule('nightly')", "delete"),
        ("SELECT citus_drain_node('n1', 5432)", "drain"),
        ("EXEC DBMS_STATS.LOCK_SCHEMA_STATS('SALES')", "lock"),
        ("CALL refresh_continuous_aggregate('daily', NULL, NULL)", "rebuild"),
        ("KILL MUTATION WHERE table = 'hits'", "cancel"),
        ("SELECT count(*) FROM metrics", "inspect"),
        ("SELECT split_part(name, '-', 1) FROM hosts", "inspect"),
        ("SELECT replace(name, 'a', 'b') FROM hosts", "inspect"),
        ("SELECT name, drop_reason(id) FROM orders", "inspect"),
    ],
)
def test_a_function_with_a_verb_in_its_name_acts(statement: str, kind: str) -> None:
    """Where it is what the statement calls; functions that compute only look."""
    assert [a.kind for a in read_sql(statement, LEXICON.tools)] == [kind]


def test_what_is_edited_in_a_pipe_and_applied_is_set() -> None:
    """`get -o yaml | sed … | apply -f -` changes that value of that object."""
    (action,) = planned(
        "kubectl get cm edge-dns -o yaml | sed 's/ttl 30/ttl 600/' | kubectl apply -f -"
    )
    assert (action.kind, action.target) == ("raise", "edge-dns")
    assert action.parameters["to"] == "600"
    assert planned("kubectl get cm edge-dns -o yaml | sed 's/ttl 30/ttl 600/'") == []


@pytest.mark.parametrize(
    ("call", "kind", "thing"),
    [
        (
            {"tool": "ansible", "role": "pgbouncer", "limit": "pg1", "extra_vars": {"pool": 9}},
            "set",
            "pool",
        ),
        ({"tool": "ansible", "role": "pgbouncer", "limit": "pg1"}, "run", "pgbouncer"),
        (
            {
                "tool": "ceph",
                "command": {"prefix": "osd pool set", "pool": "a", "var": "size", "val": 2},
            },
            "set",
            "size",
        ),
        (
            {"tool": "xds_patch", "limits": {"breaker": {"max_requests": 900}}, "previous": 300},
            "raise",
            "max_requests",
        ),
        ({"tool": "mongo", "command": {"compact": "orders"}}, "compact", ""),
    ],
)
def test_a_call_says_what_is_set_under_keys_of_its_own(
    call: dict[str, Any], kind: str, thing: str
) -> None:
    """Roles, the commands of Ceph and MongoDB, and settings nested under any key."""
    found = [a for a in read_tool_call("", call, LEXICON).actions if a.kind == kind]
    assert found
    assert not thing or any(thing in a.objects for a in found)


def test_each_setting_of_a_call_is_an_action_about_itself() -> None:
    """The settings beside it are no part of it."""
    call = {"tool": "otel", "set": {"traces": {"ratio": 0.1}, "logs": {"level": "info"}}}
    (traces, logs) = read_tool_call("", call, LEXICON).actions
    assert not {"level", "logs.level"} & {*traces.objects, *traces.parameters}
    assert not {"ratio", "traces.ratio"} & {*logs.objects, *logs.parameters}


def test_a_role_that_only_checks_rehearses() -> None:
    """Ansible's check mode changes nothing."""
    call = {"tool": "ansible", "role": "pgbouncer", "limit": "pg1", "check": True}
    assert all(a.mode is Mode.READ_ONLY for a in read_tool_call("", call, LEXICON).actions)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://influx/query?db=a&q=DROP%20SERIES%20FROM%20%22cpu%22", "drop"),
        ("https://broker/api/v5/clients/kickout/bulk", "revoke"),
        ("https://api/?Action=PurgeQueue&QueueUrl=mails", "purge"),
        ("https://influx/query?q=SHOW%20DATABASES", "inspect"),
    ],
)
def test_a_request_says_what_it_does_in_its_query_or_above_its_end(url: str, kind: str) -> None:
    """A statement or an action among the parameters, a verb before "bulk"."""
    assert [a.kind for a in read_http("POST", url, None, LEXICON.tools)] == [kind]


def test_a_comment_gives_the_command_no_mode() -> None:
    """What is told behind a command is no part of its sentence."""
    text = "`systemctl restart nginx`   # it was restarted yesterday, and keeps its config"
    (restart,) = [
        a for a in read(ActionInput(InputForm.TEXT, text), LEXICON).planned if a.target == "nginx"
    ]
    assert restart.mode is Mode.PLANNED


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("echo FLUSHALL | redis-cli -h session-redis", "flush"),
        ("printf 'FLUSHALL\\n' | redis-cli -h session-redis", "flush"),
        ("redis-cli -h session-redis <<< FLUSHALL", "flush"),
        ("echo 'restart cart-api' | supervisorctl", "restart"),
    ],
)
def test_what_is_piped_into_a_console_is_done(command: str, kind: str) -> None:
    assert kind in [action.kind for action in planned(command)]
