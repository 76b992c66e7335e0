"""Replaying files of announcements against files of entries."""

import json


def written(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def replayed(negmem, tmp_path, *entries):
    """What replay says to an announcement of the first of these entries."""
    for_carts = {"outcome": "lost carts", "service": "cart-api", "environment": "prod"}
    memory = written(tmp_path / "e.jsonl", *({**for_carts, **entry} for entry in entries))
    said = written(tmp_path / "a.jsonl", {"id": "a1", "text": "restarting cart-api in prod"})
    out = tmp_path / "o.jsonl"
    done = negmem("replay", "--entries", memory, "--announcements", said, "--out", out)
    return done, json.loads(out.read_text())


def test_replay_judges_against_every_entry_also_those_without_an_id(negmem, tmp_path):
    """They are called after their lines."""
    entries = {"action": "restart cart-api"}, {"action": "drop the table carts"}
    done, answer = replayed(negmem, tmp_path, *entries)
    assert "against 2 entries" in done.stdout
    assert answer["matched"] == ["line-1"]


def test_replay_says_which_entry_replaces_another(negmem, tmp_path):
    entries = (
        {"id": "x", "action": "restart cart-api"},
        {"id": "x", "action": "drop the table carts"},
    )
    done, answer = replayed(negmem, tmp_path, *entries)
    assert "e.jsonl:2 replaces" in done.stderr
    assert answer["matched"] == []


def test_replay_refuses_no_entry_for_what_it_leaves_open(negmem, tmp_path):
    """An entry without an environment or an outcome holds everywhere."""
    bare = {"action": "restart cart-api", "environment": None, "outcome": None}
    _, answer = replayed(negmem, tmp_path, {"id": "x", **bare})
    assert answer["matched"] == ["x"]


def test_replay_judges_on_without_a_line_that_is_no_entry_and_ends_as_bad_input(negmem, tmp_path):
    """Nothing else would tell a job that an entry held nothing."""
    entries = {"id": "x", "severity": "loud"}, {"id": "y", "action": "restart cart-api"}
    done, answer = replayed(negmem, tmp_path, *entries)
    assert "e.jsonl:1 is left out" in done.stderr
    assert "1 line was left out" in done.stderr
    assert answer["matched"] == ["y"]
    assert done.returncode == 2


def test_replay_against_no_entry_that_can_be_read_ends_as_bad_input(negmem, tmp_path):
    done, answer = replayed(negmem, tmp_path, {"action": "restart cart-api", "severity": "blok"})
    assert answer["verdict"] == "allow"
    assert "left out" in done.stderr
    assert done.returncode == 2


def test_replay_says_why_it_holds_what_it_could_not_read(negmem, tmp_path, monkeypatch):
    """Else it would look as if an entry held it; what an entry holds has the entry's reasons."""

    def fails(*_args, **_more):
        raise RuntimeError("a mistake of ours")

    _, held = replayed(negmem, tmp_path, {"id": "x", "action": "restart cart-api"})
    monkeypatch.setattr("bot.cli.replay.decide", fails)
    done, answer = replayed(negmem, tmp_path, {"id": "x", "action": "restart cart-api"})
    assert done.returncode == 0
    assert answer == {
        "id": "a1", "matched": [], "verdict": "block", "reasons": {}, "reason": "unreadable",
    }  # fmt: skip
    assert set(held) == {"id", "matched", "verdict", "reasons"}
