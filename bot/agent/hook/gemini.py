"""Gemini CLI's BeforeTool and AfterTool hooks.

Source: Hooks reference, https://geminicli.com/docs/hooks/reference.
"""

from __future__ import annotations

from bot.agent.hook.dialect import Dialect, Verdict
from bot.agent.hook.tool_call import BadPayload, Result, ToolCall, exit_code_in

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, whose import would cost the hook a tenth of its time
    from collections.abc import Mapping
    from typing import Any

_SHELL = {"run_shell_command": "command"}
_LOOKING = frozenset(
    {"read_file", "read_many_files", "list_directory", "glob", "grep_search", "search_file_content"}
)


class Gemini(Dialect):
    """See the module."""

    def read(self, payload: Mapping[str, Any]) -> ToolCall:
        """A call before or after it."""
        event = payload.get("hook_event_name")
        if event == "BeforeTool":
            return ToolCall(payload, _SHELL, _LOOKING, None)
        if event == "AfterTool":
            return ToolCall(payload, _SHELL, _LOOKING, _result(payload.get("tool_response")))
        raise BadPayload("negmem hook gemini serves BeforeTool and AfterTool only")

    def before(self, verdict: Verdict) -> Mapping[str, Any]:
        """A decision; what else there is to say, only Gemini's user can be told before a call.

        `allow` keeps Gemini's own questions to its user.
        """
        if not verdict.allowed:
            return {"decision": "deny", "reason": verdict.text}
        if verdict.text:
            return {"decision": "allow", "systemMessage": verdict.text}
        return {"decision": "allow"}

    def learned(self, text: str) -> Mapping[str, Any]:
        """Something for the agent to know."""
        return {"hookSpecificOutput": {"hookEventName": "AfterTool", "additionalContext": text}}


def _result(response: object) -> Result:
    if not isinstance(response, dict):
        return Result(True)
    error = response.get("error")
    told = error.get("message") if isinstance(error, dict) else error
    content = response.get("llmContent")
    text = content if isinstance(content, str) else ""
    code = exit_code_in(text)
    failed = bool(told) or bool(code)
    return Result(not failed, code, str(told or text) if failed else "")
