"""What a flag makes of a change: `update --clear-lifecycle` clears, `--disabled` disables."""

from __future__ import annotations

import re

from bot.domain.reading.tools.argv import Arguments
from bot.domain.reading.tools.coined import kind_of_state
from bot.domain.reading.tools.tool_grammar import Tool, Tools

CONFIG_KINDS = frozenset({"set", "change"})
"""Kinds that leave what they come to, to their flags."""

PAIRED = frozenset({"set", "extra_vars", "parameters", "variables", "attributes", "settings"})
"""Parameters whose value is a list of name=value."""

_FLAG_PREFIXES = {
    "--clear-": "clear",
    "--remove-": "delete",
    "--delete-": "delete",
    "--disable-": "disable",
    "--enable-": "enable",
    "--add-": "add",
}


_SWITCH = re.compile(r"-(enabled|disabled)\Z")
# `--deletion-protection`, whose contrary is `--no-deletion-protection`
_GUARD = re.compile(
    r"--(?!no-)(?:[a-z]+-)*(?:protection|encryption|encrypted|logging|monitoring|versioning|accessible|"
    r"multi-az|insights|replication|autoscaling|authentication|upgrade|access|exclusive)"
)
_SWITCHED = re.compile(r"(?:\A|[,{ ])\w*(?:Enabled|enabled)[=:](true|false)(?=\Z|[,} ])")


def changed_by_flag(kind: str, arguments: Arguments, tool: Tool, tools: Tools) -> str:
    """`update --clear-lifecycle` clears: what a flag does to a setting says more than "set"."""
    if kind not in CONFIG_KINDS:
        return kind
    switches = tools.words["switches"]
    for flag, value in arguments.flags:
        if tool.parameters.get(flag) in PAIRED:
            continue
        for prefix, stronger in _FLAG_PREFIXES.items():
            if flag.startswith(prefix):
                return stronger
        if switched := _switched(flag, value, tools):
            return switched
        if value is None and _GUARD.fullmatch(flag):
            return "enable"
        turned_off = flag.startswith("--no-") and value is None
        if turned_off and flag not in tool.switches and flag[2:] not in switches:
            return "disable"
    return kind


def _switched(flag: str, value: str | None, tools: Tools) -> str:
    """What a flag of a state does: `--account-enabled false`, `--disabled`, `X Enabled=false`."""
    if found := _SWITCH.search(flag):
        on = (found[1] == "enabled") == ((value or "true").lower() in {"true", "yes", "on", "1"})
        return "enable" if on else "disable"
    if value and (pair := _SWITCHED.search(value)):
        return "enable" if pair[1] == "true" else "disable"
    return kind_of_state(flag.lstrip("-"), value, tools) if value else ""


def lacking(tool: Tool, arguments: Arguments, tools: Tools) -> tuple[str, ...]:
    """What the tool's switches would make of the use that are not given: `sync` without --prune.

    A switch with several spellings is given where one of them is. What the words name is there:
    `volume rm` lacks no volume.
    """
    named = " ".join(arguments.positionals[:8]).lower()
    makes = {**tools.makes_of, **tool.makes_of}
    known = [f for f in makes if f in tool.makes_of or tool.takes_value(f) is False]
    given = {makes[f] for f in known if arguments.has(f)}
    given |= {makes.get(tool.same.get(f, f), "") for f, _ in arguments.flags}
    lacks = dict.fromkeys(w for f in known if (w := makes[f]) not in given)
    return tuple(word for word in lacks if word not in named)
