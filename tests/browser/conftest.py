"""A real browser on the sandbox's page, with a small Bolt app behind it."""

import os
import re
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

from bot.sandbox.demo_world import DemoWorld, build_demo_world
from bot.sandbox.server import Sandbox
from tests.browser.windows import Office, windows_on
from tests.scenario.workplace import working

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
NO_BROWSER = "no chromium"

MANIFEST: dict[str, Any] = {
    "display_information": {"name": "keeper"},
    "features": {
        "app_home": {"home_tab_enabled": True},
        "bot_user": {"display_name": "keeper"},
        "slash_commands": [{"command": "/keep", "description": "Keep something in mind"}],
        "shortcuts": [
            {
                "name": "Keep this message",
                "type": "message",
                "callback_id": "keep",
                "description": "k",
            }
        ],
    },
    "oauth_config": {
        "scopes": {
            "bot": [
                *("chat:write", "chat:write.customize", "channels:history", "channels:read"),
                *("commands", "files:write"),
            ]
        }
    },
    "settings": {
        "event_subscriptions": {"bot_events": ["app_home_opened", "message.channels"]},
        "interactivity": {"is_enabled": True},
        "socket_mode_enabled": True,
    },
}


@dataclass
class Heard:
    """What reached the app, in order: clicks, commands, submissions, shortcuts."""

    clicks: list[dict[str, Any]] = field(default_factory=list)
    commands: list[dict[str, Any]] = field(default_factory=list)
    submissions: list[dict[str, Any]] = field(default_factory=list)
    shortcuts: list[dict[str, Any]] = field(default_factory=list)

    def wait(self, what: str, count: int = 1, seconds: float = 5.0) -> list[dict[str, Any]]:
        """Give what arrived of a kind, as soon as there is so much of it."""
        until = time.monotonic() + seconds
        while len(getattr(self, what)) < count and time.monotonic() < until:
            time.sleep(0.02)
        found: list[dict[str, Any]] = getattr(self, what)
        assert len(found) == count, f"{len(found)} {what} arrived, not {count}"
        return found


@dataclass
class Stage:
    """The sandbox, its people and the app, as the tests of the page use them."""

    sandbox: Sandbox
    world: DemoWorld
    client: WebClient
    heard: Heard
    open_page: Callable[..., Page]

    @property
    def channel(self) -> str:
        """Id of the incident channel."""
        return self.world.channels["inc-payments-latency"]

    def card(self, blocks: list[dict[str, Any]], **more: Any) -> str:
        """Post blocks as the app; give the ts."""
        answer = self.client.chat_postMessage(
            channel=self.channel, text="card", blocks=blocks, **more
        )
        return str(answer["ts"])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Count all tests that lack a browser in one line of the summary, whichever file is theirs."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple) and NO_BROWSER in report.longrepr[2]:
        report.longrepr = ("tests/browser", 0, report.longrepr[2])
    return report


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for the tests of a file; without it they are skipped.

    Its driver keeps an event loop running in this thread, where no other test could start one of
    its own, so it ends with the file and not with the session.
    """
    if not os.access(CHROMIUM, os.X_OK):
        pytest.skip(f"{NO_BROWSER} at {CHROMIUM}: install it, or name it in CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def stage(chromium: Browser) -> Iterator[Stage]:
    """A fresh workspace with a listening app; pages opened from it are closed at the end."""
    with Sandbox(MANIFEST) as sandbox:
        world = build_demo_world(sandbox)
        heard = Heard()
        client = WebClient(sandbox.home.bot_token, base_url=sandbox.api_url)
        handler = SocketModeHandler(_app(client, heard), sandbox.app_token)
        handler.client.web_client = WebClient(base_url=sandbox.api_url)
        handler.connect()
        with windows_on(chromium, sandbox, world) as windows:
            yield Stage(sandbox, world, client, heard, windows.open_page)
        # Closing waits for the client's own timers; nothing here depends on its end.
        threading.Thread(target=handler.close, daemon=True).start()


@pytest.fixture
def office(chromium: Browser, tmp_path: Path) -> Iterator[Office]:
    """The real bot at work, with windows for everybody who takes part."""
    with (
        working(tmp_path, "socket") as place,
        windows_on(chromium, place.sandbox, place.world) as windows,
    ):
        yield Office(place, windows)


def _app(client: WebClient, heard: Heard) -> App:
    app = App(client=client, token_verification_enabled=False)

    @app.action(re.compile(".*"))
    def clicked(ack: Callable[..., None], body: dict[str, Any]) -> None:
        ack()
        heard.clicks.append(body)
        if body.get("view", {}).get("callback_id") == "growing":
            view = growing(len(heard.clicks))
            client.views_update(view_id=body["view"]["id"], hash=body["view"]["hash"], view=view)

    @app.command("/keep")
    def kept(ack: Callable[..., None], body: dict[str, Any], respond: Callable[..., None]) -> None:
        heard.commands.append(body)
        if body["text"] in ("form", "growing"):
            ack()
            view = FORM if body["text"] == "form" else growing(0)
            client.views_open(trigger_id=body["trigger_id"], view=view)
        else:
            ack(f"Kept: {body['text']}")

    @app.view("form")
    def submitted(ack: Callable[..., None], body: dict[str, Any]) -> None:
        heard.submissions.append(body)
        values = body["view"]["state"]["values"]
        if values["why"]["why"]["value"] == "because":
            ack(response_action="errors", errors={"why": "Say more than that."})
        else:
            ack()

    @app.shortcut("keep")
    def shortcut(ack: Callable[..., None], body: dict[str, Any]) -> None:
        ack()
        heard.shortcuts.append(body)

    @app.event("app_home_opened")
    def home(event: dict[str, Any]) -> None:
        view = {
            "type": "home",
            "blocks": [{"type": "header", "text": {"type": "plain_text", "text": "What I keep"}}],
        }
        client.views_publish(user_id=event["user"], view=view)

    @app.event("message")
    def message() -> None:
        """Messages need no answer here."""

    return app


def _plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def _option(value: str) -> dict[str, Any]:
    return {"text": _plain(value.capitalize()), "value": value}


def growing(rows: int) -> dict[str, Any]:
    """A modal whose button adds a line and leaves what was typed alone."""
    more = {"type": "button", "action_id": "more", "text": _plain("One more")}
    note = {"type": "plain_text_input", "action_id": "note"}
    return {
        "type": "modal",
        "callback_id": "growing",
        "title": _plain("Growing"),
        "submit": _plain("Done"),
        "blocks": [
            {"type": "input", "block_id": "note", "label": _plain("Note"), "element": note},
            *({"type": "section", "text": _plain(f"Line {n}")} for n in range(1, rows + 1)),
            {"type": "actions", "block_id": "more", "elements": [more]},
        ],
    }


FORM: dict[str, Any] = {
    "type": "modal",
    "callback_id": "form",
    "title": _plain("Keep in mind"),
    "submit": _plain("Keep"),
    "blocks": [
        {
            "type": "input",
            "block_id": "why",
            "label": _plain("Why"),
            "hint": _plain("What went badly last time."),
            "element": {"type": "plain_text_input", "action_id": "why", "multiline": True},
        },
        {
            "type": "input",
            "block_id": "severity",
            "label": _plain("Severity"),
            "element": {
                "type": "static_select",
                "action_id": "severity",
                "options": [_option("block"), _option("warn"), _option("alert")],
                "initial_option": _option("warn"),
            },
        },
        {
            "type": "input",
            "block_id": "days",
            "label": _plain("Days"),
            "optional": True,
            "element": {
                "type": "checkboxes",
                "action_id": "days",
                "options": [_option("monday"), _option("tuesday")],
            },
        },
        {
            "type": "input",
            "block_id": "mode",
            "label": _plain("Mode"),
            "element": {
                "type": "radio_buttons",
                "action_id": "mode",
                "options": [_option("once"), _option("always")],
                "initial_option": _option("always"),
            },
        },
        {
            "type": "input",
            "block_id": "until",
            "label": _plain("Until"),
            "element": {
                "type": "datepicker",
                "action_id": "until",
                "initial_date": "2026-12-24",
            },
        },
        {
            "type": "input",
            "block_id": "at",
            "label": _plain("At"),
            "optional": True,
            "element": {"type": "timepicker", "action_id": "at"},
        },
        {
            "type": "input",
            "block_id": "who",
            "label": _plain("Who"),
            "optional": True,
            "element": {"type": "multi_users_select", "action_id": "who"},
        },
    ],
}
