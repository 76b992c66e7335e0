"""What the agents hand to their hooks, as their documentation shows it.

Claude Code: https://code.claude.com/docs/en/hooks. Codex: https://developers.openai.com/codex/hooks
and the schemas in openai/codex. Gemini CLI: https://geminicli.com/docs/hooks/reference.
"""

from __future__ import annotations

from typing import Any

COMMAND = "kubectl -n prod rollout restart deploy/payments-api"


def claude_before(command: str = COMMAND, **more: Any) -> dict[str, Any]:
    return {
        "session_id": "abc123",
        "transcript_path": "/home/agent/.claude/projects/x/abc123.jsonl",
        "cwd": "/srv/app",
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": "Restart it", "timeout": 120000},
        "tool_use_id": "toolu_01ABC123",
        **more,
    }


def claude_after(command: str = COMMAND, **more: Any) -> dict[str, Any]:
    response = {"stdout": "restarted", "stderr": "", "interrupted": False, "isImage": False}
    event = {"hook_event_name": "PostToolUse", "tool_response": response, "cwd": "/srv/other"}
    return {**claude_before(command), **event, **more}


def claude_failed(command: str = COMMAND, **more: Any) -> dict[str, Any]:
    event = {
        "hook_event_name": "PostToolUseFailure",
        "error": "Exit code 1\nerror: timed out waiting for the condition",
        "is_interrupt": False,
    }
    return {**claude_before(command), **event, **more}


def codex_before(command: str = COMMAND, **more: Any) -> dict[str, Any]:
    return {
        "session_id": "019a",
        "turn_id": "turn-1",
        "transcript_path": None,
        "cwd": "/srv/app",
        "hook_event_name": "PreToolUse",
        "model": "gpt-5-codex",
        "permission_mode": "default",
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_use_id": "call_7",
        **more,
    }


def codex_after(command: str = COMMAND, **more: Any) -> dict[str, Any]:
    answer = "Wall time: 0.3 seconds\nProcess exited with code 1\nOutput:\nerror: timed out"
    return {
        **codex_before(command),
        "hook_event_name": "PostToolUse",
        "tool_response": answer,
        **more,
    }


def gemini_before(command: str = COMMAND, **more: Any) -> dict[str, Any]:
    return {
        "session_id": "s-1",
        "transcript_path": "/home/agent/.gemini/tmp/s-1.json",
        "cwd": "/srv/app",
        "hook_event_name": "BeforeTool",
        "timestamp": "2026-11-29T03:00:00Z",
        "tool_name": "run_shell_command",
        "tool_input": {"command": command, "description": "Restart it"},
        **more,
    }


def gemini_after(command: str = COMMAND, **more: Any) -> dict[str, Any]:
    told = f"Command: {command}\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 1"
    return {
        **gemini_before(command),
        "hook_event_name": "AfterTool",
        "tool_response": {"llmContent": told, "returnDisplay": told},
        **more,
    }
