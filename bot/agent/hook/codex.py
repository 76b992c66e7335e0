"""Codex' PreToolUse and PostToolUse hooks.

Sources: https://developers.openai.com/codex/hooks and the schemas in openai/codex
(codex-rs/hooks/schema/generated). Codex rejects `allow` and `ask` before a call: no objection is no
output, and only `deny` with a reason decides.
"""

from __future__ import annotations

import json

from bot.agent.hook.dialect import PermissionDialect
from bot.agent.hook.tool_call import BadPayload, Result, ToolCall, exit_code_in

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, whose import would cost the hook a tenth of its time
    from collections.abc import Mapping
    from typing import Any

_SHELL = {"Bash": "command", "shell": "command", "local_shell": "command", "exec_command": "cmd"}
_LOOKING = frozenset({"view_image", "update_plan"})
_HEAD = 400
"""Characters of an answer within which Codex tells the exit code; then the output begins."""


class Codex(PermissionDialect):
    """See the module."""

    def read(self, payload: Mapping[str, Any]) -> ToolCall:
        """A call before or after it."""
        event = payload.get("hook_event_name")
        if event == "PreToolUse":
            return ToolCall(payload, _SHELL, _LOOKING, None)
        if event == "PostToolUse":
            return ToolCall(payload, _SHELL, _LOOKING, _result(payload.get("tool_response")))
        raise BadPayload("negmem hook codex serves PreToolUse and PostToolUse only")


def _result(response: object) -> Result:
    """From the answer, which is text, text of a JSON object, or an object with the exit code."""
    answer = _decoded(response) if isinstance(response, str) else response
    if isinstance(answer, dict):
        metadata = answer.get("metadata")
        code = (metadata if isinstance(metadata, dict) else answer).get("exit_code")
        code = code if isinstance(code, int) else None
        failed = bool(code) or answer.get("success") is False or answer.get("isError") is True
        return Result(not failed, code, str(answer.get("output") or "") if failed else "")
    text = answer if isinstance(answer, str) else ""
    code = exit_code_in(text[:_HEAD])
    return Result(not code, code, text if code else "")


def _decoded(text: str) -> object:
    if not text.lstrip().startswith("{"):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
