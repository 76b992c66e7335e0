"""A tool call as the hooks of every agent tell of it."""

from __future__ import annotations

import os
import re

from bot.agent.host import host_context

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, whose import would cost the hook a tenth of its time
    from collections.abc import Mapping
    from typing import Any

_EXIT_CODE = re.compile(r"^\W*(?:process )?exit(?:ed with)?(?: code)?:? (-?\d{1,4})\b", re.I | re.M)
_OWN_TOOLS = re.compile(
    r"mcp__negmem__(?:check_action|wait_for_release|start|report_outcome|constraints)"
)
LONGEST_STDERR = 8_000


class BadPayload(Exception):
    """The hook's input is not what the agent documents; the text says what is wrong."""


class Result:
    """What became of a tool call.

    Attributes:
        ok: It did what it was asked.
        exit_code: Of a command, where it is told.
        stderr: The end of what it complained about.
    """

    __slots__ = ("exit_code", "ok", "stderr")

    def __init__(self, ok: bool, exit_code: int | None = None, stderr: str = "") -> None:
        self.ok = ok
        self.exit_code = exit_code
        self.stderr = stderr[-LONGEST_STDERR:]


class ToolCall:
    """One call, before or after it.

    Attributes:
        action: What it does, as the gate takes it.
        call_id: The agent's id of the call, or "" where it has none.
        result: None before it.
        is_harmless: Nothing to ask about: the agent's own tool that only looks at files, or one of
            negmem's MCP tools, which ask the gate themselves.
    """

    __slots__ = ("action", "call_id", "is_harmless", "result")

    def __init__(
        self,
        payload: Mapping[str, Any],
        shell_tools: Mapping[str, str],
        looking_tools: frozenset[str],
        result: Result | None,
    ) -> None:
        """Read a payload.

        Args:
            payload: With `tool_name`, `tool_input`, `cwd` and maybe `tool_use_id`.
            shell_tools: Names of tools that run a command, with the argument that holds it.
            looking_tools: Names of the agent's own tools that only look at files.
            result: What became of it.

        Raises:
            BadPayload: One of these is missing.
        """
        tool, args = payload.get("tool_name"), payload.get("tool_input")
        if not isinstance(tool, str) or not tool or not isinstance(args, dict):
            raise BadPayload("the hook's input has no tool_name or no tool_input")
        command = args.get(shell_tools.get(tool, ""))
        words = isinstance(command, list) and all(isinstance(word, str) for word in command)
        if command and (isinstance(command, str) or words):
            folder = str(args.get("dir_path") or args.get("workdir") or "")
            cwd = (
                os.path.join(str(payload.get("cwd") or ""), folder)
                if folder
                else payload.get("cwd")
            )
            context = host_context(str(cwd or ""))
            self.action: Mapping[str, Any] = {"command": command, "host_context": context}
        else:
            self.action = {"tool": tool, "args": args}
        self.call_id = str(payload.get("tool_use_id") or "")
        self.result = result
        self.is_harmless = tool in looking_tools or _OWN_TOOLS.fullmatch(tool) is not None


def exit_code_in(text: str) -> int | None:
    """The exit code that a tool's answer tells in words, or None."""
    found = _EXIT_CODE.search(text)
    return int(found[1]) if found else None
