"""What the gate refuses, and how: always JSON that says what is wrong and how to mend it."""

from __future__ import annotations

import json

import pytest
from structlog.testing import capture_logs

from bot.application.team.agents import revoke_agent
from bot.domain.errors import BrokenInstallation
from bot.domain.hold import HoldState
from tests.fakes.bench import BLOCK, RESTART, START, TEAM

HARMLESS = {"command": "kubectl -n prod get pods"}


def says_how(answer, status):
    """The refusal's code, after checking that it has everything a refusal has."""
    assert answer.status_code == status
    body = answer.json()
    assert set(body) >= {"error", "message", "hint"}
    assert body["message"]
    assert body["hint"]
    return body["error"]


def test_without_a_token_nothing_is_answered(gate):
    for head in ({}, {"Authorization": "Basic eDp5"}, {"Authorization": "Bearer nmt_wrong"}):
        answer = gate.client.post("/v1/actions", json={"action": "x"}, headers=head)
        assert says_how(answer, 401) == "unauthorized"
        assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("raw", [b"{", b"[]", b'{"action": ""}', b'{"sevrice": "x"}'])
def test_who_has_no_token_learns_nothing_about_the_body(gate, raw):
    answer = gate.post("/v1/actions", raw=raw, token="nmt_wrong")
    assert says_how(answer, 401) == "unauthorized"


def test_an_unknown_token_is_told_from_a_missing_one(gate):
    unknown = gate.post("/v1/actions", {"action": "x"}, token="nmt_wrong").json()
    assert "does not know this token" in unknown["message"]
    missing = gate.client.post("/v1/actions", json={"action": "x"}).json()
    assert "needs the token" in missing["message"]


@pytest.mark.parametrize(
    "action",
    [
        "",
        " \n\t",
        "\u200b\u00a0",
        {"command": ""},
        {"command": "   "},
        {"command": ["", " "]},
        {"tool": " ", "args": {"replicas": 2}},
    ],
)
def test_an_action_that_says_nothing_is_refused(gate, action):
    """An unset variable in a caller's script must not come back as a yes."""
    answer = gate.ask(action)
    assert says_how(answer, 422) == "invalid"
    assert "action: is empty" in answer.json()["message"]
    assert gate.ask({"command": ["", "x"]}).status_code == 200


def test_a_revoked_token_ends_with_the_next_call(gate):
    assert gate.ask(HARMLESS).status_code == 200
    revoke_agent(gate.bench.negmem, TEAM, "deploy-agent", actor="test")
    assert says_how(gate.ask(HARMLESS), 401)


def test_what_a_revoked_token_asks_is_not_judged_however_often_it_asked_before(gate):
    for _ in range(2):
        assert gate.ask(HARMLESS).status_code == 200
    revoke_agent(gate.bench.negmem, TEAM, "deploy-agent", actor="test")
    with gate.bench.store.read() as tx:
        before = len(tx.announcements.since(TEAM, START, 100))
    for _ in range(2):
        assert says_how(gate.ask(RESTART), 401)
    with gate.bench.store.read() as tx:
        assert len(tx.announcements.since(TEAM, START, 100)) == before
        assert not tx.holds.open(TEAM)


def test_a_token_is_known_by_its_hash_alone(gate):
    with gate.bench.store.read() as tx:
        (agent,) = tx.agents.all(TEAM)
    assert gate.token not in repr(agent)
    assert gate.token not in agent.token_hash


def nested(depth):
    """A list in a list, so deep."""
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("path", "status"), [("/nothing", 404), ("/v1/actions/act-none", 404), ("/v1", 404)]
)
def test_what_is_not_there(gate, path, status):
    says_how(gate.get(path), status)


def test_a_method_that_is_not_offered(gate):
    assert says_how(gate.client.delete("/v1/actions", headers=gate.head()), 405)


@pytest.mark.parametrize(
    "raw", [b"{", b"\xff\xfe", b"[1, 2", b"nothing", b'{"action": ' + b"[" * 100_000]
)
def test_a_body_that_is_no_json(gate, raw):
    assert says_how(gate.post("/v1/actions", raw=raw), 400) == "not_json"


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        None,
        {"action": 7},
        {"action": {"command": []}},
        {"action": {"tool": ""}},
        {"action": "x", "sevrice": "misspelt"},
        {"action": "x", "channel": "not an id"},
        {"action": "x", "facts": {"a": 1}},
        {"action": "x", "service": "s" * 201},
        {"action": "x", "service": "nul\x00"},
        {"action": "x", "announcement": {"channel": "C1", "ts": "yesterday"}},
        {"action": "x", "facts": {str(n): "v" for n in range(100)}},
        {"action": {"tool": "x", "args": {"a": nested(200)}}},
    ],
)
def test_a_body_that_is_not_as_documented(gate, body):
    """The message names the value."""
    assert says_how(gate.post("/v1/actions", body), 422) == "invalid"


@pytest.mark.parametrize(
    "kind", [None, "application/x-www-form-urlencoded", "text/plain", "text/plain; charset=utf-8"]
)
def test_json_is_read_whatever_the_header_says(gate, kind):
    """`curl -d` and scripts without a header ask as well as others; the answer is the same."""
    named = {"Content-Type": kind} if kind else {}
    body = json.dumps({"action": HARMLESS}).encode()
    answer = gate.client.post("/v1/actions", content=body, headers=gate.head() | named)
    assert answer.status_code == 200
    assert answer.json()["effect"] == "allow"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "The body is empty."),
        (b"[]", "The body is no JSON object."),
        (b'"restart x"', "The body is no JSON object."),
        (b"7", "The body is no JSON object."),
    ],
)
def test_a_body_that_is_no_object_is_called_so(gate, raw, told):
    """In plain words, none of the library's."""
    answer = gate.post("/v1/actions", raw=raw)
    assert says_how(answer, 422) == "invalid"
    assert answer.json()["message"] == told


def test_a_body_over_a_megabyte(gate):
    assert says_how(gate.ask("x" * 10_000_000), 413) == "too_large"


@pytest.mark.parametrize(
    "action",
    [
        "x" * 70_000,
        {"command": "echo " + "y" * 70_000},
        {"command": ["echo", "z" * 70_000]},
        {"tool": "write", "args": {"text": "w" * 70_000}},
    ],
)
def test_an_action_over_64_kb_is_held_unread(gate, action):
    answer = gate.ask(action).json()
    assert (answer["effect"], answer["hold"]["state"]) == ("hold", HoldState.PENDING.value)
    assert answer["reason"].startswith("too_large")


@pytest.mark.parametrize(
    "raw",
    [
        rb'{"action": "restart \u0000 it"}',
        rb'{"action": "restart \ud800 it"}',
        rb'{"action": {"command": ["echo", "\udfff"]}}',
        rb'{"action": {"tool": "x", "args": {"\ud800": 1}}}',
        rb'{"action": {"command": "x", "host_context": {"cwd": "\u0000"}}}',
    ],
)
def test_an_action_that_is_no_text_is_held(gate, raw):
    """It is stored and shown all the same, with what cannot be stored replaced."""
    answer = gate.post("/v1/actions", raw=raw)
    assert answer.status_code == 200, answer.text
    assert answer.json()["effect"] == "hold"
    assert answer.json()["reason"].startswith("not_decodable")


@pytest.mark.parametrize("depth", [50, 500, 5_000])
def test_arguments_nested_too_deep_are_no_failure(gate, depth):
    """A decision or a refusal, never a fault."""
    raw = b'{"action": {"tool": "x", "args": {"a": ' + b"[" * depth + b"]" * depth + b"}}}"
    assert gate.post("/v1/actions", raw=raw).status_code in (200, 400, 422)


def test_numbers_no_json_knows_are_no_failure(gate):
    raw = b'{"action": {"tool": "x", "args": {"a": NaN, "b": Infinity, "c": 1e999}}}'
    assert gate.post("/v1/actions", raw=raw).status_code in (200, 400, 422)


def test_while_the_memory_cannot_be_asked_everything_is_held(gate):
    known = gate.ask(HARMLESS).json()
    gate.bench.store.down = True
    calls = [
        gate.ask(HARMLESS),
        gate.get(f"/v1/actions/{known['id']}"),
        gate.post(f"/v1/actions/{known['id']}/start", {"permit": "p", "action": HARMLESS}),
        gate.post(f"/v1/actions/{known['id']}/outcome", {"ok": True}),
        gate.post("/v1/constraints", {}),
    ]
    for answer in calls:
        assert answer.status_code == 503
        body = answer.json()
        assert (body["effect"], body["id"]) == ("hold", None)
        assert body["reason"]
        assert body["hint"]
    assert gate.client.get("/readyz").status_code == 503
    assert gate.client.get("/healthz").status_code == 200
    gate.bench.store.down = False
    assert gate.client.get("/readyz").status_code == 200


def test_a_fault_of_negmem_itself_is_a_hold(gate, monkeypatch):
    """And tells nothing of what is inside."""

    def broken(*_):
        raise RuntimeError("a secret of the database")

    monkeypatch.setattr(gate.bench.store, "write", broken)
    answer = gate.ask(HARMLESS)
    assert answer.status_code == 503
    assert answer.json()["effect"] == "hold"
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    "part",
    ["bot.application.judging.understand.read", "bot.application.judging.judge.decide_about"],
)
def test_a_reader_that_fails_is_a_hold(gate, monkeypatch, part):
    """On doubt about itself the gate never opens."""

    def broken(*_args, **_more):
        raise RuntimeError("cannot read")

    monkeypatch.setattr(part, broken)
    answer = gate.ask(HARMLESS).json()
    assert (answer["effect"], answer["reason"].split(":")[0]) == ("hold", "unreadable")


def test_metrics_and_the_schema_need_no_token(gate):
    gate.ask(HARMLESS)
    assert 'negmem_decisions_total{effect="allow"} 1.0' in gate.client.get("/metrics").text
    assert "/v1/actions" in json.loads(gate.client.get("/openapi.json").text)["paths"]


def test_metrics_count_the_entries_that_cannot_be_read(gate):
    assert "negmem_unreadable_entries 0.0" in gate.client.get("/metrics").text
    gate.bench.remember({**BLOCK, "id": "nm-30", "reads_as": {"kind": "jiggle"}})
    gate.ask(HARMLESS)
    assert "negmem_unreadable_entries 1.0" in gate.client.get("/metrics").text


def test_secrets_of_an_action_are_answered_nowhere(gate):
    """Neither in the answer nor in what is stored."""
    answer = gate.ask({"command": "kubectl -n prod rollout restart deploy/payments-api"
                       " --token=ghp_abcdefghijklmnopqrstuvwxyz0123456789"})  # fmt: skip
    assert "ghp_abc" not in answer.text
    with gate.bench.store.read() as tx:
        assert "ghp_abc" not in repr(tx.announcements.get(TEAM, answer.json()["id"]))


def test_an_installation_that_is_not_whole_means_a_hold_and_is_logged(gate, monkeypatch):
    def broken(*_args, **_more):
        raise BrokenInstallation("negmem's trees are missing or damaged", "trees.json")

    monkeypatch.setattr("bot.gate.actions.view_action", broken)
    with capture_logs() as logs:
        answer = gate.get("/v1/actions/act-1")
    assert (answer.status_code, answer.json()["effect"]) == (503, "hold")
    assert {one.get("why") for one in logs} >= {
        "negmem's trees are missing or damaged: trees.json. Reinstall negmem."
    }
