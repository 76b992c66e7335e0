"""A gate over the fakes, and over a real database where that is what matters."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.testclient import TestClient

from bot.application.team.agents import NewAgent, add_agent
from bot.gate.app import build_gate
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN, Bench


@dataclass
class Gate:
    """A gate, and short ways to ask it."""

    bench: Bench
    client: TestClient
    token: str

    def head(self, token: str | None = None) -> dict[str, str]:
        return {"Authorization": f"Bearer {token or self.token}"}

    def post(self, path: str, body: Any = None, *, raw: bytes | None = None, token=None):
        data = raw if raw is not None else json.dumps(body).encode()
        head = {**self.head(token), "Content-Type": "application/json"}
        return self.client.post(path, content=data, headers=head)

    def get(self, path: str, token=None):
        return self.client.get(path, headers=self.head(token))

    def ask(self, action: Any, **more: Any):
        return self.post("/v1/actions", {"action": action, **more})

    def agent(self, name: str, **more: Any) -> str:
        return add_agent(self.bench.negmem, TEAM, NewAgent(name, CHANNEL, **more), actor="test")


@pytest.fixture
def gate():
    bench = Bench()
    bench.remember(BLOCK, WARN)
    app = build_gate(bench.negmem, bench.store)
    token = add_agent(bench.negmem, TEAM, NewAgent("deploy-agent", CHANNEL), actor="test")
    with TestClient(app, raise_server_exceptions=False) as client:
        yield Gate(bench, client, token)
