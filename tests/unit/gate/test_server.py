"""The gate as it is served: sockets, waiting calls, slow and idle clients."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from contextlib import contextmanager

import pytest
import structlog
from fastapi import FastAPI
from structlog.testing import capture_logs

from bot.application.holds.keep_hold import keep_hold
from bot.application.holds.release_hold import release_hold
from bot.application.ports.store import EVERY_TOPIC
from bot.application.team.agents import NewAgent, add_agent
from bot.gate.app import build_gate
from bot.gate.limits import LimitedBodies
from bot.gate.server import PortTaken, Server
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, Bench
from tests.fakes.directory import ONCALL

RESTART = {"command": "kubectl -n prod rollout restart deploy/payments-api"}
HARMLESS = {"command": "kubectl -n prod get pods"}


class Client:
    """An agent over a connection of its own."""

    def __init__(self, app, server, token):
        self.app = app
        host, _, port = server.url.removeprefix("http://").partition(":")
        self.address = (host, int(port))
        self.head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, method, path, body=None):
        connection = http.client.HTTPConnection(*self.address, timeout=30)
        data = json.dumps(body) if body is not None else None
        connection.request(method, path, data, self.head)
        answer = connection.getresponse()
        found = answer.status, json.loads(answer.read())
        connection.close()
        return found

    def ask(self, action):
        return self.call("POST", "/v1/actions", {"action": action})[1]


@contextmanager
def serving(app):
    server = Server(app, ("127.0.0.1", 0), variable="NEGMEM_GATE")
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK)
    return made


@pytest.fixture
def client(bench):
    token = add_agent(bench.negmem, TEAM, NewAgent("deploy-agent", CHANNEL), actor="test")
    app = build_gate(bench.negmem, bench.store)
    with serving(app) as server:
        yield Client(app, server, token)


def waiting(client, held):
    """A call that waits for the hold's end: where its answer will be, and its thread."""
    found = []
    path = f"/v1/actions/{held['id']}?wait=60"
    waiter = threading.Thread(target=lambda: found.append(client.call("GET", path)[1]))
    waiter.start()
    while not client.app.state.waiting.many:
        time.sleep(0.01)
    return found, waiter


def pending(bench):
    with bench.store.read() as tx:
        (hold,) = tx.holds.open(TEAM)
    return hold


@pytest.mark.parametrize("way", ["release", "keep"])
def test_a_waiting_call_is_woken_by_the_end_of_its_hold(bench, client, way):
    """Not by a clock: the wait is much longer."""
    held = client.ask(RESTART)
    found, waiter = waiting(client, held)
    hold = pending(bench)
    if way == "release":
        assert release_hold(bench.negmem, TEAM, hold.id, ONCALL, hold.revision).ok
    else:
        assert keep_hold(bench.negmem, TEAM, hold.id, ONCALL).ok
    waiter.join(20)
    assert found[0]["hold"]["state"] == {"release": "released", "keep": "kept"}[way]
    assert ("permit" in found[0]) is (way == "release")


def test_a_hold_that_has_ended_is_answered_at_once(bench, client):
    held = client.ask(RESTART)
    keep_hold(bench.negmem, TEAM, pending(bench).id, ONCALL)
    status, answer = client.call("GET", f"/v1/actions/{held['id']}?wait=60")
    assert (status, answer["hold"]["state"]) == (200, "kept")


def test_missed_signals_wake_everybody(bench, client):
    """The topic for "look at everything" reaches each who waits."""
    held = client.ask(RESTART)
    found, waiter = waiting(client, held)
    with bench.store.write() as tx:
        tx.signal(EVERY_TOPIC)
    waiter.join(20)
    assert found[0]["hold"]["state"] == "pending"


def test_idle_connections_do_not_stop_decisions(client):
    idle = [socket.create_connection(client.address) for _ in range(1_000)]
    try:
        assert client.ask(HARMLESS)["effect"] == "allow"
    finally:
        for connection in idle:
            connection.close()


def test_half_a_body_does_not_stop_decisions(client):
    with socket.create_connection(client.address) as slow:
        slow.sendall(b"POST /v1/actions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert client.ask(HARMLESS)["effect"] == "allow"


def test_a_body_that_does_not_arrive_times_out():
    """With what is wrong and how to mend it."""
    app = FastAPI()
    app.add_middleware(LimitedBodies, seconds=0.1)
    with serving(app) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=20) as slow:
            slow.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            answer = http.client.HTTPResponse(slow)
            answer.begin()
            assert answer.status == 408
            assert json.loads(answer.read())["hint"]


def test_a_taken_port_is_told_with_the_setting_that_names_it():
    with serving(FastAPI()) as server:
        port = int(server.url.rpartition(":")[2])
        with pytest.raises(PortTaken) as taken:
            Server(FastAPI(), ("127.0.0.1", port), variable="NEGMEM_GATE")
        assert "NEGMEM_GATE" in str(taken.value)


@pytest.mark.parametrize(
    ("host", "behind_proxy", "warns"),
    [("127.0.0.1", False, False), ("0.0.0.0", False, True), ("0.0.0.0", True, False)],
)
def test_listening_beyond_this_machine_without_a_proxy_warns(host, behind_proxy, warns):
    structlog.reset_defaults()
    with capture_logs() as logs:
        server = Server(FastAPI(), (host, 0), variable="NEGMEM_GATE", behind_proxy=behind_proxy)
    server.stop()
    assert bool(logs) is warns
