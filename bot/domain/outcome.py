"""The outcome: what an agent reports after it acted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened after an action was started.

    Attributes:
        ok: The agent's own judgement.
        exit_code: Of the command, where there was one.
        stderr: The end of it, with secrets removed.
        metrics_before, metrics_after: Numbers by name, as the agent measured them.
        note: What the agent says in words.
    """

    ok: bool
    exit_code: int | None = None
    stderr: str = ""
    metrics_before: Mapping[str, float] = field(default_factory=dict)
    metrics_after: Mapping[str, float] = field(default_factory=dict)
    note: str = ""
