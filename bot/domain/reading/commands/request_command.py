"""curl, httpie, wget, or a request written out -> the HTTP request, and what it does."""

from __future__ import annotations

import re

from bot.domain.action import PlannedAction
from bot.domain.reading.commands.command_reading import Collector, Strength
from bot.domain.reading.requests.http_request import host_of, read_http
from bot.domain.reading.requests.request_text import request_at_start
from bot.domain.reading.requests.structured import decode
from bot.domain.reading.tools.argv import Arguments
from bot.domain.reading.tools.tool_grammar import Tools

_METHOD = re.compile(r"[A-Z]{3,8}\Z")
_BODY_FLAGS = (
    "-d", "--data", "--data-raw", "--data-binary", "--data-urlencode", "--json", "--post-data",
    "--body-data", "-F", "--form",
)  # fmt: skip


def read_request(
    tool: str,
    arguments: Arguments,
    stdin: str | None,
    tools: Tools,
    text: str,
    out: Collector,
) -> list[PlannedAction]:
    """The actions of a command that sends a request.

    Args:
        tool: Name of the grammar: "curl", "httpie" or "wget".
        arguments: The command's arguments.
        stdin: Its input, if it is known: the body of `-d @-`.
        tools: Grammars.
        text: Source of the command.
        out: Where the host is noted as a hint at the environment.
    """
    words = list(arguments.positionals)
    method = arguments.value("-X", "--request", "--method") or ""
    if tool == "httpie" and words and _METHOD.match(words[0]):
        method = words.pop(0)
    body_text = arguments.value(*_BODY_FLAGS)
    if body_text == "@-" or (body_text is None and method in {"POST", "PUT", "PATCH"}):
        body_text = stdin or body_text
    items: dict[str, str] = {}
    if tool == "httpie":
        for word in words[1:]:
            name, _, value = word.replace(":=", "=").partition("=")
            items[name] = value
        words = words[:1]
    urls = words + [v for f, v in arguments.flags if f == "--url" and v]
    sends = body_text is not None or bool(items)
    method = method or ("POST" if sends and not _gets(arguments) else "GET")
    if arguments.has("-I") or arguments.has("--head"):
        method = "HEAD"
    if arguments.has("-T") or arguments.has("--upload-file"):
        method = method if method != "GET" else "PUT"
    body: object = items or (decode(body_text) if body_text else None) or body_text
    actions: list[PlannedAction] = []
    for url in urls[:20]:
        out.add_environment(host_of(url), Strength.HOST)
        actions += read_http(method, url, body, tools, text)
    return actions


def read_request_texts(text: str, tools: Tools, out: Collector) -> tuple[list[PlannedAction], str]:
    """The actions of the requests that a text begins with, and the text after them."""
    actions: list[PlannedAction] = []
    rest = text.strip()
    while request := request_at_start(rest):
        own = rest[: request.end]
        out.add_environment(host_of(request.url), Strength.HOST)
        out.add_words(own.split())
        actions += read_http(request.method, request.url, request.body, tools, own)
        rest = rest[request.end :].strip()
    return actions, rest


def _gets(arguments: Arguments) -> bool:
    """`curl -G -d q=…` puts the data into the address."""
    return arguments.has("-G") or arguments.has("--get")
