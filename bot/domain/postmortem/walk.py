"""The story as a walk through states of harm: how it stood before a deed, and what came after it.

What is done while harm is there already, and is followed by new or greater harm before anything
else is done, made it worse; what is followed by relief or by "no change" did not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.postmortem.effects import Effect


class State(StrEnum):
    """How things stand, as far as the story has told."""

    CALM = "calm"
    HARM = "harm"
    RELIEF = "relief"


class After(StrEnum):
    """What is told after a deed, before the next one."""

    HARM = "harm"
    TURNED = "turned"
    """Relief first, then harm: "disks are free! … oh no, the orders were in there"."""
    EASED = "eased"
    """Harm first, then relief: nothing else was done, so the deed was what helped in the end."""
    HELP = "help"
    NONE = "none"
    UNSAID = "unsaid"
    """Something is told that is neither good nor bad."""
    SILENCE = "silence"
    """The next deed follows at once."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One step of the story: a deed, or something that is told.

    Attributes:
        deed: Number of the deed; None where something is told.
        effect: What is told; unsaid for a deed.
        figures: What is told has numbers.
        ends: The deed ends what may be due to those before it.
        part: Deeds and tellings of one part of the document share it; a walk ends with its part.
    """

    deed: int | None
    effect: Effect = Effect.UNSAID
    figures: bool = False
    ends: bool = True
    part: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """What the walk says of one deed.

    Attributes:
        before: The state in which it was done.
        after: What is told between it and the next deed.
        figures: Harm that is told after it has numbers.
        harms: How often harm is told after it before the next deed.
    """

    before: State
    after: After
    figures: bool
    harms: int


_STATES = {Effect.HARM: State.HARM, Effect.HELP: State.RELIEF}


def walk(beats: Sequence[Beat]) -> dict[int, Passage]:
    """The passage of each deed.

    Args:
        beats: The steps of the story in its order.

    Returns:
        Number of the deed -> its passage.
    """
    found: dict[int, Passage] = {}
    state, part = State.CALM, None
    for at, beat in enumerate(beats):
        if beat.part != part:
            state, part = State.CALM, beat.part
        if beat.deed is None:
            state = _STATES.get(beat.effect, state)
        else:
            found[beat.deed] = _passage(state, _window(beats, at))
    return found


def _window(beats: Sequence[Beat], at: int) -> Sequence[Beat]:
    """What is told after a deed in its part until the next one."""
    end = at + 1
    while end < len(beats) and not _ends(beats[end], beats[at]):
        end += 1
    return [beat for beat in beats[at + 1 : end] if beat.deed is None]


def _ends(beat: Beat, mine: Beat) -> bool:
    return beat.part != mine.part or (beat.deed is not None and beat.ends)


def _passage(before: State, told: Sequence[Beat]) -> Passage:
    harmed = [beat for beat in told if beat.effect is Effect.HARM]
    figures = any(beat.figures for beat in harmed)
    return Passage(before, _after([beat.effect for beat in told]), figures, len(harmed))


def _after(told: Sequence[Effect]) -> After:
    if not told:
        return After.SILENCE
    said = [effect for effect in told if effect is not Effect.UNSAID]
    if not said:
        return After.UNSAID
    if Effect.HARM in said:
        if said[0] is Effect.HARM:
            return After.EASED if said[-1] is Effect.HELP else After.HARM
        return After.TURNED if said[0] is Effect.HELP else After.HARM
    return After.HELP if said[0] is Effect.HELP else After.NONE
