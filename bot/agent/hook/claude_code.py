"""Claude Code's PreToolUse, PostToolUse and PostToolUseFailure hooks.

Source: Hooks reference, https://code.claude.com/docs/en/hooks.
"""

from __future__ import annotations

from bot.agent.hook.dialect import PermissionDialect, Verdict
from bot.agent.hook.tool_call import BadPayload, Result, ToolCall, exit_code_in

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, whose import would cost the hook a tenth of its time
    from collections.abc import Mapping
    from typing import Any

_SHELL = {"Bash": "command", "PowerShell": "command"}
_LOOKING = frozenset({"Read", "Glob", "Grep", "LS", "NotebookRead", "TodoWrite"})


class ClaudeCode(PermissionDialect):
    """See the module."""

    def read(self, payload: Mapping[str, Any]) -> ToolCall:
        """A call before it, after it succeeded, or after it failed."""
        event = payload.get("hook_event_name")
        if event == "PreToolUse":
            return ToolCall(payload, _SHELL, _LOOKING, None)
        if event == "PostToolUse":
            return ToolCall(payload, _SHELL, _LOOKING, _succeeded(payload.get("tool_response")))
        if event == "PostToolUseFailure":
            error = str(payload.get("error") or "")
            return ToolCall(payload, _SHELL, _LOOKING, Result(False, exit_code_in(error), error))
        raise BadPayload(
            "negmem hook claude-code serves PreToolUse, PostToolUse and PostToolUseFailure only"
        )

    def before(self, verdict: Verdict) -> Mapping[str, Any]:
        """As others do, but what a person released in Slack need not be asked about again."""
        if not verdict.released:
            return super().before(verdict)
        decision = {"permissionDecision": "allow", "permissionDecisionReason": verdict.text}
        return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **decision}}


def _succeeded(response: object) -> Result:
    """PostToolUse comes after a call that succeeded; an interrupted command did not."""
    if not isinstance(response, dict):
        return Result(True)
    ok = not response.get("interrupted") and response.get("success") is not False
    return Result(ok, None, str(response.get("stderr") or ""))
