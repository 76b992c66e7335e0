"""The identifiers that Slack gives to blocks and elements that come without."""

import copy
import secrets
from typing import Any

from bot.sandbox.world.views import block_elements

_STRIPPED = ("markdown",)  # Slack drops the block_id that an app gives to these


def with_ids(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a copy of the blocks in which each has a `block_id` and each element an `action_id`.

    Plain text objects get the `emoji` flag that Slack adds, mrkdwn objects `verbatim`.
    """
    out = copy.deepcopy(blocks)
    for block in out:
        if block.get("type") in _STRIPPED or not block.get("block_id"):
            block["block_id"] = secrets.token_urlsafe(4)[:5]
        for element in _nested_elements(block):
            if "type" in element and not element.get("action_id"):
                element["action_id"] = secrets.token_urlsafe(4)[:5]
        _complete_texts(block)
    return out


def _nested_elements(block: dict[str, Any]) -> list[dict[str, Any]]:
    named = block_elements(block)
    if block.get("type") == "actions":
        return [one for one in block.get("elements", []) if isinstance(one, dict)]
    if block.get("type") == "input" and isinstance(block.get("element"), dict):
        return [block["element"]]
    accessory = block.get("accessory")
    if isinstance(accessory, dict) and accessory.get("type") != "image":
        return [accessory]
    return named


def _complete_texts(node: Any) -> None:
    if isinstance(node, list):
        for one in node:
            _complete_texts(one)
        return
    if not isinstance(node, dict):
        return
    if isinstance(node.get("text"), str):
        if node.get("type") == "plain_text":
            node.setdefault("emoji", True)
        elif node.get("type") == "mrkdwn":
            node.setdefault("verbatim", False)
    for one in node.values():
        _complete_texts(one)
