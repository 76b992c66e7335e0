"""A call with lines of a router's configuration: {"lines": ["router bgp 1", "no neighbor a"]}."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.domain.action import PlannedAction
from bot.domain.reading.commands.input_text import read_config
from bot.domain.reading.tool_call.arguments import shown, words_of
from bot.domain.reading.tools.tool_grammar import Tools

_LINES = ("lines", "config_lines", "config_commands", "commands", "config", "configuration",
          "snippet", "cli", "cmds")  # fmt: skip
_LINE = re.compile(
    r"(?:no|default)\s+(?:neighbor|ip|ipv6|router|interface|vlan|shutdown|network|route-map|bgp|"
    r"access-list|switchport|spanning-tree|mpls|aggregate-address|service-policy|channel-group)\b|"
    r"(?:router|interface|vlan|route-map|access-list|ip route|ip access-list|conf t|"
    r"configure terminal)\b|"
    r"(?:set|delete|deactivate|activate) (?:protocols|interfaces|policy-options|routing-options|"
    r"firewall|routing-instances|vlans|security)\b"
)


def config_lines(args: Mapping[str, object]) -> str:
    """Lines of a router's configuration that a call holds, one below the other; or ""."""
    for key in _LINES:
        value = args.get(key)
        lines = words_of(value) or (value.split("\n") if isinstance(value, str) else [])
        if any(_LINE.match(line.strip()) for line in lines):
            return "\n".join(lines)
    return ""


def read_router_call(
    name: str, args: Mapping[str, object], tools: Tools
) -> list[PlannedAction] | None:
    """What the lines do, or None where the call holds none."""
    lines = config_lines(args)
    return read_config(lines, None, tools, shown(name, args)) if lines else None
