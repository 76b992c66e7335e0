"""The blocks around the rich text: buttons, small print, pictures, fields of a form."""

from __future__ import annotations

from typing import Any

from bot.domain.lengths import cut
from bot.slack.blocks.rich import Block, Element
from bot.slack.blocks.text import clean

_OPTION = 75


def button(
    label: str,
    action_id: str,
    value: str,
    *,
    style: str | None = None,
    confirm: Element | None = None,
) -> Element:
    """A button.

    Args:
        label: What it says.
        action_id: What kind of click it is.
        value: What the click carries: an opaque id, never an entry's text.
        style: `primary` or `danger`.
        confirm: What is asked first, where a click cannot be taken back; see `confirmation`.
    """
    made: Element = {
        "type": "button",
        "text": plain(label, 75),
        "action_id": action_id,
        "value": value,
    }
    if style:
        made["style"] = style
    if confirm:
        made["confirm"] = confirm
    return made


def confirmation(title: str, question: str, yes: str) -> Element:
    """The dialog that Slack opens before it sends the click; `yes` is the word on its button."""
    return {
        "title": plain(title, 100),
        "text": plain(question, 300),
        "confirm": plain(yes, 30),
        "deny": plain("Cancel", 30),
        "style": "danger",
    }


def actions(*elements: Element, block_id: str | None = None) -> Block:
    """A row of buttons and selects."""
    return {
        "type": "actions",
        "elements": list(elements),
        **({"block_id": block_id} if block_id else {}),
    }


def small(mrkdwn: str) -> Block:
    """Small print in the project's own words; whatever else is in it must be escaped already."""
    text = {"type": "mrkdwn", "text": cut(mrkdwn, 2900), "verbatim": True}
    return {"type": "context", "elements": [text]}


def picture(alt: str, file_id: str) -> Block:
    """A picture that was uploaded to Slack."""
    return {"type": "image", "slack_file": {"id": file_id}, "alt_text": clean(alt, 2000)}


def header(text: str) -> Block:
    """A headline."""
    return {"type": "header", "text": plain(text, 150)}


def divider() -> Block:
    """A line across."""
    return {"type": "divider"}


def plain(text: str, limit: int) -> Element:
    """A text object in which nothing is formatted, emoji codes included."""
    return {"type": "plain_text", "text": clean(text, limit) or "–", "emoji": False}


def option(label: str, value: str) -> Element:
    """One choice."""
    return {"text": plain(label, _OPTION), "value": cut(value, _OPTION)}


def select(action_id: str, placeholder: str, options: list[Element], **more: Any) -> Element:
    """A menu of at most 100 choices."""
    return {
        "type": "static_select",
        "action_id": action_id,
        "placeholder": plain(placeholder, 150),
        "options": options[:100],
        **more,
    }
