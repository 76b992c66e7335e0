"""A local Slack, furnished, for the tests that reach Slack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from bot.sandbox.demo_world import DemoWorld, build_demo_world
from bot.sandbox.server import Sandbox
from bot.slack.directory import SlackDirectory
from bot.slack.installation import Installation, Installations, installed_with
from bot.slack.manifest import manifest


class Stopwatch:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Slack:
    """The local workspace as a test drives it."""

    sandbox: Sandbox
    world: DemoWorld
    installation: Installation
    directory: SlackDirectory
    stopwatch: Stopwatch
    http: httpx.Client

    @property
    def team(self) -> str:
        return self.sandbox.home.id

    @property
    def channel(self) -> str:
        return self.world.channels["inc-payments-latency"]

    def human(self, path: str, **body: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.http.post(f"/human/{path}", json=body).json()
        return answer

    def agent_says(self, text: str, **more: Any) -> str:
        body = {"as_app": self.world.agent_app, "channel": self.channel, "text": text, **more}
        return str(self.human("messages", **body)["ts"])

    def fails(self, **fault: Any) -> None:
        self.http.post("/faults", json={"times": 1, **fault}).raise_for_status()

    def messages(self) -> list[dict[str, Any]]:
        path = f"/human/channels/{self.channel}/messages"
        messages: list[dict[str, Any]] = self.http.get(path).json()
        return messages

    def thread(self, ts: str) -> list[dict[str, Any]]:
        path = f"/human/threads/{self.channel}/{ts}"
        messages: list[dict[str, Any]] = self.http.get(path).json()
        return messages


@pytest.fixture
def slack(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slack]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    with Sandbox(manifest()) as sandbox, httpx.Client(base_url=sandbox.url, timeout=20) as http:
        world = build_demo_world(sandbox)
        installation = installed_with(sandbox.home.bot_token, sandbox.api_url)
        stopwatch = Stopwatch()
        directory = SlackDirectory(Installations([installation]), stopwatch)
        yield Slack(sandbox, world, installation, directory, stopwatch, http)
