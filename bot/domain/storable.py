"""Text that every database takes: no NUL, no lone surrogates."""

from __future__ import annotations

import json

from bot.domain.action import ActionInput

LARGEST_ACTION = 65_536
"""Bytes of an action from which on it is held unread."""


def storable(text: str) -> str:
    """The text with NULs and lone surrogates replaced by U+FFFD."""
    if text.isascii():
        return text.replace("\x00", "\ufffd")
    decodable = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return decodable.replace("\x00", "\ufffd")


def is_storable(text: str) -> bool:
    """Whether the text has neither."""
    return storable(text) == text


def whole_text(action: ActionInput) -> str:
    """Everything of an action that a reader would look at, as one text."""
    args = json.dumps(dict(action.args), ensure_ascii=False) if action.args else ""
    return "\n".join([action.text, action.tool, args, *action.argv, *action.host_context.values()])


def unfit(action: ActionInput) -> str | None:
    """Why an action is held unread: `not_decodable`, `too_large`; None where it can be read."""
    text = whole_text(action)
    if not is_storable(text):
        return "not_decodable"
    if len(text.encode("utf-8")) > LARGEST_ACTION:
        return "too_large"
    return None
