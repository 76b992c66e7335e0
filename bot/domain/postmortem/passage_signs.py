"""Signs of a candidate's place in the walk through the story, and of what puts it back."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.postmortem.story import Story
from bot.domain.postmortem.walk import After

_HARMFUL = frozenset({After.HARM, After.TURNED, After.EASED})


def signs_of_passage(story: Story, number: int) -> Iterator[str]:
    """How things stood before a deed, what is told after it, and whether it was put back.

    Args:
        story: The document.
        number: Of the candidate.
    """
    passage = story.passages[number]
    back = number in story.put_back
    if any(other > number for other in story.set_anew.get(number, ())):
        yield "set anew later"
    if any(other < number for other in story.set_anew.get(number, ())):
        yield "sets anew"
    yield f"walk:{passage.after.value}"
    yield f"walk:{passage.before.value}>{passage.after.value}"
    if passage.after in _HARMFUL:
        if passage.figures:
            yield "walk:figures"
        if passage.harms > 1:
            yield "walk:harm told much"
        if back:
            yield "walk:harm and put back"
    elif back:
        yield "walk:put back"
