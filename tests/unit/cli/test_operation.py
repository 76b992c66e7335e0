"""serve, doctor, db: settings, words and databases."""

import pytest

from tests.unit.cli.results import ENTRY, refused, told


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


def test_a_backup_makes_no_database(negmem, tmp_path):
    refused(negmem("db", "backup", tmp_path / "copy.db"), 2, "n.db")
    assert list(tmp_path.iterdir()) == []


def test_the_default_database_makes_its_folder(negmem, tmp_path):
    data = tmp_path / "data"
    result = negmem("add", ENTRY, NEGMEM_DATABASE_URL="", XDG_DATA_HOME=str(data))
    assert result.returncode == 0
    assert (data / "negmem" / "negmem.db").is_file()
