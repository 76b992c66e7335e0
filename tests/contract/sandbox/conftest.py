"""A furnished sandbox, and an app that is reached by Socket Mode or by signed HTTP."""

import contextlib
import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from slack_bolt import App, BoltRequest
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

from bot.sandbox.demo_world import DemoWorld, build_demo_world
from bot.sandbox.server import Sandbox

MANIFEST: dict[str, Any] = {
    "_metadata": {"major_version": 2},
    "display_information": {"name": "watcher"},
    "features": {
        "bot_user": {"display_name": "watcher"},
        "app_home": {"home_tab_enabled": True},
        "slash_commands": [{"command": "/watch", "description": "Look after something"}],
        "shortcuts": [
            {"name": "Look", "type": "message", "callback_id": "look", "description": "Look"},
            {"name": "Begin", "type": "global", "callback_id": "begin", "description": "Begin"},
        ],
    },
    "oauth_config": {
        "scopes": {
            "bot": [
                "app_mentions:read",
                "channels:history",
                "channels:join",
                "channels:read",
                "chat:write",
                "chat:write.customize",
                "commands",
                "files:read",
                "files:write",
                "groups:history",
                "groups:read",
                "im:history",
                "im:read",
                "im:write",
                "reactions:read",
                "reactions:write",
                "team:read",
                "usergroups:read",
                "users:read",
                "users:read.email",
            ]
        }
    },
    "settings": {
        "socket_mode_enabled": True,
        "interactivity": {"is_enabled": True},
        "event_subscriptions": {
            "bot_events": [
                "app_home_opened",
                "app_mention",
                "app_uninstalled",
                "channel_archive",
                "channel_rename",
                "member_joined_channel",
                "member_left_channel",
                "message.channels",
                "message.groups",
                "message.im",
                "reaction_added",
                "reaction_removed",
                "subteam_members_changed",
                "tokens_revoked",
                "user_change",
            ]
        },
    },
}


class Stage:
    """A running sandbox with the demo's people, and hands to act with."""

    def __init__(self, sandbox: Sandbox, demo: DemoWorld) -> None:
        self.sandbox = sandbox
        self.demo = demo
        self.people = demo.people
        self.channel = demo.channels["inc-payments-latency"]
        self.client = self.new_client()
        self._closers = contextlib.ExitStack()

    @staticmethod
    def wait_for(what: Callable[[], Any], seconds: float = 8.0) -> Any:
        """Return the first true value of `what`; fail when there is none in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = what()
            if value:
                return value
            time.sleep(0.01)
        raise AssertionError("what was waited for did not happen")

    def new_client(self, token: str | None = None, **options: Any) -> WebClient:
        """Return a client of the official SDK."""
        token = self.sandbox.home.bot_token if token is None else token
        return WebClient(token=token, base_url=self.sandbox.api_url, **options)

    def act(self, path: str, **body: Any) -> dict[str, Any]:
        """Do something as a person."""
        request = urllib.request.Request(
            self.sandbox.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=15) as response:
            answer: dict[str, Any] = json.loads(response.read())
            return answer

    def see(self, path: str) -> Any:
        """Look at something as a person."""
        with urllib.request.urlopen(self.sandbox.url + path, timeout=15) as response:
            return json.loads(response.read())

    def say(self, text: str, who: str = "oncall", **more: Any) -> str:
        """Post as a person and return the ts."""
        answer = self.act(
            "/human/messages", user=self.people[who], channel=self.channel, text=text, **more
        )
        assert answer["ok"], answer
        return str(answer["ts"])

    def click(self, ts: str, action_id: str, who: str = "admin", **more: Any) -> dict[str, Any]:
        """Press a button as a person."""
        return self.act(
            "/human/clicks",
            user=self.people[who],
            channel=self.channel,
            ts=ts,
            action_id=action_id,
            **more,
        )

    def bolt(self, **options: Any) -> App:
        """Return a Bolt app of the official framework that knows this workspace."""
        return App(
            client=self.client,
            signing_secret=self.sandbox.signing_secret,
            listener_executor=ThreadPoolExecutor(16),
            **options,
        )

    def connect(self, app: App, way: str) -> None:
        """Let an app be reached by `socket` or `http`."""
        if way == "socket":
            handler = SocketModeHandler(app, self.sandbox.app_token)
            handler.connect()
            self._closers.callback(self._disconnect, handler)
            self.wait_for(lambda: self.sandbox.sockets.connections)
        else:
            url = self.serve(lambda body, headers: _dispatch(app, body, headers))
            self.sandbox.deliver_by_http(url, retry_delays=(0.0, 0.1, 0.1))

    def _disconnect(self, handler: SocketModeHandler) -> None:
        # The client's reader waits for 3 s unless the other end breaks off first, and the thread
        # that takes its messages for 1 s unless there is one, if only an empty one.
        handler.client.closed, handler.client.auto_reconnect_enabled = True, False
        self.sandbox.drop_sockets()
        handler.client.message_queue.put("")
        handler.close()

    def serve(
        self, answer: Callable[[str, dict[str, str]], tuple[int, dict[str, Any], str]]
    ) -> str:
        """Serve a Request URL and return its address."""

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                status, headers, text = answer(body, dict(self.headers.items()))
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    self.send_response(status)
                    for name, value in headers.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(text.encode())

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        self._closers.callback(server.server_close)
        self._closers.callback(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}/slack/events"

    def close(self) -> None:
        """Let everything go."""
        self._closers.close()
        self.sandbox.stop()


def _dispatch(app: App, body: str, headers: dict[str, str]) -> tuple[int, dict[str, Any], str]:
    response = app.dispatch(BoltRequest(body=body, headers=headers))
    return response.status, {k: v[0] for k, v in response.headers.items()}, response.body or ""


@pytest.fixture
def manifest() -> dict[str, Any]:
    """The manifest of the app under test; a test may change its copy before `stage`."""
    copy: dict[str, Any] = json.loads(json.dumps(MANIFEST))
    return copy


@pytest.fixture(scope="session")
def aside() -> Iterator[ThreadPoolExecutor]:
    """Where stages are closed while the next test goes on; all are closed at the end."""
    with ThreadPoolExecutor(4) as closing:
        yield closing


@pytest.fixture
def stage(
    manifest: dict[str, Any], monkeypatch: pytest.MonkeyPatch, aside: ThreadPoolExecutor
) -> Iterator[Stage]:
    """A running sandbox with the demo's people."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    sandbox = Sandbox(manifest)
    stage = Stage(sandbox, build_demo_world(sandbox))
    sandbox.start()
    yield stage
    aside.submit(stage.close)


@pytest.fixture(params=["socket", "http"])
def way(request: pytest.FixtureRequest) -> str:
    """Both ways in which an app can be reached."""
    return str(request.param)
