"""What the command line says to a person: whole words, and what to do next."""

import json
import re
import socket

import pytest

ENTRY = "restart payments-api in prod => dropped in-flight payments, block, for 90 days"


@pytest.mark.parametrize(
    ("announcement", "told"),
    [
        ("Restarting payments-api in prod now", "It would be held"),
        ("Restarting orders-web in prod now", "It repeats nothing"),
        ("good morning", "No action was read"),
        ("I will not restart payments-api in prod", "(not to be done)"),
        ("Did somebody restart payments-api in prod?", "Close, but no match"),
    ],
)
def test_a_decision_is_told_in_words_and_without_codes(negmem, announcement, told):
    negmem("add", ENTRY)
    shown = negmem("check", announcement).stdout
    assert told in shown
    assert "_" not in shown


def test_what_was_read_is_told_where_nothing_matched(negmem):
    assert "Read: scale down checkout." in negmem("check", "scaling down checkout in prod").stdout


def test_the_history_of_an_entry_is_told_in_words(negmem):
    negmem("add", ENTRY)
    negmem("retire", "nm-1")
    shown = negmem("show", "nm-1").stdout
    assert "Never fired." in shown
    assert "added by operator" in shown
    assert "retired by operator" in shown
    assert "entry_" not in shown


@pytest.mark.parametrize("words", [["drop the orders table in prod"], ["restart", "--env", "prod"]])
def test_what_an_entry_lacks_is_told_with_the_option_that_gives_it(negmem, words):
    told = negmem("add", *words).stderr
    assert "--service" in told
    assert "--outcome" in told
    assert "--env" not in told
    hint = json.loads(negmem("add", *words, "--json").stdout)["hint"]
    assert hint
    assert hint in told


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ([], ""),
        (["--env", "prod"], "prod (as given)"),
        (["--env", "prod", "--service", "payments-api"], "payments-api (as given)"),
    ],
)
def test_no_channel_is_named_where_there_is_none(negmem, options, place):
    negmem("add", ENTRY)
    action = "restarting the pods" if "--service" in options else "restarting payments-api"
    shown = negmem("check", action, *options).stdout
    assert "It would be held" in shown
    assert place in shown
    assert "channel" not in shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["frobnicate"], "See negmem --help."),
        (["renew"], "See negmem renew --help."),
        (["db", "backup", "a", "b"], "See negmem db backup --help."),
        (["list", "--severity", "fatal"], "See negmem list --help."),
    ],
)
def test_wrong_usage_names_the_help_of_that_very_command(negmem, words, told):
    assert told in negmem(*words).stderr


def test_json_names_the_commands_of_the_command_line_too(negmem):
    told = json.loads(negmem("show", "nm-404", "--json").stdout)
    assert told["hint"] == "`negmem list` shows them."


@pytest.mark.parametrize(
    ("until", "days"),
    [(["for", "190", "days"], 190), (["130"], 130), (["in", "20", "weeks"], 140), ([], 180)],
)
def test_an_entry_is_renewed_in_the_words_that_slack_takes(negmem, until, days):
    negmem("add", ENTRY)
    negmem("add", ENTRY.replace("payments-api", "ledger-api"))
    negmem("renew", "nm-1", "--days", days)
    by_number = json.loads(negmem("show", "nm-1", "--json").stdout)["expires"]
    told = negmem("renew", "nm-2", *until).stdout
    in_words = json.loads(negmem("show", "nm-2", "--json").stdout)["expires"]
    assert in_words[:10] == by_number[:10]
    assert re.fullmatch(r"nm-2 renewed until \d{1,2} \w{3} 2\d{3}\.\n", told)


def test_a_time_that_is_none_renews_nothing(negmem):
    negmem("add", ENTRY)
    refused = negmem("renew", "nm-1", "soonish")
    assert refused.returncode == 2
    assert "soonish" in refused.stderr


@pytest.mark.parametrize(
    "command", [[], ["import"], ["learn"], ["list"], ["agent"], ["agent", "add"]]
)
def test_the_help_shows_a_switch_without_a_value_and_without_its_contrary(negmem, command):
    shown = negmem(*command, "--help").stdout
    assert "--no-" not in shown
    assert "--help" in shown
    assert "<bool>" not in shown


def test_a_wrong_word_of_the_team_is_told_with_its_file(negmem, tmp_path):
    (tmp_path / "negmem.toml").write_text('[actions.restart]\nverb = ["jiggle"]\n')
    told = negmem("check", "jiggling payments-api in prod")
    assert told.returncode == 2
    assert told.stderr.startswith("negmem: negmem.toml: actions.restart has unknown keys: verb.")


@pytest.mark.parametrize("command", ["doctor", "serve"])
def test_slack_out_of_reach_is_told_in_the_systems_words(negmem, command):
    """Nothing of the library that asked, and what to look at."""
    tokens = {
        "SLACK_BOT_TOKEN": "xoxb-1-2-abc",
        "SLACK_SIGNING_SECRET": "s",
        "NEGMEM_GATE": "127.0.0.1:0",
    }
    asked = negmem(command, NEGMEM_SLACK_API_URL="http://127.0.0.1:1/api/", **tokens)
    told = asked.stdout + asked.stderr
    assert "Slack cannot be reached: Connection refused. Check the network" in told


def test_an_address_in_use_is_told_once_and_with_its_variable(negmem):
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        told = negmem("demo", "--headless", NEGMEM_GATE=address).stderr
    assert told.startswith(f"negmem: {address} cannot be listened on: Address already in use. Stop")
    assert "NEGMEM_GATE" in told
