"""A sentence in a channel."""

from __future__ import annotations

from bot.application.records.card import NoteCard
from bot.slack.blocks.rich import Block, Element, line, mention, rich
from bot.slack.blocks.sentence import wording


def note_blocks(card: NoteCard) -> list[Block]:
    """The sentence, after those whom it calls.

    It may quote an agent or a person, so an id in it calls nobody.
    """
    elements: list[Element] = [*mention(card.mention), *wording(card.text, 2500)]
    return [rich(line(*elements))]
