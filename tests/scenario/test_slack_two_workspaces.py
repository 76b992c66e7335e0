"""One app in two workspaces: neither sees anything of the other, whatever Slack sends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from slack_sdk import WebClient

from bot.application.entries.store_entry import store_entry
from bot.domain.action import Place
from bot.sandbox.world.workspace import Workspace
from tests.scenario.incident import Incident, incident, payload_of
from tests.scenario.workplace import WAYS

ANNOUNCED = "Restarting payments-api in prod now"


@dataclass
class Neighbour:
    """The second workspace: its own admin, agent and channel, of the same names."""

    room: Incident
    workspace: Workspace
    admin: str
    agent_app: str
    channel: str

    def does(self, path: str, **body: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.room.http.post(
            f"/human/{path}", json={"channel": self.channel, **body}
        ).json()
        return answer

    def agent_says(self, text: str) -> str:
        return str(self.does("messages", as_app=self.agent_app, text=text)["ts"])

    def asks(self, text: str, words: str) -> str:
        """The answer with these words to a command of the admin's."""
        assert self.does("commands", user=self.admin, command="/negmem", text=text)["acked"]
        return self.hears(words)

    def hears(self, words: str) -> str:
        self.room.world.people["neighbour"] = self.admin
        return self.room.hears("neighbour", words)

    def judged(self, ts: str) -> Any:
        def look() -> Any:
            with self.room.store.read() as tx:
                return tx.announcements.at_place(Place(self.workspace.id, self.channel, ts))

        return self.room.eventually(look)


@pytest.fixture(params=WAYS)
def neighbour(request: pytest.FixtureRequest) -> Iterator[Neighbour]:
    with incident(by_http=request.param == "http", beside=True) as room:
        room.on_call_may_release()
        room.channel_is_about("payments-api", "prod")
        beside = room.beside
        assert beside is not None
        admin = beside.add_person("mara", "Mara Other", admin=True)
        agent = beside.add_app("deploy-agent")
        channel = beside.add_channel(
            "inc-payments-latency", members=[admin, agent.bot_user, beside.bot_user]
        )
        yield Neighbour(room, beside, admin, agent.app.id, channel)


def test_an_entry_of_one_says_nothing_in_the_other(neighbour: Neighbour) -> None:
    """The same announcement is held here and let through there, without a word."""
    room = neighbour.room
    room.remembers()
    room.card(room.agent_says(ANNOUNCED), "pending")
    ts = neighbour.agent_says(ANNOUNCED)
    assert neighbour.judged(ts).effect.value == "allow"
    room.settles()
    assert len(room.thread(ts, neighbour.channel)) == 1


def test_nobody_reads_the_others_entries_and_holds(neighbour: Neighbour) -> None:
    """Not by any command, and not at Home."""
    room = neighbour.room
    room.remembers()
    room.card(room.agent_says(ANNOUNCED), "pending")
    neighbour.asks("list", "Entries: none")
    neighbour.asks("search transactions", "none")
    neighbour.asks("show nm-1", "There is no entry nm-1")
    neighbour.asks("retire nm-1", "There is no entry nm-1")
    neighbour.asks("holds", "No action is held right now")
    neighbour.asks(f"check {ANNOUNCED}", "Nothing known against it")
    neighbour.does("homes", user=neighbour.admin)
    drawn = room.eventually(lambda: room.home("neighbour") or None)
    assert "No action is held right now" in str(drawn)
    assert "payments-api" not in str(drawn)


def test_a_click_there_releases_nothing_here(neighbour: Neighbour) -> None:
    """An admin of the other workspace presses a button with the id of a hold of ours."""
    room = neighbour.room
    room.remembers()
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    buttons = next(block for block in card["blocks"] if block["type"] == "actions")
    bot = WebClient(token=neighbour.workspace.bot_token, base_url=room.sandbox.api_url)
    copied = bot.chat_postMessage(channel=neighbour.channel, text="copied", blocks=[buttons])["ts"]
    for action_id, words in (
        ("release", "I do not know this hold"),
        ("keep", "I do not know this hold"),
        ("wrong", "I do not know this match"),
    ):
        neighbour.does("clicks", user=neighbour.admin, ts=copied, action_id=action_id)
        neighbour.hears(words)
    assert payload_of(room.card(ts))["state"] == "pending"


def test_each_workspace_is_written_to_with_its_own_token(neighbour: Neighbour) -> None:
    """Its own entry holds there, under the same number, and is released by its own admin."""
    room = neighbour.room
    entry = room.remembers()
    with room.store.write() as tx:
        store_entry(room.negmem, tx, neighbour.workspace.id, entry, "test")
    ts = neighbour.agent_says(ANNOUNCED)

    def card(state: str) -> Any:
        found = [m for m in room.thread(ts, neighbour.channel) if payload_of(m)]
        return next((m for m in found if payload_of(m)["state"] == state), None)

    held = room.eventually(lambda: card("pending"))
    assert held["user"] == neighbour.workspace.bot_user
    neighbour.does("clicks", user=neighbour.admin, ts=held["ts"], action_id="release")
    room.eventually(lambda: card("released"))
    with room.store.read() as tx:
        assert not tx.holds.open(room.team)
        assert [one.actor for one in tx.audit.records(room.team)] == ["test"] * 2
