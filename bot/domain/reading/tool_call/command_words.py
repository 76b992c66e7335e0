"""A call of a command-line tool whose parts stand in several keys -> the words of its command."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.reading.requests.document import flat
from bot.domain.reading.tool_call.arguments import kebab, words_of
from bot.domain.reading.tools.tool_grammar import Tool, Tools


def call_words(
    tool: Tool | None, args: Mapping[str, object], tools: Tools
) -> tuple[list[str], set[str]]:
    """The subcommand and the arguments of a call as words, and the keys they stood in."""
    words: list[str] = []
    used: set[str] = set()
    for key in tools.words["verb_keys"]:
        value = args.get(key)
        if isinstance(value, str) and value and not words:
            words += _subcommand(tool, value)
            used.add(key)
    service = args.get("service")
    if tool is not None and tool.open_values and words and isinstance(service, str):
        words.insert(0, service)
        used.add("service")
    for key in ("argv", "args", "arguments", "cmd", "flags", "options"):
        value = args.get(key)
        more = words_of(value)
        if not more and isinstance(value, str) and key not in used:
            more = value.split()
        words += more
        used.add(key)
    return words, used


def resource_words(tool: Tool, args: Mapping[str, object], words: list[str]) -> list[str]:
    """{"deployment": "x"} and {"kind": "Deployment", "name": "x"} as type and name."""
    if not tool.resources:
        return []
    for key, value in args.items():
        full = tool.abbreviations.get(key.lower())
        if full and key != "namespace" and isinstance(value, str) and value not in words:
            return [full, value]
    kind, name = args.get("kind", args.get("resource_type")), args.get("name")
    return [kind.lower(), name] if isinstance(kind, str) and isinstance(name, str) else []


def _subcommand(tool: Tool | None, value: str) -> list[str]:
    """`redis.instances.failover`, `rollout restart`, `UpdateTable` -> words of a path."""
    if " " in value:
        return value.split()
    if tool is None:
        return [value]
    firsts = {w for rule in tool.rules for choice in rule.words[:1] for w in choice}
    if value in firsts:
        return [value]
    for sign in (".", "_", ":", "/"):
        parts = value.split(sign)
        if len(parts) > 1 and parts[0] in firsts and not value.startswith(sign):
            return parts
    hyphened = kebab(value)
    return [hyphened] if hyphened in firsts or tool.open_values else [value]


def flag_words(tool: Tool, args: Mapping[str, object], used: set[str], tools: Tools) -> list[str]:
    """Keys that are flags of the tool, as flags."""
    flags: list[str] = []
    for path, value in flat({k: v for k, v in args.items() if k not in used}).items():
        key = kebab(path.rsplit(".", 1)[-1])
        flag = next((f for f in (f"--{key}", f"--{key}-name", f"-{key}")
                     if tool.takes_value(f) is not None), "")  # fmt: skip
        if not flag and tool.open_values and "." in path:
            flag = f"--{key}"
        if not flag:
            if value == "true" and f"--{key}"[2:] in tools.words["switches"]:
                flags.append(f"--{key}")
        elif tool.takes_value(flag) is False:
            flags += [flag] if value == "true" else []
        else:
            flags.append(f"{flag}={value}")
    return flags
