"""What every listener is handed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from bot.application.negmem import Negmem
from bot.slack.directory import SlackDirectory
from bot.slack.installation import Installations

FORMS = 8


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


def open_room(negmem: Negmem, installations: Installations, directory: SlackDirectory) -> Room:
    """The room of these parts.

    Args:
        negmem: Its `directory` is `directory`.
        installations: The workspaces that the app is installed in.
        directory: For what only Slack's side asks.
    """
    forms = ThreadPoolExecutor(FORMS, thread_name_prefix="slack-form")
    return Room(negmem, installations, directory, forms)
