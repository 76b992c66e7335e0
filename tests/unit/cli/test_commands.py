"""The command line: exit 0 fine, 1 a negative answer, 2 usage; errors on one line of stderr."""

import json

import pytest

from bot.bootstrap.offline import left_in_local, operating
from bot.cli.serve import say_left_behind
from bot.storage import open_store

ENTRY = "restart payments-api in prod => dropped in-flight payments, block, for 90 days"


def serve_once(tmp_path, *teams):
    """Have the workspaces known, as the first `serve` does."""
    store = open_store(f"sqlite:///{tmp_path / 'n.db'}")
    with store.unit_of_work.write() as tx:
        for team in teams:
            tx.workspaces.put(tx.workspaces.get(team))
    store.close()


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


def test_a_team_s_own_words_are_checked_at_start(negmem, tmp_path):
    (tmp_path / "negmem.toml").write_text("[nonsense]\nx = 1\n")
    refused(negmem("check", "x"), 2, "nonsense")


@pytest.mark.parametrize("words", [["check", "x"], ["replay", "--entries", "e", "--announcements"]])
def test_a_named_file_of_words_must_be_there(negmem, words):
    words = words if words[0] == "check" else [*words, "a", "--out", "o"]
    refused(negmem(*words, NEGMEM_LEXICON="nowhere.toml"), 2, "NEGMEM_LEXICON", "nowhere.toml")
    assert negmem("check", "x", NEGMEM_LEXICON="").returncode == 0


def test_doctor_says_which_words_it_uses(negmem, tmp_path):
    assert "built in" in negmem("doctor").stdout
    missing = negmem("doctor", "--json", NEGMEM_LEXICON="nowhere.toml")
    (words,) = [one for one in told(missing) if one["check"] == "words"]
    assert (words["ok"], missing.returncode) == (False, 1)
    assert "nowhere.toml" in words["text"]
    (tmp_path / "negmem.toml").write_text("")
    assert "with negmem.toml" in negmem("doctor").stdout


def told(result):
    """The JSON lines of the output."""
    return [json.loads(line) for line in result.stdout.splitlines()]


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


def test_an_unknown_workspace_is_an_error_that_names_the_known_ones(negmem, tmp_path):
    refused(negmem("list", "--workspace", "T9"), 2, "T9", "local")
    assert negmem("list", "--workspace", "local").returncode == 0
    serve_once(tmp_path, "T1", "T2")
    refused(negmem("add", ENTRY, "--workspace", "T9"), 2, "T9", "T1, T2")
    refused(negmem("list", NEGMEM_WORKSPACE="T9"), 2, "T9")
    refused(negmem("list"), 2, "T1, T2", "--workspace")
    assert negmem("list", "--workspace", "T2").returncode == 0


def test_what_was_added_before_the_first_serve_can_be_moved(negmem, tmp_path):
    """It counts as left until the workspace has entries of its own."""
    negmem("add", ENTRY)
    serve_once(tmp_path, "T1")
    with operating(None) as (parts, team):
        assert (team, left_in_local(parts, "T1")) == ("T1", 1)
    negmem("export", "--workspace", "local", "--out", "e.jsonl")
    negmem("import", "e.jsonl", "--workspace", "T1")
    assert "nm-1" in negmem("list").stdout
    with operating(None) as (parts, _):
        assert left_in_local(parts, "T1") == 0


def test_serving_says_how_to_move_what_was_left(capsys):
    say_left_behind(2, "T1")
    said = capsys.readouterr().err
    assert "2 entries" in said
    assert "negmem export --workspace local --out entries.jsonl" in said
    assert "negmem import entries.jsonl --workspace T1" in said
    say_left_behind(0, "T1")
    assert capsys.readouterr().err == ""


def test_bad_input_and_a_broken_database_are_no_negative_answers(negmem, tmp_path):
    refused(negmem("add", ENTRY.replace("block", "blok")), 2, "blok", "block?")
    refused(negmem("list", NEGMEM_DATABASE_URL="mysql://x/y"), 2, "mysql")
    (tmp_path / "text.db").write_text("no database at all, but long enough to be one" * 100)
    url = f"sqlite:///{tmp_path / 'text.db'}"
    refused(negmem("list", NEGMEM_DATABASE_URL=url), 2, f" {url} ", "no SQLite database")
    refused(negmem("list", NEGMEM_LOG_LEVEL="loud"), 2, "NEGMEM_LOG_LEVEL", "warning")


@pytest.mark.parametrize("end", ["soonish", "yesterday"])
def test_an_end_that_cannot_be_read_is_told_as_such(negmem, end):
    text = "restart payments-api in prod => dropped in-flight payments, block"
    refused(negmem("add", text, "--expires", end), 1, end, "no time to come")


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


def test_entries_are_read_from_standard_input_and_from_files_of_any_ending(negmem, tmp_path):
    negmem("add", ENTRY)
    line = negmem("export").stdout
    assert "1 merged" in negmem("import", "-", stdin=line).stdout
    (tmp_path / "entries.txt").write_text(line)
    assert "1 merged" in negmem("import", "entries.txt").stdout
    refused(negmem("import", "-", stdin="{"), 1, "standard input:1")


@pytest.mark.parametrize(("document", "cut"), [("[{}]", ".[]"), ('{\n "action": "x"\n}', "'.'")])
def test_one_json_document_is_told_how_to_become_lines(negmem, tmp_path, document, cut):
    (tmp_path / "e.json").write_text(document)
    refused(negmem("import", "e.json"), 2, "one object a line", cut)


def test_a_postmortem_without_a_harmful_action_is_told(negmem, tmp_path):
    (tmp_path / "pm.md").write_text("# Lunch\n\nWe had soup.\n")
    refused(negmem("import", "pm.md"), 1, "pm.md", "No harmful action")
    dry = negmem("import", "pm.md", "--dry-run", "--json")
    assert (dry.returncode, told(dry)) == (0, [{"entries": [], "stored": []}])


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


def test_a_backup_makes_no_database(negmem, tmp_path):
    refused(negmem("db", "backup", tmp_path / "copy.db"), 2, "n.db")
    assert list(tmp_path.iterdir()) == []


def test_the_default_database_makes_its_folder(negmem, tmp_path):
    data = tmp_path / "data"
    result = negmem("add", ENTRY, NEGMEM_DATABASE_URL="", XDG_DATA_HOME=str(data))
    assert result.returncode == 0
    assert (data / "negmem" / "negmem.db").is_file()


def test_the_real_command_says_its_version_and_its_errors(process):
    assert process("--version").stdout.startswith("negmem ")
    refused(process("show", "nm-404"), 1, "nm-404")


def test_a_taken_id_is_told_only_where_a_new_one_was_given(negmem, tmp_path):
    negmem("add", ENTRY)
    same = json.loads(negmem("export").stdout)
    (tmp_path / "same.jsonl").write_text(json.dumps(same))
    assert "taken" not in negmem("import", "same.jsonl").stdout
    other = {**same, "action": "flush the cache of cart-web", "service": "cart-web"}
    (tmp_path / "other.jsonl").write_text(json.dumps(other))
    assert "nm-1 is taken: it got the id nm-2" in negmem("import", "other.jsonl").stdout
