"""A false gate that answers by a script: for what a real one does only in trouble."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class FalseGate:
    """Answers each request with the next of `answers`, the last one again and again.

    An answer is (status, JSON value or bytes), or None: the connection is closed without one.
    """

    def __init__(self) -> None:
        self.answers = [(200, {})]
        self.requests = []
        gate = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                gate.requests.append((self.command, self.path, json.loads(body or b"null")))
                answer = gate.answers[0] if len(gate.answers) == 1 else gate.answers.pop(0)
                if answer is None:
                    self.close_connection = True
                    return
                status, value = answer
                data = value if isinstance(value, bytes) else json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = answer  # noqa: N815  # names that http.server looks for

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def false_gate(monkeypatch, tmp_path):
    """A false gate that the environment names."""
    gate = FalseGate()
    monkeypatch.setenv("NEGMEM_GATE_URL", gate.url)
    monkeypatch.setenv("NEGMEM_AGENT_TOKEN", "nmt_false")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    yield gate
    gate.close()
