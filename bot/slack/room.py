"""What every listener is handed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from bot.application.negmem import Negmem
from bot.slack.directory import SlackDirectory
from bot.slack.installation import Installations


@dataclass(frozen=True, slots=True)
class Room:
    """The use cases' side and Slack's side.

    Attributes:
        negmem: What every use case is handed.
        installations: The workspaces.
        directory: For what only this room asks: threads, handles, what to forget.
        forms: Threads in which submitted forms are worked on, while Slack waits at most 3 s.
    """

    negmem: Negmem
    installations: Installations
    directory: SlackDirectory
    forms: ThreadPoolExecutor
