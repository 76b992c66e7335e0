"""add, list, show, search, renew and retire: entries one at a time."""

import json

import pytest

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
