"""`negmem doctor` and `negmem serve` agree: what the one calls fine, the other starts with."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bot.bootstrap.doctor import examine
from bot.bootstrap.offline import LOCAL_TEAM, opened_store
from bot.bootstrap.online import serving
from bot.config import load_settings
from bot.domain.entry_json import entry_from_json
from bot.domain.errors import NegmemError
from bot.sandbox.server import Sandbox
from bot.slack.manifest import manifest
from tests.fakes.bench import BLOCK, START, WARN

Variables = Mapping[str, str]
WAYS = ("SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(manifest()) as slack:
        yield slack


@pytest.fixture(params=WAYS)
def good(request, sandbox, tmp_path, monkeypatch) -> dict[str, str]:
    """All that it takes, by Socket Mode and by HTTP; nothing of this machine's own settings."""
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith(("SLACK_", "NEGMEM_")):
            monkeypatch.delenv(name)
    secrets = {
        "SLACK_APP_TOKEN": sandbox.app_token,
        "SLACK_SIGNING_SECRET": sandbox.signing_secret,
    }
    return {
        "SLACK_BOT_TOKEN": sandbox.home.bot_token,
        request.param: secrets[request.param],
        "NEGMEM_SLACK_API_URL": sandbox.api_url,
        "NEGMEM_DATABASE_URL": f"sqlite:///{tmp_path / 'negmem.db'}",
        "NEGMEM_GATE": "127.0.0.1:0",
        "NEGMEM_HTTP": "127.0.0.1:0",
    }


def wrong(monkeypatch, variables: Variables) -> list[str]:
    """What the doctor finds wrong with these variables."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return [finding.text for finding in examine() if not finding.ok]


def test_with_everything_right_all_is_fine_and_it_serves(good, monkeypatch):
    assert wrong(monkeypatch, good) == []
    with serving(load_settings()) as running:
        assert running.gate_url


def test_entries_that_the_words_of_today_do_not_read_are_named(good, monkeypatch):
    for name, value in good.items():
        monkeypatch.setenv(name, value)
    jiggled = {**BLOCK, "action": "jiggle payments-api", "reads_as": {"kind": "jiggle"}}
    with opened_store() as store, store.unit_of_work.write() as tx:
        for raw in (jiggled, {**WARN, "reads_as": {"kind": "flush"}}):
            tx.entries.add(LOCAL_TEAM, entry_from_json(raw, now=START).entry)
    (told,) = wrong(monkeypatch, {})
    assert "nm-17 in local: reads_as: 'jiggle' is no kind of action" in told
    assert "negmem.toml" in told
    assert "nm-18" not in told
    Path("negmem.toml").write_text('[actions.jiggle]\nverbs = ["jiggle"]\n')
    assert wrong(monkeypatch, {}) == []


def test_a_bot_that_serves_already_is_no_fault(good, monkeypatch):
    """Its own addresses are in use then."""
    wrong(monkeypatch, good)
    with serving(load_settings()) as running:
        host, port = running.gate_url.removeprefix("http://").split(":")
        assert wrong(monkeypatch, {"NEGMEM_GATE": f"{host}:{port}"}) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SLACK_BOT_TOKEN", "xoxb-1-2-wrong"),
        ("SLACK_BOT_TOKEN", ""),
        ("SLACK_APP_TOKEN", "xapp-1-A-1-wrong"),
        ("NEGMEM_SLACK_API_URL", "http://127.0.0.1:1/api/"),
        ("NEGMEM_DATABASE_URL", "sqlite:////nowhere/at/all.db"),
        ("NEGMEM_LEXICON", "nowhere.toml"),
    ],
)
def test_what_serve_fails_with_the_doctor_finds(good, monkeypatch, name, value):
    """One finding at least, without the secret, and serve indeed fails."""
    found = wrong(monkeypatch, {**good, name: value})
    assert found
    assert not value or not name.startswith("SLACK_") or value not in " ".join(found)
    with pytest.raises(NegmemError), serving(load_settings()):
        pass


@pytest.mark.parametrize("name", ["NEGMEM_GATE", "NEGMEM_HTTP"])
def test_an_address_that_something_else_has_is_found_if_it_is_needed(good, monkeypatch, name):
    """Socket Mode needs none for Slack."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        found = wrong(monkeypatch, {**good, name: address})
    needed = name == "NEGMEM_GATE" or "SLACK_APP_TOKEN" not in good
    assert bool(found) is needed
    assert all(name in text for text in found)


@pytest.mark.parametrize("secret", ["s", "0123", "G" * 32, "a" * 33, "xoxb-1-2-3"])
def test_a_signing_secret_that_cannot_be_one_is_found(good, monkeypatch, secret):
    """It is the one thing that Slack offers no way to try; Socket Mode needs none."""
    found = wrong(monkeypatch, {**good, "SLACK_SIGNING_SECRET": secret})
    needed = "SLACK_APP_TOKEN" not in good
    assert bool(found) is needed
    assert all("SLACK_SIGNING_SECRET" in text and "32 characters" in text for text in found)


def test_scopes_that_the_app_was_installed_without_are_named(good, tmp_path, monkeypatch):
    """Adding one to the app's page counts only once it is installed again."""
    older = manifest()
    older["oauth_config"]["scopes"]["bot"].remove("files:write")
    older["oauth_config"]["scopes"]["bot"].remove("reactions:read")
    with Sandbox(older) as slack:
        tokens = {"SLACK_BOT_TOKEN": slack.home.bot_token, "NEGMEM_SLACK_API_URL": slack.api_url}
        if "SLACK_APP_TOKEN" in good:
            tokens["SLACK_APP_TOKEN"] = slack.app_token
        (found,) = wrong(monkeypatch, {**good, **tokens})
    assert "lacks files:write, reactions:read" in found
    assert "install the app again" in found
