"""Events that come in masses cost nothing unless they concern us, and the others are not lost."""

from __future__ import annotations

import time
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from bot.domain.hold import HoldState
from bot.slack.listeners import membership, reactions
from bot.slack.patience import patiently
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, Bench
from tests.fakes.directory import MEMBER


class Workspace:
    """The listeners over a bench, and what people were told."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.told: list[str] = []
        self.writes = 0
        self._listeners: dict[str, Any] = {}
        client = SimpleNamespace(chat_postEphemeral=lambda **m: self.told.append(m["text"]))
        installed = SimpleNamespace(client=client, us=SimpleNamespace(bot_user="UBOT"))
        of = SimpleNamespace(of=lambda _team: installed)
        room: Any = SimpleNamespace(
            negmem=bench.negmem, installations=of, directory=bench.directory, forms=None
        )
        app: Any = SimpleNamespace(event=lambda name: partial(self._listeners.__setitem__, name))
        reactions.register(app, room)
        membership.register(app, room)
        write = bench.store.write

        def counted() -> Any:
            self.writes += 1
            return write()

        bench.store.write = counted  # type: ignore[method-assign]  # counts

    def happens(self, name: str, **event: Any) -> None:
        context = SimpleNamespace(authorize_result=SimpleNamespace(team_id=TEAM), team_id=TEAM)
        self._listeners[name](event=event, body={"event_id": "Ev1"}, context=context)

    def reacts(self, ts: str, emoji: str) -> None:
        item = {"type": "message", "channel": CHANNEL, "ts": ts}
        self.happens("reaction_added", user=MEMBER, reaction=emoji, item=item)


@pytest.fixture
def bench() -> Bench:
    made = Bench()
    made.remember(BLOCK)
    return made


@pytest.fixture
def workspace(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    soon = partial(patiently, pauses=(0.02,) * 50)
    monkeypatch.setattr(reactions, "patiently", soon)
    return Workspace(bench)


def said(bench: Bench) -> str:
    return bench.announce().announcement.place.ts or ""


@pytest.mark.parametrize("down", [False, True])
def test_a_reaction_that_stops_nothing_costs_nothing(workspace: Workspace, down: bool) -> None:
    """And nobody is told of an outage for it."""
    ts = said(workspace.bench)
    workspace.writes, workspace.bench.store.down = 0, down
    workspace.reacts(ts, "tada")
    assert (workspace.writes, workspace.told) == (0, [])


def test_a_stop_on_what_is_no_announcement_writes_nothing(workspace: Workspace) -> None:
    """A no_entry under a joke."""
    workspace.reacts("77.1", "no_entry")
    assert (workspace.writes, workspace.told) == (0, [])


def test_a_stop_stops_once(workspace: Workspace) -> None:
    judged = workspace.bench.announce()
    for _ in range(2):
        workspace.reacts(judged.announcement.place.ts or "", "no_entry")
    assert workspace.bench.hold(judged).state is HoldState.KEPT
    assert len(workspace.told) == 1


def test_a_stop_in_an_outage_is_done_when_it_is_over(workspace: Workspace) -> None:
    """Slack does not send it a second time."""
    judged = workspace.bench.announce()
    workspace.bench.store.down = True
    workspace.reacts(judged.announcement.place.ts or "", "no_entry")
    assert workspace.told == []
    workspace.bench.store.down = False
    until = time.monotonic() + 5
    while not workspace.told and time.monotonic() < until:
        time.sleep(0.01)
    assert workspace.bench.hold(judged).state is HoldState.KEPT


def test_a_person_who_joins_a_channel_writes_nothing(workspace: Workspace) -> None:
    """The bot that joins does."""
    workspace.happens("member_joined_channel", user=MEMBER, channel="C7")
    assert workspace.writes == 0
    workspace.happens("member_joined_channel", user="UBOT", channel="C7")
    assert workspace.writes > 0
