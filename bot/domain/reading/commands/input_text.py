"""Texts that a tool sends on: a script for a database's shell, lines for a control socket."""

from __future__ import annotations

import re

from bot.domain.action import PlannedAction
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tools
from bot.domain.reading.tools.verbs import find_verb, verb_in

_CALL = re.compile(r"([A-Za-z_][\w.]{0,120})\s*\(")
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
    actions = []
    for path in _CALL.findall(script[:8_000])[:_MAX_LINES]:
        *owner, method = path.split(".")
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
        if words and named:
            objects = words if verb is None else [*words[verb.index + 1 :], *verb.objects]
            actions.append(
                build_action(named, target=target, objects=objects, parameters={}, text=text)
            )
    return actions
