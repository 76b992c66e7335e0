"""The demo plays the whole incident, also on a database that has one already."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from bot.bootstrap.demo import Demo, demonstrating
from bot.cli.incident import Cast, Incident
from bot.cli.workspace_client import WorkspaceClient, decision_of
from bot.config import Settings
from tests.scenario.workplace import until

EVERYTHING = set(
    "announced edited warned held refused released kept corrected entry_stored voided went_ahead"
    " review_posted reviewed".split()
)


@pytest.fixture
def kept(tmp_path: Path) -> Settings:
    """Settings that name a database, which stays between demos."""
    return Settings().model_copy(update={"database_url": f"sqlite:///{tmp_path / 'kept.db'}"})


def played(demo: Demo) -> set[object]:
    """What happened, once it was played to its end."""
    lines: list[dict[str, object]] = []
    cast = Cast(demo.people, demo.channels, demo.groups, demo.agent_app)
    Incident(WorkspaceClient(demo.workspace), cast, lines.append, 0).play()
    assert all(line["at"] and line["who"] and line["channel"] and line["text"] for line in lines)
    return {line["what"] for line in lines}


def test_it_plays_everything_once_more_on_the_same_database(kept: Settings) -> None:
    """What the first one taught, kept and warned of belongs to the first one's workspace."""
    teams = set()
    for _ in range(2):
        with demonstrating(kept, 0, anew=True) as demo:
            assert played(demo) == EVERYTHING
            teams.add(demo.team)
    assert len(teams) == 2


def test_without_a_played_incident_it_goes_on_with_its_memory(kept: Settings) -> None:
    """An entry from before holds the next announcement."""
    teams = set()
    for text in ("Restarting payments-api in prod now.", "Restarting payments-api in prod again."):
        with demonstrating(kept, 0, anew=False) as demo:
            people, channel = WorkspaceClient(demo.workspace), demo.channels["inc-payments-latency"]
            ts = people.act("messages", as_app=demo.agent_app, channel=channel, text=text)["ts"]
            card = people.wait_for(
                lambda: people.thread(channel, ts),  # noqa: B023 - called within the turn
                lambda message: bool(decision_of(message)),
                "the card",
            )
            assert decision_of(card)["state"] == "pending"
            teams.add(demo.team)
    assert len(teams) == 1


def test_without_a_named_database_nothing_stays(tmp_path: Path) -> None:
    """It says so, and leaves no memory in the user's data folder; Ctrl-C ends it."""
    unnamed = {key: value for key, value in os.environ.items() if not key.startswith("NEGMEM_")}
    with subprocess.Popen(
        [Path(sys.executable).with_name("negmem"), "demo", "--no-play", "--port", "0"],
        env=unnamed | {"XDG_DATA_HOME": str(tmp_path)},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    ) as demo:
        try:
            assert demo.stdout is not None
            told = "".join(demo.stdout.readline() for _ in range(4))
            demo.send_signal(signal.SIGINT)
            assert demo.wait(timeout=30) == 0
        finally:
            demo.kill()
    assert "nothing stays" in told
    (line,) = (one for one in told.splitlines() if "NEGMEM_GATE_URL" in one)
    assert re.fullmatch(r"export NEGMEM_GATE_URL=http://\S+ NEGMEM_AGENT_TOKEN=nmt_\S+", line)
    assert list(tmp_path.iterdir()) == []


def test_its_channel_says_what_it_is_about_in_the_documented_form(kept: Settings) -> None:
    """The product's own demo lacks nothing of the set-up: an admin's Home says so."""
    with demonstrating(kept, 0, anew=False) as demo:
        people, admin = WorkspaceClient(demo.workspace), demo.people["admin"]
        with httpx.Client(base_url=demo.workspace, trust_env=False) as page:

            def drawn() -> str | None:
                people.act("homes", user=admin)
                home = json.dumps(page.get("/human/state", params={"user": admin}).json()["home"])
                return home if demo.channels["inc-payments-latency"] in home else None

            assert "Complete. Watching " in until(drawn, "the channel in Home")
