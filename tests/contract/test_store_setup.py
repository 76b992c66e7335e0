"""Workspaces, channels, agents and facts come back as they were stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.application.records.fact import Fact
from bot.application.records.workspace import Channel
from bot.domain.errors import Conflict
from tests.contract.conftest import AnyStore
from tests.contract.samples import HOUR, NOW, agent, channel, entry, workspace


def test_an_unknown_workspace_gets_defaults_and_a_key_that_stays(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        fresh = tx.workspaces.get("T1")
    with store.unit_of_work.read() as tx:
        again = tx.workspaces.get("T1")
    assert again == fresh
    assert len(bytes.fromhex(fresh.permit_key)) >= 32
    assert (fresh.is_set_up, fresh.entries_version, fresh.hold_minutes) == (False, 0, 30)


def test_two_workspaces_have_different_keys(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        assert tx.workspaces.get("T1").permit_key != tx.workspaces.get("T2").permit_key


def test_reading_an_unknown_workspace_stores_nothing(store: AnyStore) -> None:
    with store.unit_of_work.read() as tx:
        assert tx.workspaces.get("T1").team == "T1"
    with store.unit_of_work.read() as tx:
        assert list(tx.workspaces.all()) == []


def test_a_workspace_is_stored_whole_but_for_its_entries_version(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.entries.add("T1", entry())
        tx.workspaces.put(workspace(entries_version=99))
    with store.unit_of_work.read() as tx:
        assert tx.workspaces.get("T1") == workspace(entries_version=1)
        assert tx.workspaces.entries_version("T1") == 1
        assert list(tx.workspaces.all()) == [workspace(entries_version=1)]


def test_a_set_up_without_a_key_keeps_the_stored_key(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.workspaces.put(workspace())
        tx.workspaces.put(workspace(permit_key="", hold_minutes=5))
        assert tx.workspaces.get("T1") == workspace(hold_minutes=5)


def test_the_key_of_permits_is_the_stored_one_at_any_time(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        assert tx.workspaces.permit_key("T1") == tx.workspaces.get("T1").permit_key
        tx.workspaces.put(workspace())
        assert tx.workspaces.permit_key("T1") == workspace().permit_key
    with store.unit_of_work.read() as tx:
        assert tx.workspaces.permit_key("T1") == workspace().permit_key


def test_a_channel_comes_back_whole_and_is_replaced(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.channels.put(channel())
        tx.channels.put(Channel("T1", "C0"))
    with store.unit_of_work.write() as tx:
        assert tx.channels.get("T1", "C1") == channel()
        assert list(tx.channels.all("T1")) == [Channel("T1", "C0"), channel()]
        tx.channels.put(channel(break_glass=None, watched=True, trouble=None))
    with store.unit_of_work.read() as tx:
        assert tx.channels.get("T1", "C1") == channel(break_glass=None, watched=True, trouble=None)
        assert tx.channels.get("T1", "C7") is None


def test_the_version_of_an_unknown_workspace_is_that_of_an_empty_one(store: AnyStore) -> None:
    with store.unit_of_work.read() as tx:
        assert tx.workspaces.entries_version("T9") == 0
    with store.unit_of_work.write() as tx:
        assert tx.workspaces.entries_version("T9") == 0
        assert tx.workspaces.permit_key("T9") == tx.workspaces.get("T9").permit_key


def test_an_agent_is_found_by_its_token_until_it_is_revoked(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.agents.add(agent())
    with store.unit_of_work.write() as tx:
        assert tx.agents.by_token_hash("f" * 64) == agent()
        assert tx.agents.by_token_hash("0" * 64) is None
        assert tx.agents.is_live("f" * 64)
        assert not tx.agents.is_live("0" * 64)
        assert tx.agents.revoke("T1", "deployer", NOW + HOUR)
        assert not tx.agents.revoke("T1", "deployer", NOW + HOUR)
        assert not tx.agents.revoke("T1", "nobody", NOW)
    with store.unit_of_work.read() as tx:
        assert tx.agents.by_token_hash("f" * 64) is None
        assert not tx.agents.is_live("f" * 64)
        assert list(tx.agents.all("T1")) == [agent(revoked_at=NOW + HOUR)]


def test_a_token_tells_whether_its_agents_channel_is_known(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.agents.add(agent())
        tx.channels.put(Channel("T2", agent().channel))
    with store.unit_of_work.write() as tx:
        assert not tx.agents.by_token_hash("f" * 64).channel_met  # type: ignore[union-attr]
        tx.channels.put(Channel("T1", agent().channel))
    with store.unit_of_work.read() as tx:
        assert tx.agents.by_token_hash("f" * 64).channel_met  # type: ignore[union-attr]


def test_an_agents_name_is_free_again_once_it_is_revoked(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.agents.add(agent())
    with pytest.raises(Conflict), store.unit_of_work.write() as tx:
        tx.agents.add(agent(token_hash="1" * 64))
    with store.unit_of_work.write() as tx:
        tx.agents.revoke("T1", "deployer", NOW)
        tx.agents.add(agent(token_hash="1" * 64))
        assert len(tx.agents.all("T1")) == 2


def test_a_token_belongs_to_one_agent_of_all_workspaces(store: AnyStore) -> None:
    with store.unit_of_work.write() as tx:
        tx.agents.add(agent())
    with pytest.raises(Conflict), store.unit_of_work.write() as tx:
        tx.agents.add(agent(team="T2"))


FACT = Fact("T1", "payments-api", "prod", "image", "v1", "U1", NOW)


def test_a_fact_takes_the_place_of_the_earlier_value(store: AnyStore) -> None:
    newer = replace(FACT, value="v2", by="U2", at=NOW + HOUR)
    schema = replace(FACT, key="a-schema")
    with store.unit_of_work.write() as tx:
        for fact in (FACT, newer, schema, replace(FACT, environment="staging")):
            tx.facts.put(fact)
    with store.unit_of_work.read() as tx:
        assert list(tx.facts.of("T1", "payments-api", "prod")) == [schema, newer]
        assert list(tx.facts.of("T1", None, "prod")) == []
        assert list(tx.facts.of("T1", "payments-api", None)) == []


def test_an_untrusted_fact_displaces_no_trusted_one(store: AnyStore) -> None:
    rumour = replace(FACT, value="v9", by="agent:x", trusted=False)
    with store.unit_of_work.write() as tx:
        tx.facts.put(FACT)
        tx.facts.put(rumour)
        assert list(tx.facts.of("T1", "payments-api", "prod")) == [rumour, FACT]
