"""The HTTP request in the keys of a call: {"method", "url"}, {"call": "POST /jobs"}."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.reading.requests.request_text import request_at_start
from bot.domain.reading.requests.structured import decode
from bot.domain.reading.tools.tool_grammar import Tools
from bot.domain.reading.tools.tool_use import program_name

_URLS = ("url", "uri", "path", "endpoint", "href", "route", "resource_path", "apiPath")
_BODIES = ("body", "data", "json", "payload", "requestBody", "request_body")
_LINES = ("call", "request", "http", "api", "req", "rest", "curl", "endpoint", "op", "action")


@dataclass(frozen=True, slots=True)
class RequestCall:
    """A request: its method, its address or path, and its body decoded."""

    method: str
    url: str
    body: object


def request_in(name: str, args: Mapping[str, object], tools: Tools) -> RequestCall | None:
    """The request that a call's keys hold, or None where they hold none."""
    given = next((args[k] for k in _BODIES if k in args), None)
    body = (decode(given) or given) if isinstance(given, str) else given
    for key in _LINES:
        line = args.get(key)
        if isinstance(line, str) and (written := request_at_start(line)):
            return RequestCall(written.method, written.url, written.body or body)
    url = next((args[k] for k in _URLS if args.get(k)), None)
    method = args.get("method", args.get("verb", args.get("http_method")))
    is_http = program_name(name).lower() in tools.words["http_tools"]
    if not isinstance(url, str) or not (is_http or isinstance(method, str)):
        return None
    shown = url if "//" in url or url.startswith("/") else f"/{url}"
    return RequestCall(
        method if isinstance(method, str) else "POST" if body else "GET", shown, body
    )
