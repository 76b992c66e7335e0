"""Why a message got a warning, or none."""

from __future__ import annotations

from dataclasses import dataclass

from bot.application.actions.check_action import judge_only
from bot.application.negmem import Negmem
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.action import ActionInput, InputForm, Place
from bot.domain.decision import Decision


@dataclass(frozen=True, slots=True)
class Explanation:
    """The decision on a message.

    Attributes:
        stored: What was decided when it was posted; None if it was not judged.
        decision: What would be decided now, with matches, near misses and their reasons.
    """

    stored: JudgedAnnouncement | None
    decision: Decision


def explain_message(
    negmem: Negmem, place: Place, text: str, *, thread: tuple[str, ...] = ()
) -> Explanation:
    """The stored decision on a message and the one that it would get now."""
    with negmem.store.read() as tx:
        stored = tx.announcements.at_place(place)
    action = ActionInput(InputForm.TEXT, text=text)
    decision = judge_only(negmem, place.team, action, channel=place.channel, thread=thread)
    return Explanation(stored, decision)
