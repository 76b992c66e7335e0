"""A call of a command-line tool whose parts stand in several keys -> the words of its command."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.domain.reading.requests.document import flat
from bot.domain.reading.tool_call.arguments import kebab, words_of
from bot.domain.reading.tools.tool_grammar import Tool, Tools
from bot.domain.reading.tools.verbs import verb_in

# "ontap_cli", "run_kubectl", "argocd-tool"
_BESIDE = re.compile(
    r"\A(?:mcp__)?(?:run|exec|execute|call|invoke|use)[_.-]+"
    r"|[_.-]+(?:cli|tool|client|command|cmd|exec|execute|run|shell|runner|wrapper)\Z"
)


def call_words(
    tool: Tool | None, args: Mapping[str, object], tools: Tools, said: list[str]
) -> tuple[list[str], set[str]]:
    """The subcommand and the arguments of a call as words, and the keys they stood in.

    `said` are the first words, where the call's name gives them.
    """
    words: list[str] = []
    used: set[str] = set()
    for key in tools.words["verb_keys"]:
        value = args.get(key)
        if isinstance(value, str) and value and not words:
            words += _subcommand(tool, value)
            used.add(key)
    service = args.get("service")
    named = tool is not None and tool.open_values and not said
    if named and words and isinstance(service, str):
        words.insert(0, service)
        used.add("service")
    for key in ("argv", "args", "arguments", "cmd", "flags", "options"):
        value = args.get(key)
        more = words_of(value)
        if not more and isinstance(value, str) and key not in used:
            more = value.split()
        words += more
        used.add(key)
    return [*said, *words], used


def program_of(name: str, args: Mapping[str, object], tools: Tools) -> tuple[str, list[str]]:
    """The program that a call's name stands for, and the first words that the name gives.

    `k8s` is kubectl, `kinesis` is `aws kinesis`, `helm_upgrade` is `helm upgrade`.
    """
    if name in tools.by_name:
        return name, []
    low = name.lower()
    if low in tools.by_name or low in tools.wrappers:
        return low, []
    hyphened = low.replace("_", "-")
    for spelt in (hyphened, f"{hyphened}.sh"):
        if spelt in tools.by_name and "_" in low:
            return spelt, []
    if low in tools.call_names:
        program, *words = tools.call_names[low].split()
        return program, words
    bare = _BESIDE.sub("", low)
    if bare != low and (bare in tools.by_name or bare in tools.call_names):
        return program_of(bare, args, tools)
    first, *rest = re.split(r"[_.:/-]+", low)
    if rest and first in tools.words["call_tools"]:
        said = any(isinstance(args.get(k), str) for k in tools.words["verb_keys"])
        return first, [] if said else rest
    return name, []


def resource_words(tool: Tool, args: Mapping[str, object], words: list[str]) -> list[str]:
    """{"deployment": "x"} and {"kind": "Deployment", "name": "x"} as type and name."""
    if not tool.resources:
        return []
    for key, value in args.items():
        full = tool.abbreviations.get(key.lower())
        if full and key != "namespace" and isinstance(value, str) and value not in words:
            return [full, value]
    for key in ("resource", "object", "target", "workload"):
        first, slash, named = str(args.get(key, "")).partition("/")
        if slash and (full := tool.abbreviations.get(first.lower())):
            return [full, named]
    kind, name = args.get("kind", args.get("resource_type")), args.get("name")
    if isinstance(kind, str) and isinstance(name, str):
        return [kind.lower(), name]
    listed = any(k in args for k in ("selector", "label_selector", "labels", "label"))
    types = (tool.abbreviations.get(str(args.get(k)).lower()) for k in ("resource", "kind", "type"))
    return [full for full in types if full][:1] if listed else []


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


def says_another_verb(tool: Tool, words: Sequence[str], tools: Tools) -> bool:
    """Whether the call's verb is none of the tool's: {"tool": "nginx", "action": "reload"}."""
    firsts = {w for rule in tool.rules for choice in rule.words[:1] for w in choice}
    anything = tool.default or any(not rule.words and not rule.flags for rule in tool.rules)
    if not words or not anything or tool.open_values or words[0] in firsts:
        return False
    found = verb_in(words[0], tools)
    return found is not None and found[0] not in {"run", "start", "inspect"}
