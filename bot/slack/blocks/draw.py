"""From a card to the message that Slack takes: blocks, their spoken form, and the metadata."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.application.records.card import (
    Card,
    CardEntry,
    EntryCard,
    HoldCard,
    KeptCard,
    NoteCard,
    ReviewCard,
    ReviewItemCard,
    StoppedCard,
    WarningCard,
)
from bot.domain.decision import Effect
from bot.slack.blocks.entry import entry_card_blocks
from bot.slack.blocks.hold import hold_blocks
from bot.slack.blocks.note import note_blocks
from bot.slack.blocks.review import review_blocks, review_item_blocks
from bot.slack.blocks.rich import Block
from bot.slack.blocks.spoken import spoken
from bot.slack.blocks.warning import kept_blocks, stopped_blocks, warning_blocks

DECISION, POST = "negmem_decision", "negmem_post"
"""Types of the metadata: decisions are for agents to read, the rest only names its post."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A message: `text` alone says everything that `blocks` say."""

    text: str
    blocks: list[Block]
    metadata: dict[str, Any]


def draw(card: Card, chart_file: str | None = None) -> Drawing:
    """Draw a card.

    Args:
        card: What to show.
        chart_file: Id of the uploaded chart of a review.
    """
    blocks = _blocks(card, chart_file)
    return Drawing(spoken(blocks), blocks, _metadata(card))


def _blocks(card: Card, chart_file: str | None) -> list[Block]:
    match card:
        case HoldCard():
            return hold_blocks(card)
        case WarningCard():
            return warning_blocks(card)
        case KeptCard():
            return kept_blocks(card)
        case StoppedCard():
            return stopped_blocks(card)
        case EntryCard():
            return entry_card_blocks(card)
        case ReviewCard():
            return review_blocks(card, chart_file)
        case ReviewItemCard():
            return review_item_blocks(card)
        case NoteCard():
            return note_blocks(card)


def _metadata(card: Card) -> dict[str, Any]:
    match card:
        case HoldCard():
            return _decision(card, Effect.HOLD, card.state.value, card.entries)
        case WarningCard():
            return _decision(card, Effect.WARN, "warned", card.entries)
        case KeptCard():
            return _decision(card, Effect.HOLD, "kept", ())
        case StoppedCard():
            return _decision(card, Effect.HOLD, "stopped", ())
        case _:
            return {"event_type": POST, "event_payload": {"post_id": card.post_id}}


def _decision(
    card: HoldCard | WarningCard | KeptCard | StoppedCard,
    effect: Effect,
    state: str,
    entries: Iterable[CardEntry],
) -> dict[str, Any]:
    return {
        "event_type": DECISION,
        "event_payload": {
            "post_id": card.post_id,
            "action_id": card.action_id,
            "effect": effect.value,
            "state": state,
            "digest": card.digest,
            "entry_ids": [entry.entry_id for entry in entries],
        },
    }
