"""Requests as a text writes them: `PUT https://host/path HTTP/1.1`, headers, a body in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.domain.reading.requests.structured import decode

_LINE = re.compile(
    r"(?<![\w'\"./-])(?<!-X )(?<!--request )(?<!--method )(?<!http )(?<!https )(?<!xh )"
    r"(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE|PURGE|BAN)[ \t]+"
    r"((?:https?://|/(?!/)|_[a-z]|[\w.*-]{1,80}/_)[^\s`'\"]{0,2000})(?:[ \t]+HTTP/\d(?:\.\d)?)?"
)
_HEADERS = re.compile(r"(?:[ \t]*\n[A-Z][\w-]{1,40}:[^\n]{0,400})+")
_BEFORE_BODY = re.compile(r"\s*(?:(?:-d|--data|with(?: the)?(?: body)?|body:?)\s*)?'?(?=[{\[])")
_END = ".,;:)!?"
_MAX_REQUESTS = 20
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class RequestText:
    """A request in a text: where it stands, and what it sends.

    Attributes:
        start, end: The stretch of the text, its body included.
        method: GET, POST …
        url: A whole address, or a path.
        body: The decoded body, or None.
    """

    start: int
    end: int
    method: str
    url: str
    body: object


def find_requests(text: str) -> tuple[RequestText, ...]:
    """The requests that a text writes out, in order, at most twenty."""
    found: list[RequestText] = []
    at = 0
    while len(found) < _MAX_REQUESTS and (line := _LINE.search(text, at)):
        found.append(_request(text, line))
        at = found[-1].end
    return tuple(found)


def request_at_start(text: str) -> RequestText | None:
    """The request that a text begins with, or None."""
    line = _LINE.match(text.lstrip())
    return _request(text.lstrip(), line) if line else None


def outside_requests(
    find: Callable[[str], Iterable[tuple[int, int]]],
) -> Callable[[str], Iterable[tuple[int, int]]]:
    """`find` without the stretches that stand in a request: they are its body."""

    def found(text: str) -> Iterable[tuple[int, int]]:
        requests = find_requests(text)
        return [
            (start, end)
            for start, end in find(text)
            if not any(r.start <= start < r.end for r in requests)
        ]

    return found


def fenced_requests(text: str) -> str:
    """The text with each request set off as code, as its writer would have."""
    pieces, at = [], 0
    for request in find_requests(text):
        written = text[request.start : request.end]
        fence = f"\n```\n{written}\n```\n" if "\n" in written else f"`{written}`"
        pieces += [text[at : request.start], fence]
        at = request.end
    return "".join([*pieces, text[at:]]) if pieces else text


def _request(text: str, line: re.Match[str]) -> RequestText:
    url = line[2].rstrip(_END)
    whole = len(url) == len(line[2])
    end = line.end() if whole else line.start(2) + len(url)
    headers = _HEADERS.match(text, end) if whole else None
    after = headers.end() if headers else end
    body: object = None
    begin = _BEFORE_BODY.match(text, after) if whole else None
    if begin:
        try:
            body, after = _DECODER.raw_decode(text, begin.end())
        except (ValueError, RecursionError):
            rest = text[begin.end() :].partition("`")[0]
            body = decode(rest.rstrip("' \n")) if rest else None
            after = begin.end() + len(rest) if body is not None else after
    shown = url if "//" in url or url.startswith("/") else f"/{url}"
    return RequestText(line.start(), max(end, after), line[1], shown, body)
