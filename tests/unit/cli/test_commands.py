"""The command line: exit 0 fine, 1 a negative answer, 2 usage; errors on one line of stderr."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NEGMEM = Path(sys.executable).with_name("negmem")
ENTRY = "restart payments-api in prod => dropped in-flight payments, block, for 90 days"


@pytest.fixture
def negmem(tmp_path):
    """Runs the real command with a database and a folder of its own."""

    def run(*words, stdin="", **environment):
        variables = {k: v for k, v in os.environ.items() if not k.startswith(("SLACK_", "NEGMEM_"))}
        variables |= {"NEGMEM_DATABASE_URL": f"sqlite:///{tmp_path / 'n.db'}", **environment}
        return subprocess.run(
            [NEGMEM, *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=variables,
            timeout=120,
        )

    return run


def refused(result, code, *words):
    """One line on stderr that has the words, and the exit code."""
    assert result.returncode == code, result
    assert result.stderr.startswith("negmem: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


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


def test_an_export_imports_to_the_same(negmem, tmp_path):
    negmem("add", ENTRY)
    out = tmp_path / "e.jsonl"
    assert negmem("export", "--out", out).returncode == 0
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert negmem("import", out, NEGMEM_DATABASE_URL=other).returncode == 0
    assert negmem("export", NEGMEM_DATABASE_URL=other).stdout == out.read_text()


def test_a_broken_import_names_file_line_and_key_and_imports_nothing(negmem, tmp_path):
    file = tmp_path / "bad.jsonl"
    file.write_text('{"action": "x", "outcome": "y", "service": "s", "environment": 5}\n{\n')
    refused(negmem("import", file), 1, "bad.jsonl:1", "environment", "bad.jsonl:2")
    assert negmem("list", "--json").stdout == ""


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["frobnicate"], 2, "No such command"),
        (["check"], 2, "text"),
        (["list", "--severity", "fatal"], 2, "severity"),
        (["check", "x", "--at", "soon"], 1, "soon"),
        (["show", "nm-404"], 1, "nm-404"),
        (["import", "/no/such/file"], 1, "/no/such/file"),
        (["agent", "revoke", "nobody"], 1, "nobody"),
        (["add", "Restarting is bad"], 1, "action"),
    ],
)
def test_what_is_wrong_is_said_on_one_line(negmem, words, code, told):
    refused(negmem(*words), code, told)


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({}, "SLACK_BOT_TOKEN"),
        ({"SLACK_BOT_TOKEN": "abc"}, "SLACK_BOT_TOKEN"),
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, "SLACK_APP_TOKEN"),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "abc"}, "SLACK_APP_TOKEN"),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": " "}, "SLACK_SIGNING_SECRET"),
        ({"NEGMEM_GATE": "nowhere"}, "NEGMEM_GATE"),
    ],
)
def test_a_missing_or_malformed_setting_is_named_before_anything_starts(negmem, environment, told):
    refused(negmem("serve", **environment), 2, told)


def test_a_token_is_not_repeated_in_an_error(negmem):
    result = negmem("serve", SLACK_BOT_TOKEN="sk-very-secret-value")
    assert "very-secret" not in result.stderr + result.stdout


def test_redact_keeps_the_number_of_lines(negmem):
    text = "mysql -u root -phunter2secret orders\nplain\n-----BEGIN RSA PRIVATE KEY-----\nabc\n"
    text += "-----END RSA PRIVATE KEY-----\nlast\n"
    result = negmem("redact", stdin=text)
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


def test_a_team_s_own_words_are_checked_at_start(negmem, tmp_path):
    (tmp_path / "negmem.toml").write_text("[nonsense]\nx = 1\n")
    refused(negmem("check", "x"), 1, "nonsense")
