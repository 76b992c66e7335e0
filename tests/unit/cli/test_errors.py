"""The command line: exit 0 fine, 1 a negative answer, 2 usage; errors on one line of stderr."""

from pathlib import Path

import pytest

from bot.config import LOG_LEVELS
from tests.unit.cli.results import ENTRY, refused, told


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["frobnicate"], 2, "No such command"),
        (["check"], 2, "text"),
        (["list", "--severity", "fatal"], 2, "severity"),
        (["check", "x", "--at", "soon"], 2, "soon"),
        (["check", " "], 2, "empty"),
        (["show", "nm-404"], 1, "nm-404"),
        (["import", "/no/such/file"], 2, "/no/such/file"),
        (["search", "no", "such"], 1, "no such"),
        (["renew", "nm-404"], 1, "negmem list"),
        (["agent", "revoke", "nobody"], 1, "nobody"),
        (["add", "Restarting is bad"], 1, "action"),
    ],
)
def test_what_is_wrong_is_said_on_one_line(negmem, words, code, told):
    refused(negmem(*words), code, told)


def test_bad_input_and_a_broken_database_are_no_negative_answers(negmem, tmp_path):
    refused(negmem("add", ENTRY.replace("block", "blok")), 2, "blok", "block?")
    refused(negmem("list", NEGMEM_DATABASE_URL="mysql://x/y"), 2, "mysql")
    (tmp_path / "text.db").write_text("no database at all, but long enough to be one" * 100)
    url = f"sqlite:///{tmp_path / 'text.db'}"
    refused(negmem("list", NEGMEM_DATABASE_URL=url), 2, f" {url} ", "no SQLite database")
    refused(negmem("list", NEGMEM_LOG_LEVEL="loud"), 2, "NEGMEM_LOG_LEVEL", "warning")
    for name in ("NEGMEM_BEHIND_PROXY", "NEGMEM_LOG_JSON"):
        refused(negmem("list", **{name: "ja"}), 2, f"{name} must be true or false.")


def test_the_readme_names_the_levels_of_the_log_that_are_taken():
    readme = Path(__file__).parents[3].joinpath("README.md").read_text("utf-8")
    (row,) = (line for line in readme.splitlines() if line.startswith("| `NEGMEM_LOG_LEVEL`"))
    assert all(f"`{level}`" in row for level in LOG_LEVELS)


def test_with_json_errors_are_json_too(negmem):
    for words, code, error in (
        (["show", "nm-404", "--json"], 1, "not_found"),
        (["check", "", "--json"], 2, "bad_input"),
        (["list", "--severity", "x", "--json"], 2, "usage"),
        (["retire", "nm-404", "--json"], 1, "not_allowed"),
        (["add", "Restarting is bad", "--json"], 1, "invalid_entry"),
    ):
        result = negmem(*words)
        refused(result, code)
        (answer,) = told(result)
        assert answer["error"] == error
        assert answer["message"]


def test_json_is_taken_where_lines_of_json_come_anyway(negmem):
    negmem("add", ENTRY)
    assert told(negmem("export", "--json"))[0]["id"] == "nm-1"
    assert told(negmem("export", "--json", "--out", "e.jsonl")) == [
        {"entries": 1, "out": "e.jsonl"}
    ]
    assert told(negmem("audit", "export", "--json"))
    assert told(negmem("db", "upgrade", "--json"))[0]["revision"]
    assert told(negmem("db", "backup", "copy.db", "--json")) == [{"backup": "copy.db"}]
    assert told(negmem("renew", "nm-1", "--json"))[0]["id"] == "nm-1"


def test_the_real_command_says_its_version_and_its_errors(process):
    assert process("--version").stdout.startswith("negmem ")
    refused(process("show", "nm-404"), 1, "nm-404")
