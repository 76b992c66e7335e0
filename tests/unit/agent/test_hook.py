"""The hooks, call by call; `tests/scenario/test_gate_hook.py` runs them as processes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest

from bot.agent.hook import main
from bot.agent.hook.claude_code import ClaudeCode
from bot.agent.hook.codex import Codex
from bot.agent.hook.gemini import Gemini
from bot.agent.hook.tool_call import exit_code_in
from tests.unit.agent import payloads

HEAVY = ("typer", "click", "pydantic", "bot.domain", "bot.application", "sqlalchemy", "asyncio",
         "dataclasses", "typing", "argparse", "subprocess", "urllib.request")  # fmt: skip


def hook(monkeypatch, capsys, name, payload, *options):
    """The hook's answer, in this process."""
    text = io.TextIOWrapper(io.BytesIO(json.dumps(payload).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    assert main([name, *options]) == 0
    return json.loads(capsys.readouterr().out or "{}")


def test_nothing_heavy_is_imported():
    """Agents call it before every tool call."""
    code = "import sys; import bot.cli; import bot.agent.hook; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    ).stdout.split()
    site = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert not set(HEAVY) & (set(loaded) - set(site))


def test_a_shell_call_is_asked_about_as_a_command_in_its_folder(monkeypatch, capsys, false_gate):
    """What the agent says about it, like a description, is no part of what is released."""
    false_gate.answers = [
        (200, {"id": "act-1", "effect": "allow", "permit": "p"}),
        (200, {"id": "act-1", "started": True}),
    ]
    monkeypatch.setenv("HOME", "/nonexistent")
    monkeypatch.delenv("KUBECONFIG", raising=False)
    options = ["--service", "payments-api", "--env=prod"]
    hook(monkeypatch, capsys, "claude-code", payloads.claude_before(), *options)
    action = {"command": payloads.COMMAND, "host_context": {"cwd": "/srv/app"}}
    (asked, started) = false_gate.requests
    assert asked[2] == {"action": action, "service": "payments-api", "environment": "prod"}
    assert started[2] == {"permit": "p", "action": action}


@pytest.mark.parametrize(
    ("agent", "payload", "tool"),
    [
        ("claude-code", payloads.claude_before, "Read"),
        ("gemini", payloads.gemini_before, "read_file"),
    ],
)
def test_what_only_looks_at_files_is_not_asked_about(
    monkeypatch, capsys, false_gate, agent, payload, tool
):
    """Not even where the gate is away."""
    call = payload(tool_name=tool, tool_input={"file_path": "/etc/hosts"})
    assert "deny" not in str(hook(monkeypatch, capsys, agent, call))
    assert false_gate.requests == []


def test_a_start_that_is_refused_is_a_refusal(monkeypatch, capsys, false_gate):
    """The memory changed meanwhile: the new hold is told."""
    false_gate.answers = [
        (200, {"id": "act-1", "effect": "allow", "permit": "p"}),
        (409, {"error": "judged_anew", "message": "changed", "hint": "", "new_id": "act-2"}),
        (200, {"id": "act-2", "effect": "hold", "reason": "nm-9: worse",
               "hold": {"state": "pending", "expires_at": "2026-11-29T03:30:00+00:00"}}),
    ]  # fmt: skip
    answer = hook(monkeypatch, capsys, "gemini", payloads.gemini_before())
    assert answer["decision"] == "deny"
    assert "nm-9: worse" in answer["reason"]


def test_a_warning_goes_on_and_is_told(monkeypatch, capsys, false_gate):
    false_gate.answers = [
        (200, {"id": "act-1", "effect": "warn", "permit": "p", "reason": "nm-9: slow pages"}),
        (200, {"id": "act-1", "started": True}),
    ]
    answer = hook(monkeypatch, capsys, "codex", payloads.codex_before())
    told = answer["hookSpecificOutput"]
    assert "permissionDecision" not in told
    assert "nm-9: slow pages" in told["additionalContext"]


def test_what_was_learned_is_told_to_the_agent(monkeypatch, capsys, false_gate):
    false_gate.answers = [
        (200, {"id": "act-1", "effect": "allow", "permit": "p"}),
        (200, {"id": "act-1", "started": True}),
        (200, {"lesson": True, "why": "errors rose", "entry_id": "nm-40"}),
    ]
    hook(monkeypatch, capsys, "claude-code", payloads.claude_before("ls"))
    answer = hook(monkeypatch, capsys, "claude-code", payloads.claude_failed("ls"))
    assert "nm-40" in answer["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Exit code 1\nerror: timed out", 1),
        ("Command exited with non-zero status", None),
        ("Process exited with code 137", 137),
        ("Output: x\nExit Code: 2\nSignal: (none)", 2),
        ("Exit Code: (none)", None),
        ("the docs say exit code 3 is fine", None),
    ],
)
def test_exit_codes_told_in_words(text, code):
    assert exit_code_in(text) == code


@pytest.mark.parametrize(
    ("response", "ok", "code"),
    [
        ("all fine", True, None),
        ('{"output": "x", "metadata": {"exit_code": 2}}', False, 2),
        ({"exit_code": 0, "output": "x"}, True, 0),
        ({"isError": True, "content": []}, False, None),
        ("Process exited with code 1\nOutput:\nbad", False, 1),
        ("ok\n" * 200 + "Process exited with code 1", True, None),
        (None, True, None),
    ],
)
def test_codex_results(response, ok, code):
    result = Codex().read(payloads.codex_after(tool_response=response)).result
    assert (result.ok, result.exit_code) == (ok, code)


@pytest.mark.parametrize(
    ("response", "ok"),
    [
        ({"stdout": "x", "stderr": "", "interrupted": False}, True),
        ({"stdout": "", "stderr": "", "interrupted": True}, False),
        ({"success": False}, False),
        ("text of another tool", True),
    ],
)
def test_claude_code_results(response, ok):
    assert ClaudeCode().read(payloads.claude_after(tool_response=response)).result.ok is ok


@pytest.mark.parametrize(
    ("response", "ok", "code"),
    [
        ({"llmContent": "fine", "returnDisplay": "fine"}, True, None),
        ({"llmContent": "Output: x\nExit Code: 0"}, True, 0),
        ({"llmContent": "", "error": {"message": "no such tool"}}, False, None),
        ({"llmContent": [{"text": "parts"}]}, True, None),
    ],
)
def test_gemini_results(response, ok, code):
    result = Gemini().read(payloads.gemini_after(tool_response=response)).result
    assert (result.ok, result.exit_code) == (ok, code)


def test_a_folder_named_by_the_call_is_the_commands_folder():
    call = Gemini().read(
        payloads.gemini_before(tool_input={"command": "make", "dir_path": "deploy"})
    )
    assert call.action["host_context"]["cwd"] == "/srv/app/deploy"
