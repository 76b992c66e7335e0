"""A whole workplace for scenario tests: workspace, bot and gate, as they run, on loopback."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from pydantic import SecretStr

from bot.application.entries.exchange_entries import import_lines
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.team.agents import NewAgent, add_agent
from bot.application.team.set_up import store_set_up
from bot.bootstrap.online import Running, serving
from bot.cli.workspace_client import DemoStuck, WorkspaceClient, button_of, decision_of
from bot.config import Settings
from bot.domain.action import Place
from bot.sandbox.demo_world import DemoWorld, build_demo_world
from bot.sandbox.server import Sandbox
from bot.slack.manifest import manifest
from tests.fakes.bench import BLOCK, WARN

PATIENCE_SECONDS = 15.0
WAYS = ("socket", "http")
T = TypeVar("T")


class HeldClock:
    """A clock that runs, or stands still at the moment it was set to."""

    def __init__(self) -> None:
        self.at: datetime | None = None

    def __call__(self) -> datetime:
        return self.at or datetime.now(UTC)


@dataclass
class Workplace:
    """What a scenario acts through, and looks at."""

    sandbox: Sandbox
    world: DemoWorld
    running: Running
    people: WorkspaceClient
    agent_token: str
    clock: HeldClock

    @property
    def team(self) -> str:
        return self.running.workspaces

    @property
    def payments(self) -> str:
        return self.world.channels["inc-payments-latency"]

    @property
    def review(self) -> str:
        return self.world.channels["oncall-review"]

    def user(self, role: str) -> str:
        return self.world.people[role]

    def remember(self, *raws: Mapping[str, object]) -> None:
        lines = [json.dumps(raw) for raw in raws]
        import_lines(self.running.negmem, self.team, "test", lines, "test")

    def announce(self, text: str, channel: str | None = None, **more: Any) -> str:
        """The agent's app posts; returns the ts."""
        return str(
            self.people.act(
                "messages",
                as_app=self.world.agent_app,
                channel=channel or self.payments,
                text=text,
                **more,
            )["ts"]
        )

    def say(self, role: str, text: str, thread_ts: str | None = None, **more: Any) -> str:
        thread = {"thread_ts": thread_ts} if thread_ts else {}
        return str(
            self.people.act(
                "messages", user=self.user(role), channel=self.payments, text=text, **thread, **more
            )["ts"]
        )

    def thread(self, ts: str, channel: str | None = None) -> list[Mapping[str, Any]]:
        return self.people.thread(channel or self.payments, ts)

    def card(self, ts: str, state: str, channel: str | None = None) -> Mapping[str, Any]:
        """The card in the thread of `ts`, as soon as it says `state`."""
        return self.people.wait_for(
            lambda: self.thread(ts, channel),
            lambda message: decision_of(message).get("state") == state,
            f"a card that says {state}",
        )

    def press(
        self,
        role: str,
        card: Mapping[str, Any],
        action_id: str,
        channel: str | None = None,
        **more: Any,
    ) -> Mapping[str, Any]:
        """A person presses a button of a card: on the card as it is now, if it was drawn anew."""
        where = channel or self.payments

        def click(shown: Mapping[str, Any]) -> Mapping[str, Any]:
            button = button_of(shown, action_id)
            assert button is not None, f"no button {action_id} on {shown.get('text')}"
            return self.people.act(
                "clicks",
                user=self.user(role),
                channel=where,
                ts=card["ts"],
                action_id=action_id,
                block_id=button["block_id"],
                **more,
            )

        try:
            return click(card)
        except DemoStuck:
            root = str(card.get("thread_ts") or card["ts"])
            now = next(one for one in self.thread(root, where) if one["ts"] == card["ts"])
            if now.get("blocks") == card.get("blocks"):
                raise
            return click(now)

    def told(self, role: str, words: str) -> str:
        """What was whispered to a person, as soon as it has these words."""
        found = self.people.wait_for(
            lambda: self.people.ephemerals(self.user(role)),
            lambda message: words.lower() in str(message.get("text", "")).lower(),
            f"an answer to {role} with {words!r}",
        )
        return str(found["text"])

    def judged(self, ts: str, channel: str | None = None) -> JudgedAnnouncement:
        """The stored decision on a message, as soon as it is there."""
        place = Place(self.team, channel or self.payments, ts)

        def look() -> JudgedAnnouncement | None:
            with self.running.negmem.store.read() as tx:
                return tx.announcements.at_place(place)

        return until(look, "the decision")

    def gate(
        self, path: str, body: Mapping[str, Any] | None = None, token: str | None = None
    ) -> tuple[int, dict[str, Any]]:
        """A call of the gate as the agent: status and JSON."""
        data = json.dumps(body).encode() if body is not None else None
        head = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {token or self.agent_token}",
        }
        request = urllib.request.Request(self.running.gate_url + path, data, head)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as refused:
            return refused.code, json.loads(refused.read())


def until(look: Callable[[], T | None], what: str) -> T:
    """What `look` finds, as soon as it finds something."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        found = look()
        if found is not None:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {PATIENCE_SECONDS:g} s for {what}")


@contextmanager
def working(
    folder: Path, way: str, *, memory: bool = True, every_seconds: float = 60
) -> Iterator[Workplace]:
    """A workplace until the block ends.

    Args:
        folder: For the database.
        way: `socket` or `http`: how Slack reaches the bot.
        memory: Start with a block and a warning.
        every_seconds: How often due work is looked for.
    """
    clock = HeldClock()
    with Sandbox(manifest()) as sandbox:
        world = build_demo_world(sandbox)
        settings = settings_for(folder, way, sandbox)
        with serving(settings, clock=clock, every_seconds=every_seconds) as running:
            if way == "http":
                sandbox.deliver_by_http(running.way.removeprefix("HTTP at "))
            team = running.workspaces
            fields: dict[str, object] = {
                "groups": [world.user_groups["oncall-payments"]],
                "approver_label": "@oncall-payments or an admin",
                "review_channel": world.channels["oncall-review"],
            }
            store_set_up(running.negmem, team, "test", fields)
            new = NewAgent("deploy-agent", world.channels["inc-payments-latency"], world.agent_app)
            token = add_agent(running.negmem, team, new, actor="test")
            people = WorkspaceClient(sandbox.url)
            place = Workplace(sandbox, world, running, people, token, clock)
            if memory:
                place.remember(BLOCK, WARN)
            yield place


def settings_for(folder: Path, way: str, sandbox: Sandbox) -> Settings:
    """Settings of a bot on the sandbox, with its database in `folder`."""
    tokens: dict[str, object] = {
        "bot_token": SecretStr(sandbox.home.bot_token),
        "signing_secret": SecretStr(sandbox.signing_secret),
    }
    if way == "socket":
        tokens["app_token"] = SecretStr(sandbox.app_token)
    return Settings().model_copy(
        update={
            **tokens,
            "slack_api_url": sandbox.api_url,
            "database_url": f"sqlite:///{folder / 'negmem.db'}",
            "gate": ("127.0.0.1", 0),
            "http": ("127.0.0.1", 0),
        }
    )
