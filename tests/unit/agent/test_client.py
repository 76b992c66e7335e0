"""The client: whatever is not a clear yes is a hold."""

from __future__ import annotations

import socket

import pytest

from bot.agent.client import Gate, NotSetUp, Unreachable, gate_of_environment


@pytest.fixture
def gate(false_gate):
    return gate_of_environment()


@pytest.mark.parametrize(
    "answer",
    [
        (500, {"effect": "allow", "permit": "p"}),
        (404, {"effect": "allow"}),
        (302, {"effect": "allow"}),
        (200, {}),
        (200, {"effect": "maybe"}),
        (200, ["allow"]),
        (200, b"<html>allow</html>"),
        (200, b'{"effect": "allow"'),
        (200, b"[" * 100_000),
    ],
)
def test_an_answer_that_is_no_clear_yes_is_a_hold(gate, false_gate, answer):
    false_gate.answers = [answer]
    reply = gate.ask({"action": "x"})
    assert reply.effect == "hold"
    assert reply.permit is None
    assert reply.why


def test_no_answer_is_told_as_such(gate, false_gate):
    false_gate.answers = [None]
    with pytest.raises(Unreachable, match="cannot be reached"):
        gate.ask({"action": "x"})


def test_what_asks_is_not_sent_twice(gate, false_gate):
    """The first may have arrived."""
    false_gate.answers = [(200, {"effect": "allow"}), None]
    gate.ask({"action": "x"})
    with pytest.raises(Unreachable):
        gate.ask({"action": "y"})
    assert len(false_gate.requests) == 2


def test_what_only_looks_is_sent_again_on_a_new_connection(gate, false_gate):
    """The gate closes idle connections."""
    false_gate.answers = [(200, {"id": "a"}), None, (200, {"id": "a", "effect": "allow"})]
    gate.look("a")
    assert gate.look("a").effect == "allow"


def test_something_else_that_listens_is_no_gate():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        gate = Gate(f"http://127.0.0.1:{listening.getsockname()[1]}", "t")
        listening.close()
        with pytest.raises(Unreachable, match="nothing listens there"):
            gate.ask({"action": "x"})


@pytest.mark.parametrize("url", ["gate", "ftp://gate", "http://", "http://gate:port"])
def test_an_address_that_is_none_names_the_variable(url):
    with pytest.raises(NotSetUp, match="NEGMEM_GATE_URL"):
        Gate(url, "t")


@pytest.mark.parametrize("token", ["", "  ", "nm\nt", "ключ"])
def test_a_token_that_is_none_names_the_variable(token):
    with pytest.raises(NotSetUp, match="NEGMEM_AGENT_TOKEN"):
        gate_of_environment({"NEGMEM_AGENT_TOKEN": token})


def test_a_path_before_the_gates_is_kept(false_gate):
    Gate(false_gate.url + "/team/", "t").look("act-1")
    assert false_gate.requests[0][1] == "/team/v1/actions/act-1"


def test_an_id_cannot_lead_elsewhere(gate, false_gate):
    gate.look("../../metrics?x=")
    assert false_gate.requests[0][1] == "/v1/actions/..%2F..%2Fmetrics%3Fx%3D"
