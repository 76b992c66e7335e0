"""One decision, whichever way it is asked for: in Slack, by `negmem replay`, by `negmem check`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.application.actions.check_action import judge_only
from bot.application.records.workspace import Channel
from bot.cli.app import build
from bot.domain.action import ActionInput, InputForm
from bot.domain.entry_json import read_moment
from tests.scenario.workplace import WAYS, working

CORPUS = Path(__file__).parents[1] / "corpus"


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "way"), [*(("dev", way) for way in WAYS), ("dev2", WAYS[0])])
def test_slack_replay_and_check_agree_on_every_announcement(name, way, tmp_path):
    """Each is posted by another app in a channel of its scope, with the clock at its `now`."""
    store, inputs = CORPUS / name / "store.jsonl", CORPUS / name / "inputs.jsonl"
    out = tmp_path / "replayed.jsonl"
    command = ["replay", "--entries", store, "--announcements", inputs, "--out", out]
    result = CliRunner().invoke(build(), [str(part) for part in command])
    assert result.exit_code == 0, result.output
    replayed = {row["id"]: row["verdict"] for row in lines(out)}
    with working(tmp_path, way, memory=False) as place:
        place.remember(*lines(store))
        posted = [(row, *post(place, row)) for row in lines(inputs)]
        for row, channel, ts in posted:
            place.clock.at = read_moment(row["now"])
            in_slack = place.judged(ts, channel)
            checked = judge_only(
                place.running.negmem,
                place.team,
                ActionInput(InputForm.TEXT, text=row["text"]),
                service=row.get("channel_service"),
                environment=row.get("env"),
                at=read_moment(row["now"]),
            )
            said = (in_slack.effect.verdict, checked.effect.verdict)
            assert said == (replayed[row["id"]],) * 2, row["text"]


def post(place, row):
    """Post one announcement where it belongs; its decision is made at its own moment."""
    service, environment = row.get("channel_service"), row.get("env")
    channel = channel_of(place, service, environment)
    place.clock.at = read_moment(row["now"])
    ts = place.announce(row["text"], channel)
    place.judged(ts, channel)
    return channel, ts


def channel_of(place, service, environment):
    """A channel set to a service and an environment, made on first use."""
    home = place.sandbox.home
    name = f"c-{service or 'any'}-{environment or 'any'}".lower().replace("_", "-")[:70]
    known = {one.name: one.id for one in all_channels(place)}
    if name in known:
        return known[name]
    members = [home.bot_user, place.world.agent_bot_user, place.user("oncall")]
    channel = home.add_channel(name, members=members)
    with place.running.negmem.store.write() as tx:
        tx.channels.put(Channel(place.team, channel, name, True, service, environment, "command"))
    return channel


def all_channels(place):
    with place.running.negmem.store.read() as tx:
        return tx.channels.all(place.team)
