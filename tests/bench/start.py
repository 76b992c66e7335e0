"""Cold starts, as multiples of a bare interpreter in the same run."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROUNDS = 15
NEGMEM = str(Path(sys.executable).with_name("negmem"))
PAYLOAD = json.dumps(
    {
        "session_id": "s",
        "cwd": "/tmp",
        "hook_event_name": "PreToolUse",
        "tool_name": "Read",
        "tool_input": {"file_path": "/etc/hosts"},
    }
)


def rows() -> list[tuple[str, str]]:
    """(what, figure): the hook on a tool call that needs no gate, and the help of the command."""
    bare = _median([sys.executable, "-c", "pass"])
    hook = _median([NEGMEM, "hook", "claude-code"])
    command = _median([NEGMEM, "--help"])
    return [
        ("negmem hook, cold, times `python -c pass`", f"{hook / bare:.1f}"),
        ("negmem --help, cold, times `python -c pass`", f"{command / bare:.1f}"),
    ]


def _median(command: Sequence[str]) -> float:
    """Seconds of a run; with bytecode, as on a user's machine."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"NEGMEM_GATE_URL": "http://127.0.0.1:9", "NEGMEM_AGENT_TOKEN": "none"}
    took = []
    for _ in range(ROUNDS + 1):
        begun = time.perf_counter()
        subprocess.run(  # the command is ours
            command, input=PAYLOAD, text=True, capture_output=True, env=environment, check=False
        )
        took.append(time.perf_counter() - begun)
    return statistics.median(took[1:])
