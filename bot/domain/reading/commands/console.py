"""Lines of a tool's own console, pasted without the tool: `FLUSHALL`, `rs.stepDown(60)`."""

from __future__ import annotations

import re
import shlex

from bot.domain.reading.tools.tool_grammar import Tools

_CALLED = re.compile(r"([a-z]+)\.[A-Za-z_$][\w.$()'\"\[\]-]{0,200}\(")
_PLACED = frozenset({"on", "in", "at", "for", "now", "no", "to"})
_SHOUTED = re.compile(r"([A-Z]{2,20})(?:[ (]+([A-Z][A-Z_]{1,24}))?(?=[\s(.,;]|\Z)")


def console_command(text: str, tools: Tools) -> str:
    """The line as a command of the tool whose console it is for, or "".

    Args:
        text: A line that stands alone or in backticks.
        tools: Whose `consoles` say which lines belong to which tool.
    """
    line = text.strip().removesuffix(";")
    called = _CALLED.match(line)
    if called and (program := tools.consoles.get(f"{called[1]}.")):
        flag = next(iter(tools.by_name[program].objects), "")
        return f"{program} {flag} {shlex.quote(line)}"
    said = _SHOUTED.match(line)
    near = {w.lower() for w in line.split()[1:3]}
    if said is None or near & (tools.words["prose_words"].keys() - _PLACED):
        return ""  # "FLUSHALL is my love language"
    program = tools.consoles.get(f"{said[1]}-{said[2]}") or tools.consoles.get(said[1]) or ""
    if not program:
        return ""
    if tools.by_name[program].reader:
        return f"{program} <<< {shlex.quote(line)}"
    return f"{program} {line}"
