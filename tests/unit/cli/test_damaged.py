"""Where something that comes with negmem is missing or damaged, every command says the same."""

import json

import pytest

from tests.fakes.damage import DAMAGES
from tests.unit.cli.results import ENTRY, refused, told

IN_DOUBT = "giving every pod of payments-api in prod a fresh start"
KINDS = ["no network", "a cut network", "trees without a tree"]
MODELS = [name for name in KINDS if "trees" not in name]


def lines(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def written(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def says(result, damage):
    """One line, and nothing like a traceback anywhere."""
    refused(result, 2, damage)
    assert result.stderr == f"negmem: {damage}\n"
    assert "Traceback" not in result.stdout


@pytest.mark.parametrize("name", KINDS)
def test_what_has_to_judge_ends_with_one_line(negmem, damaged, name):
    negmem("add", ENTRY)
    damage = damaged(name)
    says(negmem("check", IN_DOUBT), damage)
    as_json = negmem("check", IN_DOUBT, "--json")
    says(as_json, damage)
    assert told(as_json)[0]["error"] == "broken_installation"
    assert negmem("list", "--json").stdout.count("action") == 1


def test_what_cannot_be_compared_is_not_stored(negmem, damaged, tmp_path):
    negmem("add", ENTRY)
    entries = tmp_path / "entries.jsonl"
    negmem("export", "--out", entries)
    damage = damaged("trees without a tree")
    other = entries.read_text().replace("payments-api", "cart-api").replace("nm-1", "nm-9")
    says(negmem("import", "-", stdin=other), damage)
    says(negmem("add", ENTRY.replace("payments-api", "cart-api")), damage)
    assert negmem("list", "--json").stdout.count("action") == 1


@pytest.mark.parametrize("name", MODELS)
def test_an_entry_that_leaves_no_doubt_is_stored_without_the_model(negmem, damaged, name):
    damaged(name)
    assert negmem("add", ENTRY).returncode == 0
    assert negmem("list", "--json").stdout.count("action") == 1


@pytest.mark.parametrize("name", KINDS)
def test_what_serves_ends_with_one_line_before_it_opens_anything(
    negmem, damaged, tmp_path, monkeypatch, name
):
    monkeypatch.setattr("bot.cli.demo.start_logging", lambda *_: None)
    monkeypatch.setattr("bot.cli.serve.start_logging", lambda *_, **__: None)
    damage = damaged(name)
    tokens = {"SLACK_BOT_TOKEN": "xoxb-1-2-x", "SLACK_APP_TOKEN": "xapp-1-A-1-x"}
    says(negmem("serve", **tokens, NEGMEM_SLACK_API_URL="http://127.0.0.1:1/api/"), damage)
    assert not (tmp_path / "n.db").exists()
    says(negmem("demo", "--headless"), damage)


@pytest.mark.parametrize("name", DAMAGES)
def test_the_doctor_finds_it(negmem, damaged, name):
    negmem("add", ENTRY)
    damage = damaged(name)
    result = negmem("doctor", "--json")
    assert result.returncode == 1
    wrong = {one["check"]: one["text"] for one in told(result) if not one["ok"]}
    part = "trees" if "trees" in name else "language model"
    assert wrong[part] == damage
    assert set(wrong) == {part, "Slack"}


@pytest.mark.parametrize("name", KINDS)
def test_replay_holds_what_it_cannot_judge_and_writes_the_rest(negmem, damaged, tmp_path, name):
    raw = {"outcome": "lost carts", "service": "payments-api", "environment": "prod"}
    memory = lines(tmp_path / "e.jsonl", {"id": "x", "action": "restart payments-api", **raw})
    said = lines(
        tmp_path / "a.jsonl",
        {"id": "a1", "text": IN_DOUBT},
        {"id": "a2", "text": "good morning"},
    )
    damage, out = damaged(name), tmp_path / "o.jsonl"
    says(negmem("replay", "--entries", memory, "--announcements", said, "--out", out), damage)
    assert [(one["id"], one["verdict"]) for one in written(out)] == [
        ("a1", "block"),
        ("a2", "allow"),
    ]
    assert [one.get("reason") for one in written(out)] == ["broken_installation", None]


REPLIES = [
    {"id": "r1", "announcement": "Restarting cart-api in prod", "text": "no, don't do that"},
    {"id": "r2", "announcement": "Restarting cart-api in prod", "text": "sounds good, go ahead"},
    {"id": "r3", "text": "don't, the queue is full"},
    {
        "id": "r4",
        "announcement": "Restarting cart-api in prod",
        "text": "lunch is at twelve today, who is in?",
    },
]


@pytest.mark.parametrize("name", MODELS)
def test_replies_are_read_by_their_words_alone_without_the_model(negmem, damaged, tmp_path, name):
    damage, out = damaged(name), tmp_path / "o.jsonl"
    says(
        negmem("replay-replies", "--in", lines(tmp_path / "r.jsonl", *REPLIES), "--out", out),
        damage,
    )
    assert [one["is_correction"] for one in written(out)] == [True, False, True, False]


def test_a_reply_that_cannot_be_read_is_named_and_keeps_no_other(negmem, tmp_path, monkeypatch):
    from bot.cli import replay

    real = replay.read_reply

    def at_times(text, **more):
        if "sounds" in text:
            raise RuntimeError("a mistake of ours")
        return real(text, **more)

    monkeypatch.setattr(replay, "read_reply", at_times)
    source, out = lines(tmp_path / "r.jsonl", *REPLIES), tmp_path / "o.jsonl"
    result = negmem("replay-replies", "--in", source, "--out", out)
    assert result.returncode == 0
    assert f"{source}:2: reading it failed (RuntimeError); it would stop" in result.stderr
    assert [one["is_correction"] for one in written(out)] == [True, True, True, False]
