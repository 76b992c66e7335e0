"""The shapes that carry a tool call: OpenAI's function, MCP's params, a name beside arguments."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.reading.requests.structured import decode
from bot.domain.reading.tool_call.arguments import without
from bot.domain.reading.tools.tool_grammar import Tools
from bot.domain.reading.tools.tool_use import program_name

_SAYING = ("prefix", "type", "verb", "op", "name")


def unwrapped(
    tool: str, args: Mapping[str, object], tools: Tools
) -> tuple[str, Mapping[str, object]]:
    """The tool's name and arguments out of the shapes that carry them."""
    function = args.get("function")
    if isinstance(function, Mapping):
        return unwrapped(tool, {**without(args, "function", "type"), **function}, tools)
    if args.get("method") == "tools/call" and isinstance(args.get("params"), Mapping):
        return unwrapped(tool, args["params"], tools)  # type: ignore[arg-type]  # checked to be a mapping
    name = tool
    used: list[str] = []
    if not name:
        for key in tools.words["name_keys"]:
            found = args.get(key)
            if isinstance(found, str) and found:
                name, used = found, [key]
                break
    rest: dict[str, object] = _with_command(without(args, *used), tools)
    known = tools.by_name.get(program_name(name))
    for key in tools.words["argument_keys"]:
        given = rest.get(key)
        if known is not None and key in known.keys:
            continue
        if isinstance(given, str) and given.lstrip().startswith("{"):
            given = decode(given)
        if isinstance(given, Mapping):
            return name, {**without(rest, key), **given}
    return name, rest


def _with_command(args: Mapping[str, object], tools: Tools) -> dict[str, object]:
    """{"command": {"compact": "orders"}}: the first key is the verb, or "prefix" holds it."""
    for key in tools.words["verb_keys"]:
        held = args.get(key)
        if isinstance(held, Mapping) and held:
            named = next((k for k in _SAYING if isinstance(held.get(k), str)), "")
            said = held[named] if named else next(iter(held))
            others = {str(k): v for k, v in held.items() if k != named}
            return {**without(args, key), **others, "op": str(said)}
    return dict(args)
