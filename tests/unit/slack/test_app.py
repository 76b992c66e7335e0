"""The app takes what Slack signed, and says plainly what is wrong with its tokens."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from slack_sdk.signature import SignatureVerifier
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bot.application.memories import Memories
from bot.application.negmem import Negmem
from bot.domain.errors import BadInput, NotFound
from bot.domain.reading.lexicon import load_lexicon
from bot.slack.app import build_app
from bot.slack.examining import refuse_another_app
from bot.slack.installation import Installations, installed_with
from bot.slack.room import open_room
from bot.slack.serving import EVENTS_PATH, SocketMode, slack_routes
from tests.fakes.memory_store import MemoryStore
from tests.unit.slack.blocks.cards import NOON
from tests.unit.slack.conftest import Slack


def app_of(slack: Slack, secret: str | None) -> Any:
    negmem = Negmem(MemoryStore(), lambda: NOON, slack.directory, Memories(load_lexicon()))
    room = open_room(negmem, Installations([slack.installation]), slack.directory)
    return build_app(room, signing_secret=secret)


def posted(app: Any, body: dict[str, Any], secret: str) -> int:
    raw, now = json.dumps(body), str(int(time.time()))
    signature = SignatureVerifier(secret).generate_signature(timestamp=now, body=raw)
    headers = {
        "content-type": "application/json",
        "x-slack-request-timestamp": now,
        "x-slack-signature": signature or "",
    }
    with TestClient(Starlette(routes=slack_routes(app))) as client:
        return client.post(EVENTS_PATH, content=raw, headers=headers).status_code


def event(slack: Slack, kind: str) -> dict[str, Any]:
    return {"type": "event_callback", "team_id": slack.team, "event": {"type": kind}}


def test_a_signed_request_is_taken_and_another_is_not(slack: Slack) -> None:
    """Whoever does not know the secret says nothing."""
    app = app_of(slack, "the secret")
    assert posted(app, event(slack, "never_heard_of"), "the secret") == 200
    assert posted(app, event(slack, "never_heard_of"), "another") == 401


def test_without_a_secret_no_request_is_taken(slack: Slack) -> None:
    """An app in Socket Mode that is put behind an address is no open door."""
    assert posted(app_of(slack, None), event(slack, "never_heard_of"), "guessed") == 401


@pytest.mark.parametrize("secret", ["", "  "])
def test_an_empty_secret_starts_nothing(slack: Slack, secret: str) -> None:
    """Anybody could sign with it."""
    with pytest.raises(BadInput, match="SLACK_SIGNING_SECRET is empty"):
        app_of(slack, secret)


def test_a_workspace_without_the_app_is_refused(slack: Slack) -> None:
    """No listener runs and no token is used for it."""
    asked: list[str] = []
    installations = Installations([slack.installation])
    installations.of = asked.append  # type: ignore[method-assign,assignment]  # what listeners use
    negmem = Negmem(MemoryStore(), lambda: NOON, slack.directory, Memories(load_lexicon()))
    app = build_app(open_room(negmem, installations, slack.directory), signing_secret="the secret")
    other = {**event(slack, "message"), "team_id": "T0OTHER"}
    posted(app, other, "the secret")
    time.sleep(0.3)
    assert asked == []
    with pytest.raises(NotFound, match="T0OTHER"):
        Installations([slack.installation]).of("T0OTHER")


def test_a_refused_bot_token_is_one_clear_line(slack: Slack) -> None:
    """It names the variable, and never the token."""
    with pytest.raises(BadInput, match="SLACK_BOT_TOKEN") as refused:
        installed_with("xoxb-wrong", slack.sandbox.api_url)
    assert "xoxb-wrong" not in str(refused.value)


def test_an_unreachable_slack_is_one_clear_line() -> None:
    """With what to look at."""
    with pytest.raises(BadInput, match="Slack cannot be reached"):
        installed_with("xoxb-any", "http://127.0.0.1:9/api/")


def test_a_refused_app_token_is_one_clear_line(slack: Slack) -> None:
    """It says what kind of token is needed."""
    socket = SocketMode(app_of(slack, None), "xapp-wrong", slack.sandbox.api_url)
    with pytest.raises(BadInput, match="SLACK_APP_TOKEN"):
        socket.start()
    socket.stop()


def test_another_apps_token_is_told_from_ours(slack: Slack) -> None:
    """With it everything connects, and nothing is ever heard."""
    refuse_another_app(slack.sandbox.app_token, slack.installation)
    with pytest.raises(BadInput, match="AOTHER") as refused:
        refuse_another_app("xapp-1-AOTHER-5-abcdef", slack.installation)
    assert "abcdef" not in str(refused.value)


def test_a_connection_ends_at_once(slack: Slack) -> None:
    """And ending it again does nothing."""
    socket = SocketMode(app_of(slack, None), slack.sandbox.app_token, slack.sandbox.api_url)
    socket.start()
    assert socket.is_connected()
    socket.stop()
    assert not socket.is_connected()
    socket.stop()


def test_each_new_connection_is_told_of(slack: Slack) -> None:
    """Events may have been missed between two of them."""
    told: list[float] = []
    token, url = slack.sandbox.app_token, slack.sandbox.api_url
    socket = SocketMode(app_of(slack, None), token, url, lambda: told.append(time.monotonic()))
    socket.start()
    try:
        _wait(lambda: len(told) == 1)
        slack.sandbox.refresh_sockets(0.1)
        _wait(lambda: len(told) >= 2)
    finally:
        socket.stop()


def _wait(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 15
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)
