"""Which attachments of a message its author wrote, and which Slack made by unfurling a link.

Apps write attachments, people do not. A mark alone proves nothing on an app's message, since the
app may have set it itself; but Slack unfurls only what the message links to (`chat.unfurl` answers
`cannot_unfurl_message` for any other URL), so the link has to be there as well. It does so after
the post: in the event of the post itself every attachment is the app's own (see `text_of`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

_URL_KEYS = ("from_url", "original_url", "app_unfurl_url")
_MARKS = ("is_msg_unfurl", "is_app_unfurl", *_URL_KEYS)
_URL = re.compile(r"https?://[^\s<>|\"]{1,3000}")
_DEEPEST = 40


def is_from_app(message: Mapping[str, Any]) -> bool:
    """Whether an app or a bot wrote the message, of whatever kind."""
    marked = any(message.get(key) for key in ("bot_id", "app_id", "bot_profile"))
    return marked or message.get("subtype") == "bot_message"


def written_attachments(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The attachments that belong to what the author said; previews of links are left out."""
    attachments = [one for one in _items(message.get("attachments")) if isinstance(one, Mapping)]
    marked = [one for one in attachments if any(one.get(mark) for mark in _MARKS)]
    if not marked:
        return attachments
    if not is_from_app(message):
        return [one for one in attachments if one not in marked]
    linked = set(_links(message.get("text"), 0)) | set(_links(message.get("blocks"), 0))
    return [one for one in attachments if one not in marked or not (_urls_of(one) & linked)]


def _urls_of(attachment: Mapping[str, Any]) -> set[str]:
    urls = (attachment.get(key) for key in _URL_KEYS)
    return {_page(url) for url in urls if isinstance(url, str) and url}


def _links(node: Any, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    if isinstance(node, str):
        yield from (_page(url) for url in _URL.findall(node))
    elif isinstance(node, Mapping):
        for one in node.values():
            yield from _links(one, depth + 1)
    else:
        for one in _items(node):
            yield from _links(one, depth + 1)


def _page(url: str) -> str:
    """Host and path: Slack may tidy up the rest of a link, and a sentence may end behind one."""
    try:
        parts = urlsplit(html.unescape(url).rstrip(".,;:!?)'"))
    except ValueError:
        return url
    return parts.netloc.lower() + parts.path.rstrip("/") if parts.netloc else url


def _items(node: object) -> list[Any]:
    return node if isinstance(node, list) else []
