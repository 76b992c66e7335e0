"""learn, redact, replay: files in, files out."""

import json

import pytest

from tests.unit.cli.results import refused, told


def test_redact_keeps_the_number_of_lines(process):
    text = "mysql -u root -phunter2secret orders\nplain\n-----BEGIN RSA PRIVATE KEY-----\nabc\n"
    text += "-----END RSA PRIVATE KEY-----\nlast\n"
    result = process("redact", stdin=text)
    assert result.stdout.count("\n") == text.count("\n")
    assert "hunter2secret" not in result.stdout
    assert "mysql" in result.stdout


def test_learn_stores_lessons_unless_dry(negmem, tmp_path):
    calls = tmp_path / "calls.jsonl"
    call = {
        "id": "t1",
        "service": "cart",
        "env": "prod",
        "command": "kubectl -n prod scale deploy/cart --replicas=2",
        "exit_code": 0,
        "metrics_before": {"error_pct": 0.2},
        "metrics_after": {"error_pct": 31.0},
    }
    calls.write_text(json.dumps(call) + "\n")
    out = tmp_path / "out.jsonl"
    assert negmem("learn", "--tool-calls", calls, "--out", out, "--dry-run").returncode == 0
    assert json.loads(out.read_text())["lesson"] is True
    assert negmem("list", "--json").stdout == ""
    negmem("learn", "--tool-calls", calls, "--out", out)
    assert json.loads(negmem("list", "--json").stdout)["severity"] == "warn"


def test_learn_takes_half_a_character_without_losing_the_other_lines(negmem, tmp_path):
    calls, out = tmp_path / "calls.jsonl", tmp_path / "out.jsonl"
    call = {"command": "restart cart-api", "service": "cart-api", "env": "prod", "exit_code": 1}
    half = {"id": "t\ud800", "stderr": "x \ud800 password=hunter2secret"}
    calls.write_text(json.dumps(call | half) + "\n" + json.dumps(call | {"id": "t9"}) + "\n")
    done = negmem("learn", "--tool-calls", calls, "--out", out)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["t\ud800", "t9"]
    assert "hunter2" not in out.read_text() + negmem("list", "--json").stdout


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85"])
def test_a_line_of_json_ends_only_where_the_line_does(negmem, tmp_path, sign):
    said = tmp_path / "a.jsonl"
    line = json.dumps({"id": f"a{sign}", "text": f"restart{sign}cart-api"}, ensure_ascii=False)
    said.write_bytes(f"{line}\r\n\r\n{line}\n".encode())
    (tmp_path / "e.jsonl").write_text("")
    out = tmp_path / "o.jsonl"
    done = negmem("replay", "--entries", "e.jsonl", "--announcements", said, "--out", out)
    assert done.returncode == 0, done.stderr
    written = out.read_text().split("\n")
    assert [json.loads(one)["id"] for one in written if one] == [f"a{sign}"] * 2


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ({"id": "a"}, "text"),
        ({"text": "x"}, "id"),
        ({"id": "a", "text": 5}, "text"),
        ({"id": "a", "text": "x", "now": "later"}, "now"),
        ({"id": "a", "text": "x", "env": ["prod"]}, "env"),
    ],
)
def test_a_replayed_line_that_lacks_something_is_named(negmem, tmp_path, line, named):
    (tmp_path / "e.jsonl").write_text("")
    (tmp_path / "a.jsonl").write_text('{"id": "0", "text": "x"}\n' + json.dumps(line) + "\n")
    words = ["--entries", "e.jsonl", "--announcements", "a.jsonl", "--out", "o.jsonl"]
    refused(negmem("replay", *words), 2, "a.jsonl:2", named)
    assert not (tmp_path / "o.jsonl").exists()
    (tmp_path / "a.jsonl").write_text('{"id": "0", "text": "x"}\n')
    assert "1 announcement judged against 0 entries" in negmem("replay", *words).stdout
    assert told(negmem("replay", *words, "--json"))[0]["announcements"] == 1


def test_replayed_replies_need_their_text(negmem, tmp_path):
    (tmp_path / "r.jsonl").write_text('{"id": "0"}\n')
    refused(negmem("replay-replies", "--in", "r.jsonl", "--out", "o"), 2, "r.jsonl:1", "text")
