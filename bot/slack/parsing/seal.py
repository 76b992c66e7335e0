"""The seal of a message: whatever a person could be shown of it, in one hash.

The words that are read are taken leniently (`content.text_of`); a release is for the message to the
letter, so its digest covers link targets, emphasis, titles, buttons and files too. What Slack adds
by itself (ids, sizes, unfurled links) is left out, since it comes and goes without an edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.domain.action import ActionInput, InputForm, sha256_of
from bot.domain.storable import storable
from bot.slack.parsing.unfurls import written_attachments

_SHOWN_KEYS = frozenset(
    "text url value title title_link fallback pretext footer author_name alt_text image_url label"
    " name user_id usergroup_id channel_id range placeholder"
    " subtitle description body caption".split()
)
_DEEPEST = 40


def seal_of(message: Mapping[str, Any]) -> str:
    """The hash of everything shown of a message, of its event and of the Web API alike."""
    attachments = written_attachments(message)
    files = [one.get("id") for one in _items(message.get("files"))]
    shown = [
        message.get("text") or "",
        list(_leaves(message.get("blocks"), "", 0)),
        list(_leaves(attachments, "", 0)),
        files,
    ]
    return sha256_of(shown)


def announced(text: str, seal: str) -> ActionInput:
    """A message as the input of a decision: its words to read, its seal in the digest."""
    return ActionInput(InputForm.TEXT, text=storable(text), host_context={"message": seal})


def _leaves(node: Any, key: str, depth: int) -> Iterator[list[str]]:
    if depth > _DEEPEST:
        return
    if isinstance(node, Mapping):
        for name in sorted(node, key=str):
            yield from _leaves(node[name], str(name), depth + 1)
    elif isinstance(node, list):
        for one in node:
            yield from _leaves(one, key, depth + 1)
    elif isinstance(node, str) and key in _SHOWN_KEYS:
        yield [key, node]


def _items(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []
