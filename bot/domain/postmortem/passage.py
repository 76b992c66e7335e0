"""A candidate with what stands around it, as two texts to be asked about."""

from __future__ import annotations

from bot.domain.postmortem.story import Story

_OWN, _BESIDE = 220, 120
_AFTER = 2


def passage_of(story: Story, number: int) -> tuple[str, str]:
    """How a passage comes to a candidate's sentence, and how it goes on.

    Args:
        story: The document.
        number: Of the candidate.
    """
    at = story.candidates[number].index
    texts = [sentence.text for sentence in story.sentences[max(0, at - 1) : at + 1 + _AFTER]]
    own = min(at, 1)
    before = [text[:_BESIDE] for text in texts[:own]]
    after = [text[:_BESIDE] for text in texts[own + 1 :]]
    return " ".join([*before, "*", texts[own][:_OWN]]), " ".join(after)


__all__ = ["passage_of"]
