"""Texts that a tool sends on: a script for a database's shell, lines for a control socket."""

from __future__ import annotations

import re

from bot.domain.action import PlannedAction
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tools
from bot.domain.reading.tools.verbs import find_verb, verb_in

_CALL = re.compile(r"([A-Za-z_][\w.]{0,120})\s*\(")
_COMMANDS = frozenset({"runCommand", "adminCommand"})
_COMMAND = re.compile(
    r"(?:runCommand|adminCommand)\s*\(\s*\{\s*['\"]?(\w+)['\"]?\s*:\s*([^,}]{0,200})([^;]{0,2000})"
)
_PAIR = re.compile(
    r"['\"]?(\w+)['\"]?\s*:\s*(-?\d[\d.]*|true|false|'[^']{0,200}'|\"[^\"]{0,200}\")"
)
_ATTRIBUTE = re.compile(r"([A-Za-z]{2,30})\s?\(([^()]{0,200})\)")
_SET_TO = {"drain": "drain", "maint": "drain", "ready": "uncordon"}
_MODES = frozenset(
    {"conf", "configure", "config", "enable", "end", "exit", "write", "wr", "do", "terminal",
     "quit", "exit-address-family", "!"}
)  # fmt: skip
_PARTS = frozenset(
    {
        "router",
        "interface",
        "int",
        "address-family",
        "line",
        "vrf",
        "route-map",
        "class-map",
        "edit",
    }
)
_PART_WORDS = 4
_QUEUE_TYPES = ("ql", "qlocal", "qremote", "qr", "qalias", "qa", "qmodel")
_MAX_LINES = 50


def read_script_calls(
    script: str, target: str | None, tools: Tools, text: str
) -> list[PlannedAction]:
    """The calls that act in a script: `db.orders.drop()`, `rs.stepDown()`; one look if none does.

    Args:
        script: The source, in a language with calls.
        target: The server that runs it.
        tools: For the verbs.
        text: Source of the command.
    """
    actions = _server_commands(script, target, tools, text)
    for path in _CALL.findall(script[:8_000])[:_MAX_LINES]:
        *owner, method = path.split(".")
        if method in _COMMANDS:
            continue
        found = verb_in(method, tools)
        if found is not None and found[0] not in READ_ONLY_KINDS:
            objects = [o for o in owner if o not in {"db", "rs", "sh"}]
            actions.append(
                build_action(
                    found[0],
                    target=target,
                    objects=[*objects, *found[1], method],
                    parameters={},
                    text=text,
                )
            )
    return actions or [build_action("inspect", target=target, objects=[], parameters={}, text=text)]


def _server_commands(
    script: str, target: str | None, tools: Tools, text: str
) -> list[PlannedAction]:
    """`db.adminCommand({replSetStepDown: 60})`: the first key is the verb, its value the object."""
    actions = []
    for name, value, rest in _COMMAND.findall(script[:8_000])[:_MAX_LINES]:
        found = verb_in(name, tools)
        pairs = {k: v.strip("'\"") for k, v in _PAIR.findall(rest)}
        objects = [value.strip(" '\""), *(found[1] if found else ()), name, *pairs]
        actions.append(
            build_action(
                found[0] if found else "run",
                target=target,
                objects=[o for o in objects if o],
                parameters=pairs,
                text=text,
            )
        )
    return actions


def read_lines(
    lines: str, target: str | None, kind: str, tools: Tools, text: str
) -> list[PlannedAction]:
    """What the lines sent to a control socket ask for: `disable server be/web1`, `flush_all`.

    Args:
        lines: The text that is sent.
        target: Where it is sent to.
        kind: The kind where a line has no verb of its own; "" leaves such a line out.
        tools: For the verbs.
        text: Source of the command.
    """
    actions = []
    for line in re.split(r"[;\n]", lines)[:_MAX_LINES]:
        words = line.split()
        verb = find_verb(words[:3], tools)
        named = kind or (verb.kind if verb is not None else "")
        if named == "set":
            named = next((_SET_TO[w] for w in words if w in _SET_TO), named)
        elif words[:2] == ["shutdown", "session"] or words[:2] == ["shutdown", "sessions"]:
            named = "kill"
        if words and named and (attributes := _ATTRIBUTE.findall(line)):
            actions += _attributed(named, attributes, target, text)
        elif words and named:
            objects = words if verb is None else [*words[verb.index + 1 :], *verb.objects]
            actions.append(
                build_action(named, target=target, objects=objects, parameters={}, text=text)
            )
    return actions


def read_config(lines: str, target: str | None, tools: Tools, text: str) -> list[PlannedAction]:
    """What lines of a router's configuration do: `no neighbor a`, `mtu 9000`, `shutdown`.

    Words that only lead into a part of it do nothing; a line without a verb sets something.
    """
    actions = []
    for line in re.split(r"[;\n]", lines)[:_MAX_LINES]:
        words = line.split()
        if not words or words[0] in _MODES or (words[0] in _PARTS and len(words) <= _PART_WORDS):
            continue
        verb = find_verb(words[:4], tools)
        kind = "delete" if words[0] == "no" else verb.kind if verb is not None else "set"
        objects = [w for w in words if w != "no" and w.lower() not in tools.verbs]
        actions.append(build_action(kind, target=target, objects=objects, parameters={}, text=text))
    return actions


def _attributed(
    kind: str, attributes: list[tuple[str, str]], target: str | None, text: str
) -> list[PlannedAction]:
    """`ALTER QLOCAL(ORDERS) MAXDEPTH(9000)`: a thing, and what is set of it, in brackets."""
    (what, name), *settings = attributes
    thing = "queue" if what.lower() in _QUEUE_TYPES else what.lower()
    if kind not in {"alter", "set"} or not settings:
        return [build_action(kind, target=target, objects=[thing, name], parameters={}, text=text)]
    return [
        build_action(
            "set", target=target, objects=[key.lower(), thing, name],
            parameters={"key": key.lower(), "to": value}, text=text,
        )
        for key, value in settings
    ]  # fmt: skip
