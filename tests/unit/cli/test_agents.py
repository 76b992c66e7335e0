"""agent add, list and revoke."""

import pytest

from bot.storage import open_store
from tests.unit.cli.results import refused, told


def serve_once(tmp_path, *teams):
    """Have the workspaces known, as the first `serve` does."""
    store = open_store(f"sqlite:///{tmp_path / 'n.db'}")
    with store.unit_of_work.write() as tx:
        for team in teams:
            tx.workspaces.put(tx.workspaces.get(team))
    store.close()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--channel", "#inc-payments"),
        ("--channel", "C…"),
        ("--workspace", "T…"),
        ("--workspace", "acme"),
        ("--app", "deploy-bot"),
        ("--acts-for", "@ann"),
    ],
)
def test_an_agent_s_ids_are_slack_s(negmem, option, value):
    options = {"--channel": "C012", option: value}
    words = [word for pair in options.items() for word in pair]
    refused(negmem("agent", "add", "bot", *words), 2, option, value)
    assert "bot" not in negmem("agent", "list").stdout


def test_an_agent_of_a_workspace_that_was_not_served_comes_with_a_warning(negmem, tmp_path):
    serve_once(tmp_path, "T1")
    known = negmem("agent", "add", "one", "--workspace", "T1", "--channel", "C012")
    assert known.stderr == ""
    new = negmem("agent", "add", "two", "--workspace", "T2", "--channel", "C012")
    assert new.returncode == 0
    assert new.stdout.startswith("nmt_")
    assert "T2" in new.stderr
    assert "known are T1" in new.stderr


def test_revoking_an_agent_of_another_workspace_says_where_it_is(negmem, tmp_path):
    serve_once(tmp_path, "T1", "T2")
    negmem("agent", "add", "bot", "--workspace", "T2", "--channel", "C012")
    refused(negmem("agent", "revoke", "bot", "--workspace", "T1"), 1, "in T2 is", "--workspace T2")
    revoked = negmem("agent", "revoke", "bot", "--workspace", "T2", "--json")
    assert told(revoked) == [{"name": "bot", "workspace": "T2"}]
    refused(negmem("agent", "revoke", "bot", "--workspace", "T2"), 1, "bot")
