"""What is said while the bot is away is heard when it is back, once."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot.application.entries.exchange_entries import import_lines
from bot.bootstrap.online import Running, serving
from bot.cli.workspace_client import WorkspaceClient, decision_of
from bot.domain.action import Place
from bot.sandbox.demo_world import DemoWorld, build_demo_world
from bot.sandbox.server import Sandbox
from bot.slack.catch_up import CatchUp, catch_up
from bot.slack.manifest import manifest
from tests.fakes.bench import BLOCK
from tests.scenario.incident import Incident
from tests.scenario.workplace import WAYS, settings_for, until

RESTART = "p99 is at 4 s. Restarting payments-api in prod now."


@dataclass
class Office:
    """A workspace in which the bot comes and goes, with its memory kept."""

    folder: Path
    way: str
    sandbox: Sandbox
    world: DemoWorld
    people: WorkspaceClient = field(init=False)

    def __post_init__(self) -> None:
        self.people = WorkspaceClient(self.sandbox.url)

    @property
    def channel(self) -> str:
        return self.world.channels["inc-payments-latency"]

    @contextmanager
    def bot(self) -> Iterator[Running]:
        with serving(settings_for(self.folder, self.way, self.sandbox)) as running:
            if self.way == "http":
                url = running.way.removeprefix("HTTP at ")
                # Without repetitions: what is missed stays missed.
                self.sandbox.deliver_by_http(url, retry_delays=())
            yield running

    def agent_says(self, text: str, **more: Any) -> str:
        body = {"as_app": self.world.agent_app, "channel": self.channel, "text": text, **more}
        return str(self.people.act("messages", **body)["ts"])

    def cards(self, ts: str) -> list[Any]:
        thread = self.people.thread(self.channel, ts)
        return [one for one in thread if decision_of(one).get("state")]

    def card(self, ts: str, state: str) -> Any:
        return self.people.wait_for(
            lambda: self.people.thread(self.channel, ts),
            lambda one: decision_of(one).get("state") == state,
            f"a card that says {state}",
        )


@pytest.fixture(params=WAYS)
def office(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Office]:
    with Sandbox(manifest()) as sandbox:
        yield Office(tmp_path, request.param, sandbox, build_demo_world(sandbox))


def remember(running: Running) -> None:
    import_lines(running.negmem, running.workspaces, "test", [json.dumps(BLOCK)], "test")


def test_what_was_announced_meanwhile_is_held_once(office: Office) -> None:
    """A first announcement of a channel, and one in a thread; neither twice after a restart."""
    with office.bot() as running:
        remember(running)
    alone = office.agent_says(RESTART)
    parent = office.agent_says("payments-api in prod answers with 5xx.")
    office.agent_says("Rolling back payments-api. " + RESTART, thread_ts=parent)
    with office.bot():
        office.card(alone, "pending")
        office.card(parent, "pending")
    with office.bot():
        office.agent_says("Checking the dashboards of payments-api in prod.")
        time.sleep(0.4)
    assert len(office.cards(alone)) == 1
    assert len(office.cards(parent)) == 1


def test_what_people_said_meanwhile_counts(office: Office) -> None:
    """A correction in the thread of an announcement from before is enforced."""
    with office.bot() as running:
        remember(running)
        ts = office.agent_says("Scaling payments-worker down to 2 replicas in prod.")
        until(lambda: judged(running, office, ts), "the decision")
    office.people.act(
        "messages",
        user=office.world.people["oncall2"],
        channel=office.channel,
        text="No, don't do that, the payout queue is backed up.",
        thread_ts=ts,
    )
    with office.bot():
        until(lambda: len(office.people.thread(office.channel, ts)) > 2 or None, "the entry")
        again = office.agent_says("Scaling down payments-worker to 2 in prod.")
        office.card(again, "pending")


def test_an_edit_that_was_missed_voids_the_hold(office: Office) -> None:
    """And the new text is judged."""
    with office.bot() as running:
        remember(running)
        ts = office.agent_says(RESTART)
        office.card(ts, "pending")
    office.people.act(
        "edits",
        as_app=office.world.agent_app,
        channel=office.channel,
        ts=ts,
        text="Only looking at payments-api in prod.",
    )
    with office.bot():
        office.card(ts, "voided")


def test_a_card_from_before_a_restart_works(office: Office) -> None:
    """Its button names what is stored, and nothing of the process that drew it."""
    with office.bot() as running:
        remember(running)
        ts = office.agent_says(RESTART)
        card = office.card(ts, "pending")
    with office.bot():
        office.people.act(
            "clicks",
            user=office.world.people["admin"],
            channel=office.channel,
            ts=card["ts"],
            action_id="release",
        )
        assert office.card(ts, "released")["ts"] == card["ts"]


def test_what_slack_left_out_above_its_limit_is_read_back(office: Office) -> None:
    """It says so for each minute; what was announced in between is held, once."""
    with office.bot() as running:
        remember(running)
        office.sandbox.limit_events()
        ts = office.agent_says(RESTART)
        office.sandbox.limit_events()
        office.card(ts, "pending")
        office.sandbox.limit_events(on=False)
        office.card(office.agent_says("Rolling back payments-api. " + RESTART), "pending")
    assert len(office.cards(ts)) == 1


def test_a_busy_slack_is_waited_for(office: Office) -> None:
    """It says for how long."""
    with office.bot() as running:
        remember(running)
    ts = office.agent_says(RESTART)
    busy = {"method": "conversations.history", "error": "ratelimited", "retry_after": 1, "times": 1}
    httpx.post(f"{office.sandbox.url}/faults", json=busy, trust_env=False).raise_for_status()
    with office.bot():
        office.card(ts, "pending")


def judged(running: Running, office: Office, ts: str) -> Any:
    with running.negmem.store.read() as tx:
        return tx.announcements.at_place(Place(running.workspaces, office.channel, ts))


def test_the_rest_of_a_minute_that_slack_left_out_is_read_when_it_is_over(room: Incident) -> None:
    """The notice comes at its beginning, and nothing comes at its end."""
    room.sandbox.limit_events()
    catching = CatchUp(room.slack, limited_seconds=0.3)
    catching.missed()
    ts = room.agent_says(RESTART)
    room.card(ts, "pending")
    catching.stop()


def test_what_was_heard_is_not_heard_again(room: Incident) -> None:
    """Reading it back finds every message done."""
    ts = room.agent_says(RESTART)
    room.card(ts, "pending")
    before = len(room.messages())
    assert catch_up(room.slack, room.team, lambda _seconds: False) >= 1
    room.settles()
    assert len(room.messages()) == before
    with room.store.read() as tx:
        assert [hold.asked for hold in tx.holds.open(room.team)] == [1]


def test_what_was_said_before_the_invitation_is_none_of_our_business(room: Incident) -> None:
    """Nobody is called for what happened before the bot was there."""
    home, people = room.sandbox.home, room.world.people
    channel = home.add_channel(
        "inc-payments-prod", members=[people["oncall"], room.world.agent_bot_user]
    )
    ts = room.agent_says(RESTART, channel=channel)
    home.invite(channel, home.bot_user, people["oncall"])
    room.eventually(lambda: [m for m in room.messages(channel) if "I watch what" in m["text"]])
    catch_up(room.slack, room.team, lambda _seconds: False)
    room.settles()
    assert len(room.thread(ts, channel)) == 1


def test_what_is_over_is_left_alone(room: Incident) -> None:
    """After a long time away nobody is called for the first hours of it."""
    room.card(room.agent_says(RESTART), "pending")
    room.clock.ahead += timedelta(hours=7)
    assert catch_up(room.slack, room.team, lambda _seconds: False) == 0
