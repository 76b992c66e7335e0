"""JSON inside a message, also the first half of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_BEGIN = re.compile(r"\{(?=\s*[\"'])|\[(?=\s*\{)")
_PAIR = re.compile(
    r'"([\w.-]{1,60})"\s*:\s*(?:"((?:[^"\\]|\\.){0,500})"?|(-?\d+(?:\.\d+)?|true|false))'
)
_MAX_STARTS = 30
_MAX_OPEN = 60
_DECODER = json.JSONDecoder(strict=False)


def find_json(text: str) -> tuple[tuple[int, int], ...]:
    """Where JSON objects, and lists of objects, stand in a text: (start, end), in order.

    A value in quotes is an argument of the command around it, and left to that. Half an object,
    as a cut-off message leaves it, reaches to the end of the text.
    """
    return tuple(_find(text))


def decode_json(text: str) -> object:
    """The value of a JSON text, also of the first half of one; None where it is neither."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        return _half(text)


def _find(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for _ in range(_MAX_STARTS):
        begin = _BEGIN.search(text, at)
        if begin is None:
            return
        try:
            _, end = _DECODER.raw_decode(text, begin.start())
        except (ValueError, RecursionError):
            quoted = text[begin.start() - 1 : begin.start()] in {"'", '"'}
            if not quoted and _half(text[begin.start() :]) is not None:
                yield begin.start(), len(text)
                return
            end = begin.end()
        else:
            if text[begin.start() - 1 : begin.start()] not in {"'", '"'}:
                yield begin.start(), end
        at = end


def _half(text: str) -> object:
    """The value of a JSON text that breaks off; None where that is not what is wrong with it."""
    closing = _closing(text)
    if closing is None:
        return _pairs(text)
    for candidate in (text + closing, _without_tail(text, closing)):
        try:
            value: object = _DECODER.decode(candidate)
        except (ValueError, RecursionError):
            continue
        return value
    return _pairs(text)


def _closing(text: str) -> str | None:
    """What is missing at the end; None where brackets do not fit."""
    stack: list[str] = []
    quoted = escaped = False
    for char in text:
        if escaped:
            escaped = False
        elif quoted:
            escaped, quoted = char == "\\", char != '"'
        elif char == '"':
            quoted = True
        elif char in "{[":
            stack.append("}" if char == "{" else "]")
        elif char in "}]" and (not stack or stack.pop() != char):
            return None
        if len(stack) > _MAX_OPEN:
            return None
    if not stack and not quoted:
        return None
    return ('"' if quoted else "") + "".join(reversed(stack))


def _without_tail(text: str, closing: str) -> str:
    """The text up to its last complete value, closed."""
    brackets = closing.lstrip('"')
    cut = re.sub(r",?\s*(?:\"[^\"]*\"?\s*:?\s*)?(?:[\w.-]*)?\s*\Z", "", text[-2_000:])
    return text[: max(0, len(text) - 2_000)] + cut + brackets


def _pairs(text: str) -> dict[str, object] | None:
    """Plain "key": value pairs, whatever is around them."""
    found: dict[str, object] = {}
    for match in _PAIR.finditer(text[:20_000]):
        value: object = match[2] if match[2] is not None else match[3]
        found.setdefault(match[1], {"true": True, "false": False}.get(str(value), value))
    return found or None
