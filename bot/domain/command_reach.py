"""How far a command line reaches: it only looks, only rehearses, drains, removes, or changes."""

from __future__ import annotations

from enum import StrEnum

from bot.domain.action import Mode, PlannedAction
from bot.domain.lesson_words import load_words
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.lexicon import Lexicon

_READ_AT_MOST = 8_000
"""Characters of a command that are looked at."""


class Reach(StrEnum):
    """What a command is meant to do to the system."""

    READ_ONLY = "read_only"
    DRY_RUN = "dry_run"
    DRAINS = "drains"
    REMOVES = "removes"
    CHANGES = "changes"


def reach_of(command: str, lexicon: Lexicon) -> Reach:
    """The reach of a command line: of its actions, the one that reaches furthest.

    What is not known changes something.
    """
    actions = read_command(command[:_READ_AT_MOST], lexicon).actions
    acting = [action for action in actions if action.mode is Mode.PLANNED]
    if actions and not acting:
        looks = all(action.kind == "inspect" for action in actions)
        return Reach.READ_ONLY if looks else Reach.DRY_RUN
    left = [action for action in acting if not _is_meant_to("drain", action, lexicon)]
    if acting and not left:
        return Reach.DRAINS
    removes = acting and all(_is_meant_to("remove", action, lexicon) for action in left)
    return Reach.REMOVES if removes else Reach.CHANGES


def _is_meant_to(purpose: str, action: PlannedAction, lexicon: Lexicon) -> bool:
    """Whether the kind of an action, or the value of one of its parameters, says so."""
    table = load_words("commands")[purpose]
    if action.kind in table["kinds"]:
        return True
    if action.kind in table["switching"] and any(
        lexicon.states.get(value.lower()) == "off" for value in action.parameters.values()
    ):
        return True
    return any(action.parameters.get(name) in values for name, values in table["values"].items())


__all__ = ["Reach", "reach_of"]
