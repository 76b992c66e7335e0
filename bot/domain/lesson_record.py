"""Records of tool calls: what an agent ran, how it ended, what was measured around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.errors import BadInput

_NONE: Mapping[str, object] = {}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One command that an agent ran, with what was measured around it.

    Attributes:
        service: The service it was for, or None.
        environment: Its environment, or None.
        command: The command line.
        exit_code: Its exit code; None where it is not known.
        stderr: What it printed on standard error.
        window_min: Minutes between the two measurements.
        metrics_before: Measured before, by name: numbers, truth values or words.
        metrics_after: Measured after.
        note: What the agent wrote about it.
        agent: Who ran it.
        id: Of the record.
    """

    service: str | None
    environment: str | None
    command: str
    exit_code: int | None = None
    stderr: str = ""
    window_min: float | None = None
    metrics_before: Mapping[str, object] = field(default_factory=lambda: _NONE)
    metrics_after: Mapping[str, object] = field(default_factory=lambda: _NONE)
    note: str = ""
    agent: str = ""
    id: str = ""


def read_tool_call(record: Mapping[str, object]) -> ToolCall:
    """A record of a tool call, as in `toolcalls.jsonl`; missing and empty keys are fine.

    Raises:
        BadInput: There is no command, or a key holds something of another kind.
    """
    command = record.get("command")
    if isinstance(command, list | tuple):
        command = " ".join(str(word) for word in command)
    if not isinstance(command, str) or not command.strip():
        raise BadInput("The tool call has no command.", 'Give it as {"command": "…"}.')
    return ToolCall(
        service=_text(record, "service") or None,
        environment=_text(record, "env") or _text(record, "environment") or None,
        command=command.strip(),
        exit_code=_exit_code(record),
        stderr=_text(record, "stderr"),
        window_min=_number(record, "window_min"),
        metrics_before=_metrics(record, "metrics_before"),
        metrics_after=_metrics(record, "metrics_after"),
        note=_text(record, "agent_note") or _text(record, "note"),
        agent=_text(record, "agent"),
        id=_text(record, "id"),
    )


def _text(record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    return "" if value is None else str(value)


def _number(record: Mapping[str, object], key: str) -> float | None:
    value = record.get(key)
    return float(value) if isinstance(value, int | float) else None


def _exit_code(record: Mapping[str, object]) -> int | None:
    value = record.get("exit_code")
    if value is None or value == "":
        return None
    try:
        return int(str(value))
    except ValueError as error:
        raise BadInput(f"The exit code {value!r} is not a number.", "Give it as 0 or 1.") from error


def _metrics(record: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = record.get(key)
    if value is None:
        return _NONE
    if not isinstance(value, Mapping):
        raise BadInput(f"{key} is not an object.", 'Give it as {"err_pct": 0.1}.')
    return {str(name): amount for name, amount in value.items()}
