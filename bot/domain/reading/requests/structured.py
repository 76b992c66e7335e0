"""A text that holds a document (JSON, YAML) -> its value and what it changes."""

from __future__ import annotations

import json
from collections.abc import Mapping

import yaml

from bot.domain.reading.requests.document import Change, read_document
from bot.domain.reading.tools.tool_grammar import Tools

_MAX_YAML = 4_000


def decode(text: str) -> object:
    """The value of a JSON or YAML text; None where it is neither."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    if len(text) > _MAX_YAML or ":" not in text or "&" in text:
        return None
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError, TypeError):
        return None


def read_structured(value: object, tools: Tools) -> list[Change]:
    """The changes of a manifest, a merge patch, or a JSON patch (a list of operations)."""
    if isinstance(value, list) and value and all(isinstance(v, Mapping) for v in value):
        out: list[Change] = []
        for item in value[:20]:
            path = str(item.get("path", "")).strip("/").replace("/", ".")
            if not path:
                out += read_document(item, tools)
                continue
            gone = item.get("op") == "remove"
            nested = _nested(path, None if gone else item.get("value"))
            found = read_document(nested, tools)
            taken = [Change("delete", c.objects, {"key": path}) for c in found if c.kind == "set"]
            out += [c for c in found if c.kind != "set"] + taken if gone else found
        return out[:8]
    return read_document(value, tools)


def _nested(path: str, value: object) -> dict[str, object]:
    parts = [p for p in path.split(".")[:12] if p and not p.isdigit()]
    nested: object = value
    for part in reversed(parts):
        nested = {part: nested}
    return nested if isinstance(nested, dict) else {}
