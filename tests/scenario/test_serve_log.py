"""What `negmem serve` writes to its log at `info`: its own lines, structured, and no library's."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.sandbox.server import Sandbox
from bot.slack.manifest import manifest

NEGMEM = Path(sys.executable).with_name("negmem")


@pytest.fixture
def variables(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A bot that can serve, with its tokens in the environment, where libraries look as well."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("NEGMEM_")}
    with Sandbox(manifest()) as slack:
        yield own | {
            "SLACK_BOT_TOKEN": slack.home.bot_token,
            "SLACK_APP_TOKEN": slack.app_token,
            "NEGMEM_SLACK_API_URL": slack.api_url,
            "NEGMEM_DATABASE_URL": f"sqlite:///{tmp_path / 'negmem.db'}",
            "NEGMEM_GATE": "127.0.0.1:0",
            "NEGMEM_LOG_JSON": "true",
        }


def test_serving_logs_only_what_it_says_itself(variables: dict[str, str], tmp_path: Path) -> None:
    """Neither how a web server starts and ends, nor what Bolt makes of the environment."""
    with subprocess.Popen(
        [NEGMEM, "serve"],
        env=variables,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as serve:
        try:
            assert serve.stdout is not None
            assert serve.stdout.readline().startswith("negmem serves")
            serve.send_signal(signal.SIGTERM)
            _, logged = serve.communicate(timeout=30)
        finally:
            serve.kill()
    assert {json.loads(line)["event"] for line in logged.splitlines()} <= {"connected to Slack"}


@pytest.mark.parametrize("name", ["SLACK_APP_TOKEN", "SLACK_BOT_TOKEN"])
def test_a_refused_token_is_one_line(variables: dict[str, str], tmp_path: Path, name: str) -> None:
    """Ours; no library's error comes before it."""
    wrong = {**variables, name: f"{variables[name][:5]}1-A-1-wrong"}
    done = subprocess.run(
        [NEGMEM, "serve"], env=wrong, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"negmem: Slack refuses {name} (invalid_auth).")
