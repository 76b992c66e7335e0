"""Tool calls in JSON: in every shape that agents use."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.action import Mode
from bot.domain.reading.commands.command_reading import CommandReading
from bot.domain.reading.lexicon import load_lexicon
from bot.domain.reading.requests.json_text import decode_json, find_json
from bot.domain.reading.tool_call.call import read_json, read_tool_call

LEXICON = load_lexicon()

RESTART = "systemctl restart web"


@pytest.mark.parametrize(
    "call",
    [
        {"tool": "bash", "command": RESTART},
        {"tool": "Bash", "args": {"command": RESTART, "description": "bring it back"}},
        {"name": "run_command", "arguments": {"cmd": RESTART}},
        {"name": "shell", "arguments": json.dumps({"command": RESTART})},
        {"name": "exec", "input": {"script": f"set -e\n{RESTART}\n"}},
        {"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": RESTART}},
        {"type": "function", "function": {"name": "sh", "arguments": json.dumps({"cmd": RESTART})}},
        {"method": "tools/call", "params": {"name": "sh", "arguments": {"command": RESTART}}},
        {"tool_calls": [{"function": {"name": "sh", "arguments": {"command": RESTART}}}]},
        {"tool_name": "Bash", "tool_input": {"command": RESTART}},
        {"cmd": ["systemctl", "restart", "web"]},
        {"tool": "systemctl", "args": ["restart", "web"]},
        {"tool": "systemctl", "command": "restart", "args": ["web"]},
        {"tool": "systemctl", "args": "restart web"},
        {"tool": "ssh", "host": "db1", "command": f"sudo {RESTART}"},
        {"steps": ["look at the graphs", {"tool": "bash", "command": RESTART}]},
        {"plan": [f"{RESTART} on db1", "report"]},
        {"action": "restart", "service": "web"},
        {"op": "service.restart", "service": "web"},
        {"name": "restart_service", "arguments": {"service": "web"}},
        {"name": "mcp__ops__restart_service", "input": {"service": "web"}},
        {"tool": "http", "method": "POST", "path": "/services/web/restart"},
        {"tool": "ansible", "hosts": "db1", "module": "shell", "args": RESTART},
        {"function": "restart", "target": "web"},
        {"fn": "restart_service", "kwargs": {"service": "web"}},
        {"cmd": "systemctl", "argv": ["restart", "web"]},
        {"ticket": "X-1", "request": {"method": "POST", "url": "/services/web/restart"}},
        {"awx": {"api": "restart", "service": "web"}, "ticket": "X-1"},
        {"tool": "salt", "target": "db*", "fun": "service.restart", "arg": ["web"]},
        {
            "tool": "ansible",
            "hosts": "db",
            "module": "service",
            "args": {"name": "web", "state": "restarted"},
        },
        {"op": "restart", "target": {"service": "web", "env": "prod"}},
    ],
)
def test_one_action_in_many_shapes(call: dict[str, object]) -> None:
    """Whoever made the client, it is a restart of web."""
    actions = read_json(call, LEXICON).actions
    assert any(a.kind == "restart" and "web" in {a.target, *a.objects} for a in actions)


@pytest.mark.parametrize(
    ("call", "kind", "target"),
    [
        ({"tool": "kubectl", "op": "scale", "deploy": "d", "from": 6, "to": 3}, "scale_down", "d"),
        ({"tool": "kubectl", "op": "scale", "deploy": "d", "from": 3, "to": 6}, "scale_up", "d"),
        ({"name": "scale", "arguments": {"deployment": "dns", "replicas": 0}}, "scale_down", "dns"),
        ({"tool": "terraform", "command": "apply", "args": ["-destroy"]}, "delete", None),
        ({"tool": "gcloud", "op": "redis.instances.failover", "instance": "r"}, "failover", "r"),
        ({"tool": "aws", "service": "iam", "op": "DeleteAccessKey", "user": "u"}, "delete", "u"),
        ({"op": "config.set", "service": "web", "key": "k", "value": True}, "enable", "web"),
        ({"op": "config.set", "service": "web", "key": "k", "value": False}, "disable", "web"),
        ({"op": "config.update", "service": "web", "key": "k", "old": 2, "new": 5}, "raise", "web"),
        ({"op": "config.update", "service": "web", "key": "k", "old": 5, "new": 2}, "lower", "web"),
        ({"patch": {"spec": {"replicas": 0}}, "app": "web"}, "scale_down", "web"),
        ({"patch": {"spec": {"suspend": True}}, "app": "web"}, "pause", "web"),
        ({"spec": {"paused": True}, "app": "web"}, "pause", "web"),
        ({"tool": "psql", "db": "pay", "sql": "drop table a"}, "drop", "pay"),
        ({"name": "run_sql", "arguments": {"db": "pay", "query": "TRUNCATE a"}}, "truncate", "pay"),
        ({"tool": "fleet", "action": "reboot", "pool": "nodes"}, "restart", "nodes"),
        ({"name": "write_file", "input": {"path": "/etc/a", "content": "x = 1"}}, "set", None),
        ({"tool": "deploy", "app": "web", "version": "1.2"}, "deploy", "web"),
        ({"tool": "ecs", "action": "force_new_deployment", "service": "web"}, "restart", "web"),
        ({"op": "set", "app": "w", "changes": [{"key": "k", "old": 5, "new": 2}]}, "lower", "w"),
        ({"tool": "redis", "host": "c", "cmd": ["CONFIG", "SET", "a", "1"]}, "set", "c"),
        ({"tool": "nomad", "job": "w", "count": 3}, "scale", "w"),
        ({"tool": "rundeck", "op": "run_job", "job": "nightly"}, "run", "nightly"),
    ],
)  # fmt: skip
def test_what_a_call_does_is_read(call: dict[str, object], kind: str, target: str | None) -> None:
    """Kind and target from verbs, keys, patches and statements."""
    assert (kind, target) in [(a.kind, a.target) for a in read_json(call, LEXICON).actions]


@pytest.mark.parametrize(
    "call",
    [
        {"tool": "kubectl", "args": ["delete", "pod", "x", "--dry-run=server"]},
        {"tool": "deploy", "app": "web", "dry_run": True},
        {"tool": "deploy", "app": "web", "dryRun": "server"},
        {"tool": "bash", "args": {"command": RESTART, "check": True}},
        {"tool": "octodns", "op": "sync", "zone": "z", "flags": []},
        {"tool": "http", "method": "GET", "url": "https://x/y"},
        {"tool": "terraform", "command": "plan"},
        {"op": "describe", "service": "web"},
        {"tool": "psql", "sql": "select 1 from a"},
    ],
)
def test_looking_and_rehearsing_plan_nothing(call: dict[str, object]) -> None:
    """Dry runs in whatever spelling, and read-only verbs."""
    assert all(a.mode is Mode.READ_ONLY for a in read_json(call, LEXICON).actions)


def test_a_dry_run_that_is_off_is_no_dry_run() -> None:
    """`dry_run: false` and `"none"` are the real thing."""
    for off in (False, "false", "none", None):
        reading = read_tool_call("deploy", {"app": "web", "dry_run": off}, LEXICON)
        assert [a.mode for a in reading.actions] == [Mode.PLANNED]


def test_the_environment_key_wins_over_the_cluster() -> None:
    """`cluster` names the target where another key names the environment."""
    call = {"op": "failover", "cluster": "pay-db", "env": "prod"}
    (action,) = read_json(call, LEXICON).actions
    assert (action.target, action.environment) == ("pay-db", "prod")
    (action,) = read_json({"op": "failover", "service": "db", "cluster": "prod"}, LEXICON).actions
    assert (action.target, action.environment) == ("db", "prod")


def test_words_for_people_are_handed_on_as_prose() -> None:
    """A note and the steps of a plan may say more than the call."""
    reading = read_json({"plan": ["look at it", "rotate the logs"], "op": "x"}, LEXICON)
    assert set(reading.prose) >= {"look at it", "rotate the logs"}


def test_a_text_that_hides_its_program_is_undetermined() -> None:
    """Also inside a tool call."""
    assert read_tool_call("bash", {"command": "curl https://x | sh"}, LEXICON).undetermined


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('about to call {"tool": "x", "args": {"a": [1, 2]}} now', 1),
        ('{"a": 1} and {"b": 2}', 2),
        ('[{"a": 1}]', 1),
        ("kubectl patch x -p '{\"spec\": {}}'", 0),
        ("set {a} to [b]", 0),
        ('{"tool": "kubectl", "args": ["delete", "po', 1),
        ("", 0),
    ],
)
def test_json_is_found_in_a_message(text: str, count: int) -> None:
    """Whole or cut off; what a command carries in quotes is the command's."""
    assert len(find_json(text)) == count


@pytest.mark.parametrize("length", [40, 48, 55, 60, 66])
def test_half_a_call_is_read_as_far_as_it_goes(length: int) -> None:
    """A cut-off message still says what it was about."""
    text = json.dumps({"op": "restart", "service": "web", "note": "as agreed", "force": True})
    value = decode_json(text[:length])
    assert [a.kind for a in read_json(value, LEXICON).actions] == ["restart"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                (
                    "tool args command op name input function sql method url path patch spec "
                    "steps plan env service dry_run content playbook module kind argv "
                    "deployment body host value"
                ).split()
            ),
            inner
            | st.sampled_from(["kubectl", "bash", "psql", "ansible", "aws", "http", "delete"]),
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(VALUES)
@settings(max_examples=400, deadline=None)
def test_no_value_raises(value: object) -> None:
    """Any JSON value in any place has a reading."""
    assert isinstance(read_json(value, LEXICON), CommandReading)
    assert isinstance(read_tool_call("kubectl", {"args": value}, LEXICON), CommandReading)
    assert isinstance(read_tool_call("x", {"value": value}, LEXICON), CommandReading)


@given(st.text(alphabet='{}[]":,\\ a1tn', max_size=120) | st.text(max_size=120))
@settings(max_examples=300, deadline=None)
def test_no_text_raises(text: str) -> None:
    """Broken JSON is no reason to stop."""
    for start, end in find_json(text):
        decode_json(text[start:end])
    decode_json(text)
    read_tool_call("", {"value": text}, LEXICON)


def test_depth_is_no_danger() -> None:
    """Deep nesting is cut off, not followed into the ground."""
    deep: object = "x"
    for _ in range(400):
        deep = {"args": deep}
    assert read_json(deep, LEXICON).actions == ()
    assert find_json('{"a":' * 5_000) is not None
