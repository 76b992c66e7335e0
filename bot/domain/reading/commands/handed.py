"""What is handed to a tool beside its words -> planned actions: SQL, scripts, lines, patches."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.commands.input_text import read_config, read_lines, read_script_calls
from bot.domain.reading.commands.shell import SimpleCommand
from bot.domain.reading.requests.sql import read_sql
from bot.domain.reading.requests.structured import decode, read_structured
from bot.domain.reading.tools.habits import rehearses
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tool, Tools
from bot.domain.reading.tools.tool_rules import use_tool
from bot.domain.reading.tools.tool_use import Use, program_name
from bot.domain.reading.tools.verbs import find_verb, pieces_of, verb_in

_SAVED = frozenset({"export", "backup", "snapshot"})


def read_sent(tool: Tool, use: Use, command: SimpleCommand, tools: Tools) -> list[PlannedAction]:
    """The actions of a script, or of lines, that the tool sends to a server."""
    base = use.actions[0] if use.actions else None
    target = base.target if base is not None else None
    scripts = [v for f, v in use.arguments.flags if f in tool.objects and v]
    sent = "\n".join(scripts) if scripts else command.stdin or ""
    behind = use.arguments.after or []
    if tool.reader == "script":
        verb = find_verb(behind[1:3], tools) if not sent else None
        if verb is not None:  # `mysqlsh -- cluster set-primary-instance b:3306`
            found = [
                build_action(
                    verb.kind, target=target, objects=[*behind[:3], *verb.objects], parameters={},
                    text=command.text,
                )
            ]  # fmt: skip
        elif sent or not command.fed:
            found = read_script_calls(sent, target, tools, command.text)
        else:
            found = [build_action("run", target=target, objects=[], parameters={})]
    elif tool.reader == "config":
        found = read_config(sent, target, tools, command.text) or use.actions
    else:
        kind = tool.default if tool.reader == "input" else ""
        found = _by_rules(tool, sent, target, tools, command.text)
        found = found or read_lines(sent, target, kind, tools, command.text) or use.actions
    place = base.environment if base is not None else None
    return [replace(a, environment=a.environment or place) for a in found]


def _by_rules(
    tool: Tool, sent: str, target: str | None, tools: Tools, text: str
) -> list[PlannedAction]:
    """What lines do that begin with a subcommand of the tool's grammar: `put a.csv`, `bye`."""
    firsts = {w for rule in tool.rules for choice in rule.words[:1] for w in choice}
    lines = [line.split() for line in re.split(r"[;\n]", sent[:4000])]
    known = [w for w in lines if w and (w[0].lower() if tool.fold_case else w[0]) in firsts]
    actions = [a for words in known for a in use_tool(tool.names[0], words, tools, text).actions]
    return [
        replace(a, target=target, objects=(*a.objects, *filter(None, [a.target]))) for a in actions
    ]


def read_statements(use: Use, command: SimpleCommand, tools: Tools) -> list[PlannedAction] | None:
    """The actions of statements given by flag, as a word, or on the input; None without any."""
    texts = list(use.sql)
    if not texts and command.stdin:
        texts = [command.stdin]
    base = use.actions[0] if use.actions else None
    if not texts:
        named = next((w[1:] for w in use.arguments.positionals if w[:1] == "@" and w[1:]), "")
        file = named or use.arguments.value("-f", "--file", "-i", "--input") or command.reads
        return _unseen_input(base, file, command, tools) if base is not None else None
    parameters = base.parameters if base is not None else {}
    rehearsal = rehearses(use.arguments, tools)
    return [
        replace(
            action,
            mode=Mode.READ_ONLY if rehearsal else action.mode,
            target=base.target if base is not None else None,
            environment=base.environment if base is not None else None,
            parameters={**parameters, **action.parameters},
            text=command.text[:400],
        )
        for text in texts
        for action in read_sql(text, tools)
    ]


def _unseen_input(
    base: PlannedAction, file: str, command: SimpleCommand, tools: Tools
) -> list[PlannedAction] | None:
    """Statements that are not in the text: a dump that is piped in, a file whose name says what."""
    if command.fed:
        return [replace(base, kind="restore", mode=Mode.PLANNED)]
    if not file:
        return None
    named = verb_in(program_name(file), tools)
    kind = named[0] if named and named[0] not in READ_ONLY_KINDS else "run"
    kind = "restore" if kind in _SAVED else kind  # `mysql shop < dump.sql`
    objects = (*base.objects, *pieces_of(program_name(file)))
    return [replace(base, kind=kind, mode=Mode.PLANNED, objects=objects)]


def read_patched(use: Use, tools: Tools) -> list[PlannedAction]:
    """The actions of a use; a patch says what is changed and takes the place of "set"."""
    if not use.json or not use.actions:
        return use.actions
    base = use.actions[0]
    changes = [c for text in use.json for c in read_structured(decode(text), tools)]
    if not changes or (base.mode is not Mode.PLANNED and base.kind == "inspect"):
        return use.actions
    return [
        build_action(
            c.kind, target=base.target, objects=[*base.objects, *c.objects],
            parameters={**base.parameters, **c.parameters},
            read_only=base.mode is Mode.READ_ONLY, environment=base.environment, text=base.text,
        )
        for c in changes
    ]  # fmt: skip
