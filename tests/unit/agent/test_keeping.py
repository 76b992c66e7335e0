"""Small files between two calls."""

from __future__ import annotations

import os
import time

import pytest

from bot.agent.keeping import DAY, Keeping, name_of


@pytest.fixture
def keeping(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return Keeping("held")


def test_what_is_kept_is_found_until_it_is_dropped(keeping):
    keeping.put("a", {"action_id": "act-1"})
    assert keeping.get("a")["action_id"] == "act-1"
    assert keeping.names() == ["a"]
    assert keeping.drop("a")
    assert not keeping.drop("a")
    assert keeping.get("a") is None
    assert keeping.names() == []


def test_only_its_owner_reads_it(keeping, tmp_path):
    keeping.put("a", {})
    assert (tmp_path / "negmem" / "held").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "negmem" / "held" / "a.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', "\x00"])
def test_what_cannot_be_read_counts_as_missing(keeping, tmp_path, text):
    keeping.put("a", {})
    (tmp_path / "negmem" / "held" / "a.json").write_text(text)
    assert keeping.get("a") is None


def test_what_is_too_old_is_forgotten(keeping, tmp_path):
    keeping.put("old", {})
    path = tmp_path / "negmem" / "held" / "old.json"
    os.utime(path, (0, time.time() - DAY - 60))
    keeping.put("new", {})
    assert keeping.names() == ["new"]


def test_files_that_another_process_takes_away_meanwhile_keep_nothing_from_being_kept(
    keeping, tmp_path, monkeypatch
):
    """Two hooks at once: what one lists, the other has renamed or dropped a moment later."""
    for name in ("part", "old"):
        keeping.put(name, {})
    folder = tmp_path / "negmem" / "held"
    os.utime(folder / "old.json", (0, time.time() - DAY - 60))
    scandir, unlink = os.scandir, os.unlink

    def listed(path):
        found = list(scandir(path))
        (folder / "part.json").unlink(missing_ok=True)
        return iter(found)

    def taken(path):
        unlink(path)
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "scandir", listed)
    monkeypatch.setattr(os, "unlink", taken)
    assert keeping.put("mine", {"action_id": "act-2"})
    assert keeping.get("mine")["action_id"] == "act-2"
    keeping.put("part", {})
    assert keeping.names() == ["mine"]


def test_names_depend_on_every_part_and_tell_nothing():
    call = {"command": "restart payments"}
    names = {name_of(call), name_of(call, {}), name_of({"command": "restart cart"})}
    assert len(names) == 3
    assert all("payments" not in name for name in names)
