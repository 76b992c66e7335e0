"""What one use of a tool acts on: its target, the other things, and the type of resource."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.domain.reading.tools.argv import Arguments
from bot.domain.reading.tools.tool_grammar import Rule, Tool, Tools

_LONGEST_JOINT = 4
_FILE = re.compile(r"([A-Za-z][\w-]*)(?:\.nomad)?\.(?:hcl|nomad|ya?ml|jsonnet)")
_POD = re.compile(r"(?P<name>[a-z0-9][a-z0-9.-]*?)(?:-[a-f0-9]{6,10})?-[a-z0-9]{5}\Z")


def things_acted_on(
    tool: Tool,
    rule: Rule | None,
    rest: Sequence[str],
    arguments: Arguments,
    path: Sequence[str],
) -> tuple[str | None, list[str], str]:
    """The target, the other things acted on, and the type of resource."""
    named = next((v for f in tool.target if (v := arguments.value(f))), None)
    if named is None and tool.open_values:
        named = named_by_suffix(tool, arguments)
    host = next((v for f in tool.host if (v := arguments.value(f))), None)
    resource, names = _resource_and_names(tool, rule, rest, path)
    if named is not None:
        target: str | None = selected(named)
    elif host is not None and tool.sql_tool:
        target = host
    else:
        target = names.pop(0) if names else host
    if target is None and arguments.has("--all"):
        target = arguments.value(*(f for f, n in tool.parameters.items() if n == "namespace"))
    if target is not None and target[:1] in {"$", "{", "`"}:
        target = None
    if target is not None and (file := _FILE.fullmatch(target)):
        target = file[1]  # what a job's or a manifest's file is called is what it is about
    return (_stem(target) if resource == "pod" and target else target), names, resource


_SUFFIXES = ("-id", "-ids", "-name", "-names", "-arn", "-arns", "-identifier", "-url", "--uuid")


def named_by_suffix(tool: Tool, arguments: Arguments) -> str | None:
    """The value of the first flag that names something: `--association-id`, `--job-name`."""
    for flag, value in arguments.flags:
        if value and flag.endswith(_SUFFIXES) and flag not in tool.environment:
            return value
    return None


def _resource_and_names(
    tool: Tool, rule: Rule | None, rest: Sequence[str], path: Sequence[str]
) -> tuple[str, list[str]]:
    """The type of resource, and the names after the path, the target first."""
    where = rule.target if rule is not None else ""
    where = where or ("resource" if tool.resources else "1")
    names = [] if where == "none" else list(rest)
    types = set(tool.abbreviations.values())
    resource = ""
    if where == "resource" and path and path[-1] in types:
        resource = path[-1]
    elif names and (where == "resource" or (tool.resources and names[0] in types)):
        resource, *names = names
    elif where == "last" and names:
        names = [names[-1], *names[:-1]]
    elif where.isdigit() and len(names) >= int(where):
        names.insert(0, names.pop(int(where) - 1))
    return resource, names


def selected(selector: str) -> str:
    """The name in a label selector: `app=pay-api,tier!=db` -> `pay-api`."""
    for part in selector.split(","):
        key, equals, value = part.partition("=")
        if equals and not key.endswith("!") and value.strip("="):
            return value.strip("=")
    return selector


def _stem(pod: str) -> str:
    """The workload that a pod's generated name belongs to."""
    found = _POD.match(pod)
    return found["name"] if found else pod


def without_manner(objects: Iterable[str], parameters: dict[str, str], tools: Tools) -> list[str]:
    """The objects without words that say how, which become parameters: `… immediate`."""
    how = tools.words["how_words"]
    said = {o.lower() for o in objects if o.lower() in how}
    parameters |= {w: "true" for w in said if len(w) > _LONGEST_JOINT and w not in parameters}
    return [o for o in objects if o.lower() not in said]


def counted_in(words: Iterable[str | None]) -> tuple[str, str] | None:
    """`web=0`, `scale web 0`: what is scaled, and to how many."""
    given = [w for w in words if w]
    found = (re.fullmatch(r"([A-Za-z][\w.-]*)[=:]([+-]?\d{1,6})", w) for w in given)
    last = ("", given[-1]) if given and re.fullmatch(r"\d{1,6}", given[-1]) else None
    return next(((m[1], m[2]) for m in found if m), last)
