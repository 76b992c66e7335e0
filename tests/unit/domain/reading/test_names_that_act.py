"""The name of a job, a script, a method or a parameter says what is done."""

from __future__ import annotations

from typing import Any

import pytest

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.lexicon import load_lexicon
from bot.domain.reading.requests.http_request import read_http
from bot.domain.reading.tool_call.call import read_tool_call

LEXICON = load_lexicon()


def actions_of(call: dict[str, Any]) -> tuple[PlannedAction, ...]:
    """The actions of a call."""
    return read_tool_call("", call, LEXICON).actions


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ({"tool": "rundeck.run", "job": "haproxy-reload"}, "reload"),
        ({"tool": "awx", "op": "launch_job", "job_template": "drain-rack"}, "drain"),
        ({"tool": "batch", "op": "run", "job": "nightly-numbers"}, "run"),
        ({"op": "modparam", "param": "max_contacts", "from": 9, "to": 3}, "lower"),
        ({"jsonrpc": "2.0", "method": "host.delete", "params": {"hostid": "7"}}, "delete"),
        ({"tool": "pager", "action": "window.create", "suppress_alerts": True}, "disable"),
    ],
)
def test_a_call_is_read_by_its_names(call: dict[str, Any], kind: str) -> None:
    """A job's name where it is only run, the last part of a dotted method, old and new value."""
    assert kind in {a.kind for a in actions_of(call)}


@pytest.mark.parametrize(
    ("method", "url", "body", "kind"),
    [
        ("POST", "https://kea/", {"command": "lease6-wipe", "arguments": {}}, "delete"),
        ("POST", "https://kea/", {"command": "stat-lease6-get"}, "inspect"),
        ("GET", "https://solr/news/update?optimize=true", None, "optimize"),
        ("GET", "https://solr/news/select?q=a", None, "inspect"),
        ("POST", "https://solr/news/update", "<delete><query>*:*</query></delete>", "delete"),
        ("POST", "https://solr/news/update", {"delete": {"query": "a:1"}}, "delete"),
        ("POST", "https://rancher/v3/clusters/c1?action=rotateCertificates", {}, "rotate"),
        ("PATCH", "https://atlas/clusters/c1", {"spec": [{"instanceSize": "M30"}]}, "resize"),
    ],
)
def test_a_request_is_read_by_what_it_asks_for(
    method: str, url: str, body: object, kind: str
) -> None:
    """A command in the body, a switch in the query, a tag: whatever the method is."""
    assert [a.kind for a in read_http(method, url, body, LEXICON.tools)] == [kind]


def test_a_statement_file_is_read_by_its_name() -> None:
    """What a script of statements does is told by its name, or it is run."""
    (named,) = read_command("psql -h pg1 -f truncate_staging.sql", LEXICON).actions
    (plain,) = read_command("psql -h pg1 -f 2026.sql", LEXICON).actions
    assert (named.kind, named.mode) == ("truncate", Mode.PLANNED)
    assert (plain.kind, plain.mode) == ("run", Mode.PLANNED)
