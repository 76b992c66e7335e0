"""add, list, show, search, renew and retire: entries one at a time."""

import json

import pytest
from rich.console import Console

from tests.unit.cli.results import ENTRY, refused, told


def test_an_entry_from_its_adding_to_its_retirement(negmem):
    assert negmem("add", ENTRY).returncode == 0
    assert json.loads(negmem("list", "--json").stdout)["id"] == "nm-1"
    held = negmem("check", "Restarting payments-api in prod now", "--json")
    assert held.returncode == 1
    assert json.loads(held.stdout)["matches"][0]["entry_id"] == "nm-1"
    look = negmem("check", "Checking the restart history of payments-api in prod")
    assert look.returncode == 0
    assert "nm-1" in look.stdout
    assert "payments" in negmem("show", "nm-1").stdout
    assert negmem("search", "dropped", "payments").returncode == 0
    assert negmem("search", "nothing-like-it").returncode == 1
    assert negmem("retire", "nm-1").returncode == 0
    assert negmem("check", "Restarting payments-api in prod now").returncode == 0
    assert negmem("renew", "nm-1", "--days", "30").returncode == 0
    assert negmem("audit", "verify").returncode == 0


@pytest.mark.parametrize("end", ["soonish", "yesterday"])
def test_an_end_that_cannot_be_read_is_told_as_such(negmem, end):
    text = "restart payments-api in prod => dropped in-flight payments, block"
    refused(negmem("add", text, "--expires", end), 1, end, "no time to come")


def test_a_duplicate_is_said_to_be_merged(negmem):
    assert "nm-1 stored" in negmem("add", ENTRY).stdout
    assert negmem("add", ENTRY).stdout.startswith("Merged into nm-1")
    assert told(negmem("add", ENTRY, "--json"))[0]["merged"] is True


def test_the_list_shows_windows_ends_and_states(negmem, tmp_path):
    negmem("add", "restart search-es in prod on fridays => index red, warn, for 90 days")
    plain = negmem("list").stdout
    assert "fri" in plain
    assert "state" not in plain
    assert "expired" not in plain
    old = {
        "action": "restart cart-web",
        "outcome": "lost carts",
        "service": "cart-web",
        "environment": "prod",
        "expires": "2026-01-02",
    }
    (tmp_path / "old.jsonl").write_text(json.dumps(old) + "\n")
    imported = negmem("import", "old.jsonl").stdout
    assert "old.jsonl:1: no severity given: warn" in imported
    assert "old.jsonl:1: expired on 2026-01-02" in imported
    negmem("retire", "nm-1")
    assert "--retired" in negmem("list", "--service", "search-es").stdout
    everything = negmem("list", "--retired").stdout
    assert "retired" in everything
    assert "2026-01-02 (expired)" in everything


@pytest.mark.parametrize("said", ["NM-1", "1", " nm-1 ", "01"])
def test_an_id_is_known_however_it_is_written(negmem, said):
    negmem("add", ENTRY)
    assert "nm-1" in negmem("show", said).stdout
    assert "negmem renew nm-1" in negmem("retire", said).stdout
    assert negmem("renew", said).returncode == 0


BARE = "restart inventory-api in prod => stock off by 300 orders"


@pytest.mark.parametrize(
    ("options", "notes"),
    [
        (["--expires", "for 90 days", "--severity", "block"], []),
        (["--severity", "block"], ["expires in 180 days, as no end was given"]),
        (["--expires", "for 90 days"], ["severity warn, as none was given"]),
    ],
)
def test_only_what_was_not_given_is_noted(negmem, tmp_path, options, notes):
    stored, *said = negmem("add", BARE, *options).stdout.splitlines()
    assert stored.startswith("nm-1 stored")
    assert [line.strip() for line in said] == notes
    other = f"sqlite:///{tmp_path / 'other.db'}"
    (entry,) = told(negmem("add", BARE, *options, "--json", NEGMEM_DATABASE_URL=other))
    assert entry.get("notes", []) == notes


def test_what_a_merged_entry_keeps_is_not_noted_as_assumed(negmem):
    negmem("add", BARE, "--severity", "block")
    assert negmem("add", BARE).stdout.count("\n") == 1
    assert "notes" not in told(negmem("add", BARE, "--json"))[0]


def test_the_list_leaves_room_for_the_action_on_80_columns(negmem, monkeypatch):
    """Where and when it holds share a cell: a window took the room of the action."""
    action = "restart the payments-api pods one after the other"
    text = f"{action} in prod during peak => dropped in-flight payments, block, for 90 days"
    assert negmem("add", text, "--service", "payments-api").returncode == 0
    monkeypatch.setattr("bot.cli.output.Console", lambda **asked: Console(**{**asked, "width": 80}))
    head, *shown = negmem("list").stdout.splitlines()
    assert "window" not in head
    assert max(map(len, shown)) <= 80
    begin = head.index("action")
    assert [line[begin : head.index("expires")].strip() for line in shown[:2]] == [
        "restart the payments-api",
        "pods one after the other",
    ]
    assert "mon-fri 08:00-20:00" in " ".join(line[:begin].strip() for line in shown)
