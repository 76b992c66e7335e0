"""The manifest asks for exactly what the code uses, and Slack's schema takes it.

`manifest.schema.2.0.0.json` is a copy of the schema that Slack publishes for app manifests.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from bot.slack.listeners import register_all
from bot.slack.manifest import manifest
from bot.slack.scopes import COMMANDS, EVENTS, METHODS, SHORTCUTS, all_scopes

ROOT = Path(__file__).parents[3]
SOURCES = [path.read_text() for path in (ROOT / "bot" / "slack").rglob("*.py")]
CALL = re.compile(
    r"\b(?:client|lookups|of\(\w+(?:\.\w+)?\)\.client)\.((?:api|auth|bots|chat|conversations|files"
    r"|pins|reactions|team|usergroups|users|views)_\w+)"
)
UPLOAD = ("files.getUploadURLExternal", "files.completeUploadExternal")


def called_methods() -> set[str]:
    """Methods of the Web API that the Slack room's source calls on a client."""
    found = {name for source in SOURCES for name in CALL.findall(source)}
    methods = {"files_upload_v2": UPLOAD}
    return {one for name in found for one in methods.get(name, (dotted(name),))}


def dotted(name: str) -> str:
    family, _, rest = name.partition("_")
    head, *tail = rest.split("_")
    return f"{family}.{head}{''.join(word.capitalize() for word in tail)}"


def heard_events(register: Any) -> set[str]:
    """Events for which the app registers a listener."""
    heard: set[str] = set()

    class Ear:
        def event(self, name: Any) -> Any:
            if isinstance(name, str):
                heard.add(name)
            return lambda _listener: None

        def __getattr__(self, _name: str) -> Any:
            return lambda *_args: lambda _listener: None

    register(Ear(), None)
    return heard


@pytest.fixture(scope="module")
def app_manifest() -> dict[str, Any]:
    return manifest()


def test_slacks_schema_takes_it(app_manifest: dict[str, Any]) -> None:
    """It can be pasted to create the app."""
    schema = json.loads((Path(__file__).parent / "manifest.schema.2.0.0.json").read_text())
    assert [error.message for error in Draft7Validator(schema).iter_errors(app_manifest)] == []


def test_the_file_at_the_root_is_the_one_that_is_used(app_manifest: dict[str, Any]) -> None:
    """A person pastes what the tests and the demo run with."""
    assert yaml.safe_load((ROOT / "manifest.yml").read_text()) == app_manifest


def test_it_asks_for_exactly_the_scopes_that_the_code_needs(app_manifest: dict[str, Any]) -> None:
    """One scope too many is a reason not to install; one too few breaks at night."""
    assert app_manifest["oauth_config"]["scopes"]["bot"] == sorted(all_scopes())


def test_it_subscribes_to_exactly_the_events_that_are_listened_to(
    app_manifest: dict[str, Any],
) -> None:
    """Manifest, table and listeners say the same."""
    subscribed = app_manifest["settings"]["event_subscriptions"]["bot_events"]
    assert subscribed == sorted(EVENTS)
    assert heard_events(register_all) == {name.partition(".")[0] for name in EVENTS}


def test_the_table_of_methods_is_what_the_code_calls() -> None:
    """A new call needs its scope written down; a dropped one gives it back."""
    assert called_methods() == set(METHODS)


def test_it_offers_the_commands_and_shortcuts_that_are_answered(
    app_manifest: dict[str, Any],
) -> None:
    """And no other."""
    features = app_manifest["features"]
    assert [one["command"] for one in features["slash_commands"]] == list(COMMANDS)
    offered = {one["callback_id"]: one["name"] for one in features["shortcuts"]}
    assert offered == dict(SHORTCUTS)
    assert all(len(name) <= 24 for name in SHORTCUTS.values())
