"""The demo: a local Slack workspace with people and an agent, and the bot on it."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import resources
from pathlib import Path

from pydantic import SecretStr

from bot.application.entries.exchange_entries import import_lines
from bot.application.negmem import Negmem
from bot.application.people.operator import OPERATOR
from bot.application.team.agents import NewAgent, add_agent, list_agents, revoke_agent
from bot.application.team.set_up import store_set_up
from bot.bootstrap.offline import LOCAL_TEAM, opened_store
from bot.bootstrap.online import serving
from bot.config import Settings
from bot.domain.errors import NegmemError
from bot.sandbox.demo_world import DemoWorld, build_demo_world
from bot.sandbox.server import PortInUse, Sandbox
from bot.slack.manifest import manifest

AGENT = "deploy-agent"


@dataclass(frozen=True, slots=True)
class Demo:
    """A running demo; see the command line's contract."""

    page: str
    workspace: str
    gate: str
    agent_token: str
    channels: Mapping[str, str]
    people: Mapping[str, str]
    groups: Mapping[str, str]
    agent_app: str
    team: str


@contextmanager
def demonstrating(settings: Settings, port: int, *, anew: bool) -> Iterator[Demo]:
    """Run workspace, bot and gate until the block ends.

    Args:
        settings: A database that it names is used; without one a temporary folder is.
        port: Of the page; 0 takes a free one.
        anew: Be a workspace that the database does not know: an incident is played from its
            beginning, and what an earlier one left there (what was kept, warned of, learned) would
            answer before its turn. Otherwise it goes on in the first demo's workspace.

    Raises:
        NegmemError: The port is in use.
    """
    try:
        sandbox = Sandbox(manifest(), port=port, first_id=_first_id(settings) if anew else 1)
    except PortInUse as taken:
        raise NegmemError(
            f"{taken}.", 'Name another with --port: make demo ARGS="--port 0".'
        ) from None
    with tempfile.TemporaryDirectory(prefix="negmem-demo-") as folder, sandbox:
        world = build_demo_world(sandbox)
        with serving(_settings(settings, sandbox, Path(folder))) as running:
            _furnish(running.negmem, running.workspaces, world)
            new = NewAgent(AGENT, world.channels["inc-payments-latency"], app=world.agent_app)
            token = _new_token(running.negmem, running.workspaces, new)
            yield Demo(
                page=f"{sandbox.url}/?as={world.people['oncall']}",
                workspace=sandbox.url,
                gate=running.gate_url,
                agent_token=token,
                channels=world.channels,
                people=world.people,
                groups=world.user_groups,
                agent_app=world.agent_app,
                team=running.workspaces,
            )


def _first_id(settings: Settings) -> int:
    """Where identifiers begin: at one, and at a moment of its own where that was used already."""
    if settings.database_url is None:
        return 1
    with opened_store(settings) as store, store.unit_of_work.read() as tx:
        known = any(one.team != LOCAL_TEAM for one in tx.workspaces.all())
    return int(time.time() * 100) if known else 1


def _settings(settings: Settings, sandbox: Sandbox, folder: Path) -> Settings:
    asked_for = "NEGMEM_GATE" in os.environ
    return settings.model_copy(
        update={
            "bot_token": SecretStr(sandbox.home.bot_token),
            "app_token": SecretStr(sandbox.app_token),
            "slack_api_url": sandbox.api_url,
            "database_url": settings.database_url or f"sqlite:///{folder / 'negmem.db'}",
            "gate": settings.gate if asked_for else ("127.0.0.1", 0),
        }
    )


def _furnish(negmem: Negmem, team: str, world: DemoWorld) -> None:
    """Set the workspace up and give it a memory, unless the database has one already."""
    fields: dict[str, object] = {
        "groups": [world.user_groups["oncall-payments"]],
        "approver_label": "@oncall-payments or an admin",
        "review_channel": world.channels["oncall-review"],
        **review_to_come(negmem.clock()),
    }
    store_set_up(negmem, team, OPERATOR, fields)
    with negmem.store.read() as tx:
        if tx.entries.all(team, include_retired=True):
            return
    lines = _memory(negmem.clock(), world.people)
    import_lines(negmem, team, OPERATOR, lines, "the demo's memory")


def _new_token(negmem: Negmem, team: str, new: NewAgent) -> str:
    """A token for the agent, in place of the one from an earlier demo on the same database."""
    if any(one.name == new.name and not one.revoked_at for one in list_agents(negmem, team)):
        revoke_agent(negmem, team, new.name, actor=OPERATOR)
    return add_agent(negmem, team, new, actor=OPERATOR)


def review_to_come(now: datetime) -> dict[str, object]:
    """A time of the weekly review that lies ahead: the one on demand is to stand alone.

    Sunday's last hour in UTC; on a Sunday the same in the zone where that comes eleven hours later.
    """
    tz = "Pacific/Pago_Pago" if now.weekday() == 6 else "UTC"
    return {"review_day": "sun", "review_hour": 23, "review_tz": tz}


def _memory(now: datetime, people: Mapping[str, str]) -> Iterator[str]:
    """The mission's own example, and a few more: a warning, a second block, a stale one.

    As lines of an import, but that owners are named by their parts, and days counted from `now`.
    """
    text = resources.files("bot.bootstrap").joinpath("demo_memory.jsonl").read_text("utf-8")
    for line in text.splitlines():
        entry = json.loads(line)
        for end in ("created", "expires"):
            entry[end] = f"{now + timedelta(days=entry[end]):%Y-%m-%d}"
        yield json.dumps({**entry, "owner": people[entry["owner"]]})
