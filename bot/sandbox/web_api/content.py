"""Checks and readings of what an app wants to show."""

import json
import re
from typing import Any

from bot.sandbox.blockkit import violations
from bot.sandbox.web_api.call import ApiError, Call
from bot.sandbox.world.posting import Draft

MAX_TEXT = 40_000
MAX_BLOCK_CHARACTERS = 13_200
MAX_UPDATE_BYTES = 4_000
MAX_ATTACHMENTS = 100
_EVENT_TYPE = re.compile(r"[A-Za-z0-9_-]{1,255}")


def read_draft(call: Call) -> Draft:
    """Return what the parameters of a chat method want to post.

    Refuses with Slack's codes: `no_text`, `invalid_blocks`, `msg_blocks_too_long`,
    `invalid_metadata_format` and so on. A text over 40,000 characters is cut.
    """
    draft = Draft(
        text=call.text("text")[:MAX_TEXT],
        blocks=read_blocks(call) or [],
        attachments=call.parsed("attachments", list, "invalid_attachments") or [],
        metadata=read_metadata(call),
        broadcast=call.flag("reply_broadcast"),
    )
    markdown = call.text("markdown_text")
    if markdown:
        if draft.text or draft.blocks:
            raise ApiError("markdown_text_conflict")
        if len(markdown) > 12_000:
            raise ApiError("msg_too_long")
        draft.text = markdown
    if len(draft.attachments) > MAX_ATTACHMENTS:
        raise ApiError("too_many_attachments")
    if not draft.text.strip() and not draft.blocks and not draft.attachments:
        raise ApiError("no_text")
    check_attachments(draft.attachments)
    return draft


def read_blocks(call: Call) -> list[dict[str, Any]] | None:
    """Return the checked blocks; None when the parameter is not given."""
    blocks = call.parsed("blocks", list, "invalid_blocks_format")
    if blocks:
        check_blocks(blocks, call.text("text"))
    checked: list[dict[str, Any]] | None = blocks
    return checked


def check_blocks(blocks: list[dict[str, Any]], text: str = "") -> None:
    """Refuse blocks that Slack refuses, with `invalid_blocks` or `msg_blocks_too_long`."""
    found = violations({"blocks": blocks, "text": text}, "message")
    if found:
        messages = [f"[ERROR] {one}" for one in found]
        raise ApiError("invalid_blocks", errors=found, response_metadata={"messages": messages})
    if block_characters(blocks) > MAX_BLOCK_CHARACTERS:
        raise ApiError("msg_blocks_too_long")


def check_attachments(attachments: list[Any]) -> None:
    """Refuse attachments that are no objects, or whose blocks Slack refuses."""
    for one in attachments:
        if not isinstance(one, dict):
            raise ApiError("invalid_attachments")
        if blocks := one.get("blocks"):
            check_blocks(blocks)


def block_characters(blocks: list[dict[str, Any]]) -> int:
    """Return how many characters of text the blocks hold in all.

    Slack counts more than it documents; failures were seen from about 13,200 characters on.
    """
    return sum(_characters(block) for block in blocks)


def _characters(node: Any) -> int:
    if isinstance(node, dict):
        own = node.get("text")
        rest = sum(_characters(value) for value in node.values() if not isinstance(value, str))
        return rest + (len(own) if isinstance(own, str) else 0)
    if isinstance(node, list):
        return sum(_characters(one) for one in node)
    return 0


def read_metadata(call: Call) -> dict[str, Any] | None:
    """Return message metadata in its form; None when it is not given."""
    metadata: dict[str, Any] | None = call.parsed("metadata", dict, "invalid_metadata_format")
    if not metadata:
        return metadata
    event_type, payload = metadata.get("event_type"), metadata.get("event_payload")
    if not isinstance(event_type, str) or not _EVENT_TYPE.fullmatch(event_type):
        raise ApiError("invalid_metadata_format")
    if not isinstance(payload, dict):
        raise ApiError("invalid_metadata_schema")
    return {"event_type": event_type, "event_payload": payload}


def read_view(call: Call, surface: str) -> dict[str, Any]:
    """Return a checked view of this kind (`modal` or `home`)."""
    view = call.parsed("view", dict, "invalid_arguments")
    if view is None:
        raise invalid_view(["missing required field: view"])
    return checked_view(view, surface)


def checked_view(view: dict[str, Any], surface: str) -> dict[str, Any]:
    """Return the view when Slack would show it there, else `invalid_arguments`."""
    if view.get("type") != surface:
        raise invalid_view([f"must be of type {surface} [json-pointer:/view/type]"])
    found = violations(view, "modal" if surface == "modal" else "home")
    if found:
        raise invalid_view(found)
    if len(json.dumps(view)) > 250_000:
        raise ApiError("view_too_large")
    return view


def invalid_view(reasons: list[str]) -> ApiError:
    """Return the refusal of a view, with its reasons in Slack's place for them."""
    messages = [f"[ERROR] {one}" for one in reasons]
    return ApiError("invalid_arguments", response_metadata={"messages": messages})
