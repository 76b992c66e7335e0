"""SQL that sets something -> planned actions: each `key = value` of it."""

from __future__ import annotations

import re

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.sql_statement import Statement
from bot.domain.reading.tools.planned import build_action

_SETTINGS = re.compile(
    r"(?<![\w.])([A-Za-z_][\w.]{0,120})\s*(?:=|\bTO\b)\s*('[^']*'|\"[^\"]*\"|[\w.+-]+)", re.I
)


def settings_of(statement: Statement, kind: str) -> list[PlannedAction]:
    """Each `key = value` of a statement that sets something."""
    body = statement.text
    begin = re.search(r"\b(?:SET|RESET|PERSIST)\b", body, re.I)
    body = body[begin.end() :] if begin else body
    pairs = _SETTINGS.findall(re.sub(r"\b(?:GLOBAL|SESSION|LOCAL|PERSIST)\b|@@\w+\.", " ", body))
    if not pairs:
        words = [w for w in statement.words[1:] if w.upper() not in {"SET", "SYSTEM", "GLOBAL"}]
        pairs = [(words[0], words[1] if len(words) > 1 else "default")] if words else []
    return [
        build_action(
            kind, target=None, objects=[key],
            parameters={"key": key, "to": value.strip("'\"")}, text=statement.text,
        )
        for key, value in pairs[:8]
    ]  # fmt: skip
