"""The MCP server, as the official client uses it: in a process of its own, and at the gate."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.scenario.agents import NEGMEM, channel_card, environment, outcomes
from tests.scenario.workplace import WAYS as DELIVERY
from tests.scenario.workplace import working

RESTART = "kubectl -n prod rollout restart deploy/payments-api"
HARMLESS = ["kubectl", "-n", "prod", "get", "pods"]


@pytest.fixture(params=DELIVERY)
def place(tmp_path, request):
    with working(tmp_path, request.param) as found:
        yield found


def by_stdio(place, tmp_path):
    env = environment(place, tmp_path)
    return Client(StdioServerParameters(command=NEGMEM, args=["mcp"], env=env))


@asynccontextmanager
async def by_http(place, _tmp_path, token=None):
    head = {"Authorization": f"Bearer {token or place.agent_token}"}
    address = place.running.gate_url + "/mcp"
    async with (
        httpx2.AsyncClient(headers=head, timeout=90) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        yield client


WAYS = {"stdio": by_stdio, "http": by_http}
each_way = pytest.mark.parametrize("way", sorted(WAYS))


async def call(client, tool, **arguments):
    """The structured result of a tool."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content


@each_way
def test_the_tools_say_what_they_take_and_give(way, place, tmp_path):
    async def run():
        async with WAYS[way](place, tmp_path) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {
            "check_action", "wait_for_release", "start", "report_outcome", "constraints",
        }  # fmt: skip
        for tool in tools.values():
            assert tool.description
            assert tool.output_schema["type"] == "object"
            assert "context" not in tool.input_schema["properties"]

    asyncio.run(run())


@each_way
def test_an_allowed_action_is_started_and_reported(way, place, tmp_path):
    async def run():
        async with WAYS[way](place, tmp_path) as client:
            checked = await call(client, "check_action", command=HARMLESS)
            assert checked["effect"] == "allow"
            begun = {"action_id": checked["id"], "permit": checked["permit"]}
            assert (await call(client, "start", **begun, command=HARMLESS))["started"]
            again = await call(client, "start", **begun, command=HARMLESS)
            assert not again["started"]
            told = await call(client, "report_outcome", action_id=checked["id"], ok=True)
            assert told["recorded"]

    asyncio.run(run())
    assert [one.outcome.ok for one in outcomes(place)] == [True]


@each_way
def test_waiting_ends_with_the_release_and_its_permit(way, place, tmp_path):
    async def run():
        async with WAYS[way](place, tmp_path) as client:
            held = await call(client, "check_action", command=RESTART, service="payments-api")
            assert (held["effect"], held["hold"]["state"]) == ("hold", "pending")
            assert held["permit"] is None
            wait = asyncio.create_task(call(client, "wait_for_release", action_id=held["id"]))
            card = await asyncio.to_thread(channel_card, place, "pending")
            await asyncio.to_thread(place.press, "oncall", card, "release")
            freed = await wait
            assert freed["hold"]["state"] == "released"
            begun = {"action_id": held["id"], "permit": freed["permit"]}
            other = await call(client, "start", **begun, command=RESTART + " --timeout=1s")
            assert not other["started"]
            assert (await call(client, "start", **begun, command=RESTART))["started"]

    asyncio.run(run())


@each_way
def test_constraints_are_text_for_a_prompt(way, place, tmp_path):
    async def run():
        async with WAYS[way](place, tmp_path) as client:
            situation = {"service": "payments-api", "environment": "prod"}
            told = await call(client, "constraints", **situation)
            assert "restart service payments-api" in told["constraints"]

    asyncio.run(run())


def test_a_wrong_token_holds_everything(place, tmp_path):
    """An agent that looks at the effect alone stops."""

    async def run():
        async with by_http(place, tmp_path, token="nmt_wrong") as client:
            checked = await call(client, "check_action", command=HARMLESS)
            assert (checked["effect"], checked["id"]) == ("hold", None)
            assert "token" in checked["reason"]

    asyncio.run(run())


def test_without_the_gate_everything_is_held(tmp_path):
    async def run():
        async with by_stdio(None, tmp_path) as client:
            checked = await call(client, "check_action", command=HARMLESS)
            assert checked["effect"] == "hold"
            assert "ask a person" in checked["reason"]

    asyncio.run(run())


def test_an_action_that_is_not_named_is_not_allowed(place, tmp_path):
    async def run():
        async with by_stdio(place, tmp_path) as client:
            assert (await call(client, "check_action", service="cart"))["effect"] == "hold"

    asyncio.run(run())
