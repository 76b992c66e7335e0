"""A message taken apart: code spans, JSON values and the prose around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

_FENCE = re.compile(r"```(?:[a-z]{0,12}\n)?(.*?)```", re.DOTALL)
_DIFF = re.compile(
    r"^-\s*([\w.-]{1,80})\s*[:=]\s*(\S{1,80})[^\n]{0,200}\n\+\s*\1\s*[:=]\s*(\S{1,80})", re.M
)
_EMPHASIS = re.compile(r"(?<![\w*/-])[*_~]([^\s*_~](?:[^*\n~]{0,80}[^\s*_~])?)[*_~](?![\w*])")
_STRUCK = re.compile(r"(?<![\w~/-])(~{1,2})[^\W\d](?:[^~\n]{0,120}[^\s~])?\1(?![\w~/])")
_INLINE = re.compile(r"`([^`\n]+)`")


class PartKind(StrEnum):
    """What a part of a message is."""

    CODE = "code"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Part:
    """Something cut out of the prose: the prose has the mark `⟦number⟧` in its place."""

    kind: PartKind
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """The prose of a message with marks, and the parts that stood in their places."""

    prose: str
    parts: tuple[Part, ...]


class _Cutter:
    """Takes stretches out of a text and remembers them."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def put(self, kind: PartKind, text: str) -> str:
        """The mark for a part that is taken out."""
        self.parts.append(Part(kind, text))
        return f" \u27e6{len(self.parts) - 1}\u27e7 "


FindJson = Callable[[str], Iterable[tuple[int, int]]]


def split(text: str, is_command: Callable[[str], bool], find_json: FindJson) -> Message:
    """Take a clean message apart.

    Args:
        text: The message.
        is_command: Whether a stretch of text is a command line.
        find_json: The stretches (start, end) of JSON in a text.
    """
    cutter = _Cutter()
    # Each pattern only where its sign stands: in most messages none does.
    if "\n+" in text:
        text = _DIFF.sub(r"\1 \2 → \3", text)
    text = _cut_json(text, find_json, cutter)
    if "```" in text:
        text = _FENCE.sub(lambda m: "\n" + cutter.put(PartKind.CODE, m[1].strip()) + "\n", text)

    def inline(match: re.Match[str]) -> str:
        inside = match[1].strip()
        if is_command(inside):
            return cutter.put(PartKind.CODE, inside)
        return inside

    if "~" in text:
        text = _STRUCK.sub(" ", text)
    if "`" in text:
        text = _INLINE.sub(inline, text)
    if "*" in text or "_" in text or "~" in text:
        text = _EMPHASIS.sub(r"\1", text)
    return Message(text, tuple(cutter.parts))


def _cut_json(text: str, find_json: FindJson, cutter: _Cutter) -> str:
    pieces, at = [], 0
    for start, end in find_json(text):
        pieces += [text[at:start], cutter.put(PartKind.JSON, text[start:end])]
        at = end
    return "".join([*pieces, text[at:]])


__all__ = ["Message", "Part", "PartKind", "split"]
