"""Response URLs: five answers within half an hour, without a token."""

import secrets
from dataclasses import dataclass
from typing import Any

from bot.sandbox.blockkit import violations
from bot.sandbox.world.apps import Installation
from bot.sandbox.world.ephemeral import show_ephemeral, take_ephemeral
from bot.sandbox.world.messages import Message
from bot.sandbox.world.posting import Draft, delete, edit, post, thread_parent
from bot.sandbox.world.world import World

USES = 5
LIFE_SECONDS = 30 * 60


@dataclass(slots=True)
class ResponseUrl:
    """Where an answer goes.

    Attributes:
        source: The message whose button was pressed, if any; it may be replaced.
        left: How often it may still be used.
    """

    installation: Installation
    channel: str
    user: str
    source: Message | None
    expires: float
    left: int = USES


class ResponseUrls:
    """Issues response URLs and carries out what is posted to them."""

    def __init__(self, world: World, base_url: str) -> None:
        self._world = world
        self._base_url = base_url
        self._issued: dict[str, ResponseUrl] = {}

    def issue(
        self,
        installation: Installation,
        channel: str,
        user: str,
        kind: str = "actions",
        source: Message | None = None,
    ) -> str:
        """Return a new response URL; `kind` is `actions`, `commands` or `app`."""
        key = f"{kind}/{installation.team}/{secrets.randbelow(10**12)}/{secrets.token_urlsafe(18)}"
        expires = self._world.now() + LIFE_SECONDS
        self._issued[key] = ResponseUrl(installation, channel, user, source, expires)
        return f"{self._base_url}/response/{key}"

    def use(self, key: str, body: dict[str, Any]) -> str:
        """Carry out an answer; return `""` or the error code that Slack gives."""
        url = self._issued.get(key)
        if url is None:
            return "invalid_url"
        if self._world.now() > url.expires:
            return "expired_url"
        if url.left < 1:
            return "used_url"
        refusal = answer_error(body)
        if refusal:
            return refusal
        url.left -= 1
        return self.carry_out(url, body)

    def carry_out(self, url: ResponseUrl, body: dict[str, Any]) -> str:
        """Post, replace or delete as the body says; return `""` or an error code."""
        world, source = self._world, url.source
        channel = world.channels[url.channel]
        if body.get("delete_original"):
            if source is None:
                return "message_not_found"
            if source.for_user:
                take_ephemeral(world, source)
            elif world.message(channel.id, source.ts) is not None:
                delete(world, channel, source)
            return ""
        if body.get("replace_original") and source is not None:
            return self._replace(url, body)
        draft = Draft(
            text=str(body.get("text") or ""),
            blocks=body.get("blocks") or [],
            attachments=body.get("attachments") or [],
            metadata=body.get("metadata"),
            thread_ts=str(body["thread_ts"]) if body.get("thread_ts") else None,
        )
        if draft.thread_ts and thread_parent(world, channel, draft.thread_ts) is None:
            return "thread_not_found"
        if body.get("response_type") == "in_channel":
            post(world, channel, url.installation, draft)
        else:
            show_ephemeral(world, channel, url.installation, url.user, draft)
        return ""

    def _replace(self, url: ResponseUrl, body: dict[str, Any]) -> str:
        world, source = self._world, url.source
        if source is None:
            return "message_not_found"
        change: dict[str, Any] = {
            "text": str(body.get("text") or ""),
            "blocks": body.get("blocks") or [],
            "attachments": body.get("attachments") or [],
        }
        if source.for_user:
            if body.get("response_type") == "in_channel":
                return "cant_update_message"
            take_ephemeral(world, source)
            draft = Draft(**change)
            draft.thread_ts = source.thread_ts
            channel = world.channels[url.channel]
            url.source = show_ephemeral(world, channel, url.installation, url.user, draft)
            return ""
        if world.message(url.channel, source.ts) is None:
            return "message_not_found"
        change["by"] = url.installation.bot_id
        edit(world, world.channels[url.channel], source, change)
        return ""


def answer_error(body: dict[str, Any]) -> str:
    """Return the error code for an answer that Slack would not take, or `""`."""
    blocks = body.get("blocks")
    if blocks and violations({"blocks": blocks, "text": body.get("text", "")}, "message"):
        return "invalid_blocks"
    has_content = body.get("text") or blocks or body.get("attachments")
    return "" if has_content or body.get("delete_original") else "no_text"
