"""Hosts that an entry's context names stand for its service."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import Effect, decide
from bot.domain.reading.entry.names import hosts_beside, names_beside
from bot.domain.reading.lexicon import load_lexicon
from tests.unit.domain.matching.block_entries import NOW, block_entry, memory_of


def entry_with(context: str):
    return replace(block_entry("match-vm", "Reboot the machine", "orders lost"), context=context)


@pytest.mark.parametrize(
    ("context", "hosts"),
    [
        ("match-vm (engine VMs me01 to me03) in production", {("me01",), ("me02",), ("me03",)}),
        ("match-vm on hl7mq1 to 2", {("hl7mq1",), ("hl7mq2",)}),
        ("match-vm (nodes cat-db1 to db2)", {("cat", "db1"), ("cat", "db2")}),
        ("match-vm, the pair tb-a and tb-b", {("tb", "a"), ("tb", "b")}),
    ],
)
def test_hosts_of_a_row_or_a_pair_are_read(context: str, hosts: set[tuple[str, ...]]) -> None:
    assert hosts <= set(hosts_beside(entry_with(context)))


@pytest.mark.parametrize(
    ("context", "name"),
    [
        ("match-vm (matching, people just say the engines)", "engines"),
        ("match-vm (matching, the traders say vaults)", "vaults"),
    ],
)
def test_what_people_call_it_is_a_name_of_it(context: str, name: str) -> None:
    assert (name,) in names_beside(entry_with(context), load_lexicon())


@pytest.mark.parametrize(
    "context", ["v1 to v4", "python3 to 4", "from 4 to 6 replicas", "p95 to 99", "x1 to x900"]
)
def test_versions_and_counts_are_no_hosts(context: str) -> None:
    assert not hosts_beside(entry_with(f"match-vm in production, {context}"))


def test_hosts_of_another_entry_take_nothing_from_the_service_that_is_given() -> None:
    """A region or a zone may look like a host."""
    other = entry_with("match-vm (web1 to web8), seen in us-east-1 to 3, zone-a and zone-b")
    block = block_entry("payments-api", "restart the service", "lost", entry_id="pay")
    where = Situation(now=NOW, service="payments-api", environment="prod")
    for text in ("Restarting now, web3 shows 5xx", "Restarting the zone-a pods now"):
        said = ActionInput(InputForm.TEXT, text)
        assert decide(said, where, memory_of(block, other)).effect is Effect.HOLD
    command = ActionInput(InputForm.COMMAND, "ssh web3 sudo systemctl restart app")
    assert decide(command, where, memory_of(block, other)).effect is Effect.HOLD


def test_a_command_on_one_of_them_is_about_the_service() -> None:
    memory = memory_of(entry_with("match-vm (engine VMs me01 to me08) in production"))
    said = ActionInput(InputForm.COMMAND, "ssh me05.prod sudo reboot")
    assert decide(said, Situation(now=NOW), memory).effect is Effect.HOLD
