"""What the hooks of all agents have in common, and where they differ."""

from __future__ import annotations

from abc import ABC, abstractmethod

from bot.agent.hook.tool_call import ToolCall

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, whose import would cost the hook a tenth of its time
    from collections.abc import Mapping
    from typing import Any


class Verdict:
    """What the agent is told before a call.

    Attributes:
        allowed: The call may be made.
        text: For the agent; empty where there is nothing to say.
        released: A person released exactly this.
    """

    __slots__ = ("allowed", "released", "text")

    def __init__(self, allowed: bool, text: str = "", *, released: bool = False) -> None:
        self.allowed = allowed
        self.text = text
        self.released = released


class Dialect(ABC):
    """How one agent speaks with its hooks: JSON in, JSON out."""

    @abstractmethod
    def read(self, payload: Mapping[str, Any]) -> ToolCall:
        """The tool call that the payload tells of.

        Raises:
            BadPayload: It is no event that this hook serves, or incomplete.
        """

    @abstractmethod
    def before(self, verdict: Verdict) -> Mapping[str, Any]:
        """The answer before a call; {} is no objection."""

    @abstractmethod
    def learned(self, text: str) -> Mapping[str, Any]:
        """The answer after a call from which something was learned."""


class PermissionDialect(Dialect):
    """The form that Claude Code brought up and others took over: `hookSpecificOutput`."""

    def before(self, verdict: Verdict) -> Mapping[str, Any]:
        """A refusal, or something to know; else no objection.

        `allow` is never said: it would skip the agent's own questions to its user.
        """
        if not verdict.allowed:
            refusal = {"permissionDecision": "deny", "permissionDecisionReason": verdict.text}
            return _specific("PreToolUse", refusal)
        return _specific("PreToolUse", {"additionalContext": verdict.text}) if verdict.text else {}

    def learned(self, text: str) -> Mapping[str, Any]:
        """Something for the agent to know."""
        return _specific("PostToolUse", {"additionalContext": text})


def _specific(event: str, output: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **output}}
