"""Questions to the Web API: one place for what can go wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from typing import Any

from slack_sdk.errors import SlackClientError

CALL_FAILED = (SlackClientError, OSError, HTTPException, ValueError)
"""Refused, unreachable, timed out, broken off, or answered with something that is no JSON."""

_MOST_PAGES = 50


def pages(method: Callable[..., Any], **arguments: Any) -> Iterator[Mapping[str, Any]]:
    """Every page of a method with cursors, up to fifty of them."""
    cursor = ""
    for _ in range(_MOST_PAGES):
        answer = method(**arguments, **({"cursor": cursor} if cursor else {}))
        yield answer.data
        cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
        if not cursor:
            return
