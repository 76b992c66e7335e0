"""What one use of a tool comes to."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.domain.action import PlannedAction
from bot.domain.reading.tools.argv import Arguments


@dataclass(slots=True)
class Use:
    """What one use of a tool comes to.

    Attributes:
        actions: The actions; empty where the tool only prints.
        environments: Raw names that hint at the environment, strongest first.
        inner: The words of a command that it runs (`kubectl exec … -- CMD`), or None.
        sql: Texts in SQL that it runs.
        json: Texts in JSON that say what to change.
        standing: An environment that holds for the commands after it (`use-context prod`).
        arguments: Its arguments, for readers of their own (curl).
        fed: The kind that it has where what it acts on comes from its input, or "".
    """

    actions: list[PlannedAction] = field(default_factory=list)
    environments: list[str] = field(default_factory=list)
    inner: list[str] | None = None
    sql: list[str] = field(default_factory=list)
    json: list[str] = field(default_factory=list)
    standing: str | None = None
    arguments: Arguments = field(default_factory=Arguments)
    fed: str = ""


def program_name(word: str) -> str:
    """The bare name of a program: no folder, no `.exe`."""
    name = word.replace("\\", "/").rsplit("/", 1)[-1]
    return name[:-4] if name.lower().endswith(".exe") else name
