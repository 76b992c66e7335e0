"""Secrets in JSON values: by the key they stand under, and inside the texts."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.redaction.names import Sensitivity, sensitivity
from bot.domain.redaction.redactor import redact
from bot.domain.redaction.spans import MARK
from bot.domain.redaction.values import is_literal, looks_random

_NAME_KEYS = ("name", "key", "Name", "Key", "ParameterKey")
_VALUE_KEYS = ("value", "Value", "ParameterValue")
_DATA_KEYS = ("data", "stringData")  # of a Kubernetes secret
_HEADERS = frozenset(("authorization", "proxy-authorization", "cookie", "set-cookie"))


def redact_json(value: object) -> object:
    """The same JSON value with every secret text in it replaced.

    Args:
        value: What `json.loads` yields: mappings, lists, texts, numbers, booleans, None. Lists of
            words are also read as one command (`["mysql", "-p…"]`).
    """
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, Mapping):
        return _mapping(value)
    if isinstance(value, list | tuple):
        return _sequence(list(value))
    return value


def _mapping(value: Mapping[object, object]) -> dict[object, object]:
    named = next((value[key] for key in _NAME_KEYS if key in value), None)
    telling = isinstance(named, str) and _tells(named)
    of_secret = value.get("kind") == "Secret"
    clean: dict[object, object] = {}
    for key, item in value.items():
        if (telling and key in _VALUE_KEYS) or (of_secret and key in _DATA_KEYS):
            clean[key] = _all_of(item)
        else:
            clean[redact(key) if isinstance(key, str) else key] = _under(key, item)
    return clean


def _under(key: object, item: object) -> object:
    level = sensitivity(key) if isinstance(key, str) else Sensitivity.NONE
    if isinstance(item, str) and level is Sensitivity.IF_RANDOM:
        return MARK if looks_random(item) and is_literal(item) else redact_json(item)
    if level is Sensitivity.ANY or _tells(str(key)):
        return _all_of(item)
    return redact_json(item)


def _tells(name: str) -> bool:
    return sensitivity(name) is Sensitivity.ANY or name.casefold() in _HEADERS


def _all_of(item: object) -> object:
    """Under a telling key: texts and numbers are secrets, however deep they stand."""
    if isinstance(item, str):
        return MARK if is_literal(item) else redact(item)
    if isinstance(item, list | tuple):
        return [_all_of(part) for part in item]
    if isinstance(item, Mapping):
        return {key: _all_of(part) for key, part in item.items()}
    if isinstance(item, bool) or item is None:
        return item
    return MARK


def _sequence(items: list[object]) -> list[object]:
    """A list; one of texts may be a command whose secret stands in a word of its own."""
    clean = [redact_json(item) for item in items]
    texts = [item for item in items if isinstance(item, str) and "\n" not in item]
    if len(texts) != len(items) or len(texts) < 2:
        return clean
    together = redact("\x1f ".join(texts)).split("\x1f ")
    if len(together) != len(texts):
        return clean
    return [
        alone if MARK in str(alone) else joined
        for alone, joined in zip(clean, together, strict=True)
    ]
