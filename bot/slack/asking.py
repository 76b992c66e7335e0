"""Questions to the Web API: one place for what can go wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from typing import Any

from slack_sdk.errors import SlackApiError, SlackClientError

CALL_FAILED = (SlackClientError, OSError, HTTPException, ValueError)
"""Refused, unreachable, timed out, broken off, or answered with something that is no JSON."""

_MOST_PAGES = 50


def code_of(error: BaseException) -> str:
    """Slack's code for what went wrong; for what is no answer of Slack's, its kind."""
    if isinstance(error, SlackApiError):
        return str(error.response.get("error") or "unknown_error")
    return type(error).__name__


def status_of(error: SlackApiError) -> int:
    """The HTTP status of the answer."""
    return int(getattr(error.response, "status_code", 200))


def asked_to_wait(error: SlackApiError, otherwise: float) -> float | None:
    """The seconds that Slack asks to wait, `otherwise` if it names none; None if it does not."""
    if code_of(error) != "ratelimited" and status_of(error) != 429:
        return None
    headers = {str(key).lower(): value for key, value in (error.response.headers or {}).items()}
    seconds = str(headers.get("retry-after", ""))
    return float(seconds) if seconds.isdigit() else otherwise


def pages(method: Callable[..., Any], **arguments: Any) -> Iterator[Mapping[str, Any]]:
    """Every page of a method with cursors, up to fifty of them."""
    cursor = ""
    for _ in range(_MOST_PAGES):
        answer = method(**arguments, **({"cursor": cursor} if cursor else {}))
        yield answer.data
        cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
        if not cursor:
            return
