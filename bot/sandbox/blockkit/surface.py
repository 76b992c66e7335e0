"""Messages and views: what they may hold as a whole."""

from collections.abc import Mapping
from typing import Any

from bot.sandbox.blockkit import composition as part
from bot.sandbox.blockkit.layout import check_block
from bot.sandbox.blockkit.node import Node, Surface, Tally, units

_MOST_BLOCKS = {"message": 50, "modal": 100, "home": 100}
_MOST_OF_A_KIND = {"table": 1, "data_visualization": 2}
_LONGEST_TEXT = 40_000
_LONGEST_MARKDOWN = 12_000
_VIEW_KEYS = (
    *("title", "blocks", "close", "submit", "private_metadata", "callback_id", "external_id"),
    *("clear_on_close", "notify_on_close", "submit_disabled"),
)


def violations(payload: Mapping[str, Any], surface: Surface) -> list[str]:
    """Find what Slack would refuse in a message or a view.

    Args:
        payload: a message (`blocks`, `text`, `attachments`, `metadata`) or a view.
        surface: where it would be shown.

    Returns:
        One line for each violation, `path: what is wrong`, in the order of the payload; empty when
        Slack would take it. A line about a whole message names Slack's error code: `no_text`,
        `msg_too_long`.
    """
    root = Node(payload, "view" if surface != "message" else "", Tally(surface))
    if surface == "message":
        _message(root)
    else:
        _view(root)
    return root.tally.lines


def _blocks(owner: Node, *, required: bool) -> Tally:
    """Check one list of blocks; ids and totals are counted in each list by itself."""
    surface = owner.tally.surface
    tally = Tally(surface, lines=owner.tally.lines)
    held = Node(owner.value, owner.path, tally)
    for block in held.children("blocks", 0, _MOST_BLOCKS[surface], required=required):
        check_block(block)
    counts = tally.counts
    if counts["markdown"] > _LONGEST_MARKDOWN:
        held.refuse(
            f"{counts['markdown']} characters of markdown, maximum {_LONGEST_MARKDOWN}", "blocks"
        )
    for kind, at_most in _MOST_OF_A_KIND.items():
        if counts[kind] > at_most:
            held.refuse(f"{counts[kind]} {kind} blocks, maximum {at_most}", "blocks")
    if counts["focus"] > 1:
        held.refuse("focus_on_load is set on more than one element", "blocks")
    return tally


def _message(root: Node) -> None:
    if not any(root.value.get(key) for key in ("text", "blocks", "attachments")):
        root.refuse("no_text: one of text, blocks, attachments is required")
    text = root.value.get("text")
    if isinstance(text, str) and units(text) > _LONGEST_TEXT:
        root.refuse(f"msg_too_long: {units(text)} characters, maximum {_LONGEST_TEXT}", "text")
    _blocks(root, required=False)
    for attachment in root.children("attachments", 0, 100, required=False):
        _blocks(attachment, required=False)
    metadata = root.child("metadata")
    if metadata is not None:
        metadata.string("event_type", required=True)
        metadata.child("event_payload", required=True)


def _view(root: Node) -> None:
    surface = root.tally.surface
    if root.kind != surface:
        root.refuse(f"must be {surface}", "type")
    tally = _blocks(root, required=True)
    root.string("private_metadata", 3000, at_least=0)
    root.string("callback_id", 255, at_least=0)
    root.string("external_id", 255, at_least=0)
    for key in ("clear_on_close", "notify_on_close", "submit_disabled"):
        root.boolean(key)
    if surface == "modal":
        part.text(root, "title", 24, plain=True, required=True)
        part.text(root, "submit", 24, plain=True)
        part.text(root, "close", 24, plain=True)
        if tally.counts["input"] and not root.has("submit"):
            root.refuse("required when there is an input block", "submit")
    else:
        for key in ("title", "submit", "close"):
            if root.has(key):
                root.refuse("not allowed on a home view", key)
    root.only(_VIEW_KEYS)
