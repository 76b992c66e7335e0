"""Flags that mean the same with any tool: environments, targets, dry runs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.reading.tools.argv import Arguments
from bot.domain.reading.tools.tool_grammar import Tools

MAX_VALUE = 200
"""Longer values of parameters are cut."""


_NEGATIVE = frozenset({"none", "false", "no", "0", "off"})


_POSITIVE = frozenset({"true", "yes", "1", "on", "server", "client", "all"})


def bare_value(name: str) -> str:
    """The value in `TARGET=https://…`, as `-e` gives it; anything else as it is."""
    found = re.match(r"[A-Za-z_]\w*=(.+)", name)
    return found[1] if found else name


def rehearses(arguments: Arguments, tools: Tools, dry_run: frozenset[str] = frozenset()) -> bool:
    """Whether a dry-run, help or version flag is given, and is not turned off by its value."""
    for flag, value in arguments.flags:
        if flag in dry_run or f"{flag}={value}" in dry_run:
            if (value or "").lower() not in _NEGATIVE:
                return True
        elif (
            flag[:2] == "--"
            and flag[2:] in tools.words["rehearsals"]
            and (value is None or value.lower() in _POSITIVE)
        ):
            return True
    if any(f.lower() in {"-whatif", "-whatif:$true"} for f, _ in arguments.flags):
        return True
    return any(arguments.has(f) for f in dry_run if len(f) == 2)


def environments_of(arguments: Arguments, tools: Tools, taken: Sequence[str] = ()) -> list[str]:
    """Values of flags that name an environment with any tool, strongest first."""
    ranks = tools.words["environment_keys"]
    found = [
        (ranks[name], value)
        for flag, value in arguments.flags
        if value and flag not in taken and (name := flag.lstrip("-").lower()) in ranks
    ]
    return [value for _, value in sorted(found)]


def target_of(arguments: Arguments, tools: Tools) -> str | None:
    """The value of the first flag that names a target with any tool; None without one."""
    keys = tools.words["target_keys"]
    for suffix in ("", "-name", "-id", "-identifier", "_name"):
        for flag, value in arguments.flags:
            if value and flag.lstrip("-").lower().removesuffix(suffix) in keys:
                return value
    return None


def parameters_of(arguments: Arguments) -> dict[str, str]:
    """Every flag, and every name=value word, under its own name."""
    pairs = [(f.lstrip("-").replace("-", "_"), v or "true") for f, v in arguments.flags]
    given = [*arguments.positionals, *(v for f, v in arguments.flags if v and "set" in f)]
    pairs += [(w.partition("=")[0], w.partition("=")[2]) for w in given if "=" in w[1:]]
    return {name[:60]: value[:MAX_VALUE] for name, value in pairs}
