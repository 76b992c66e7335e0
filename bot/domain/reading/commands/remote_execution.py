"""Tools that run a module on many hosts (ansible, salt): which hosts, and what is run there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.commands.file_edit import read_change
from bot.domain.reading.requests.settled import settled_pairs
from bot.domain.reading.tools.argv import Arguments
from bot.domain.reading.tools.habits import rehearses
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import Tool, Tools
from bot.domain.reading.tools.tool_rules import given_pairs
from bot.domain.reading.tools.verbs import pieces_of, verb_in

_FILE_MODULES = frozenset({"lineinfile", "replace", "ini_file", "blockinfile", "sysctl"})
_COMMAND_MODULES = frozenset({"command", "shell", "raw", "script", "win_shell", "win_command"})
_PAIR = re.compile(r"(?<![\w.-])([\w.-]{1,120})=(\"[^\"]*\"|'[^']*'|\S+)")


@dataclass(slots=True)
class Remote:
    """What runs where.

    Attributes:
        hosts: The pattern of hosts.
        script: A text for a shell that runs there, or "".
        actions: What a module does there.
        rehearsal: It only looks at what it would do.
    """

    hosts: list[str] = field(default_factory=list)
    script: str = ""
    actions: list[PlannedAction] = field(default_factory=list)
    rehearsal: bool = False


def read_remote(tool: Tool, arguments: Arguments, tools: Tools, text: str) -> Remote:
    """Reads one use of a tool whose grammar names the reader "ansible" or "salt"."""
    if tool.reader == "salt":
        return _salt(tool, arguments, tools, text)
    if tool.name == "ansible-playbook":
        return _playbook(tool, arguments, tools, text)
    remote = Remote(rehearsal=rehearses(arguments, tools, tool.dry_run))
    remote.hosts = arguments.positionals[:1]
    module = (arguments.value("-m", "--module-name") or "command").rsplit(".", 1)[-1]
    given = arguments.value("-a", "--args") or ""
    parameters = _parameters(tool, arguments)
    if module in _COMMAND_MODULES:
        remote.script = given
    else:
        remote.actions = [_module(module, given, parameters, tools, text, remote.rehearsal)]
    return remote


def placed(
    action: PlannedAction,
    hosts: Sequence[str],
    through: PlannedAction | None = None,
    environment: str | None = None,
) -> PlannedAction:
    """An action run on hosts: it is about them unless it names a target of its own.

    Run `through` another tool (`kubectl exec`), it takes that one's environment and parameters.
    """
    parameters = {"host": ",".join(hosts)[:200], **action.parameters}
    if through is not None:
        parameters = {**through.parameters, **parameters}
    place = through.environment if through is not None else environment or hosts[0]
    return replace(
        action,
        target=action.target or hosts[0],
        environment=action.environment or place,
        parameters=parameters,
    )


def _parameters(tool: Tool, arguments: Arguments) -> dict[str, str]:
    return {tool.parameters.get(f, f.lstrip("-")): (v or "true")[:200] for f, v in arguments.flags}


def _module(
    module: str,
    given: str,
    parameters: dict[str, str],
    tools: Tools,
    text: str,
    rehearsal: bool,
) -> PlannedAction:
    """A module with key=value arguments: its state says what it does, else its name."""
    pairs = {k: v.strip("'\"") for k, v in _PAIR.findall(given[:4_000])}
    state = verb_in(pairs.get("state", ""), tools)
    name = verb_in(module, tools)
    kind = state[0] if state else name[0] if name else "run"
    if module in {"ping", "setup", "debug", "stat"}:
        kind = "inspect"
    target = pairs.get("name") or pairs.get("path") or pairs.get("dest")
    line = pairs.get("line") or pairs.get("replace") or pairs.get("value")
    if module in _FILE_MODULES and target and line and not state:
        old = pairs.get("regexp", pairs.get("option", ""))
        edit = read_change([target], "" if old in line else old, line, text)
        return replace(edit, mode=Mode.READ_ONLY if rehearsal else edit.mode)
    return build_action(
        kind, target=target, objects=[module, *(name[1] if name else ())],
        parameters={**parameters, **pairs}, read_only=rehearsal, text=text,
    )  # fmt: skip


def _playbook(tool: Tool, arguments: Arguments, tools: Tools, text: str) -> Remote:
    """A playbook that begins with a verb does that, any other is run; its limit says where."""
    remote = Remote(rehearsal=rehearses(arguments, tools, tool.dry_run))
    limit = arguments.value("-l", "--limit")
    remote.hosts = [limit] if limit else []
    for playbook in arguments.positionals[:8]:
        stem = PurePosixPath(playbook).stem
        pieces = pieces_of(stem)
        kind = tools.verbs.get(pieces[0], "run") if pieces else "run"
        kind = "run" if kind == "inspect" else kind
        remote.actions.append(
            build_action(
                kind, target=limit, objects=[*pieces, stem],
                parameters=_parameters(tool, arguments), read_only=remote.rehearsal, text=text,
            )
        )  # fmt: skip
    remote.actions = settled_pairs(remote.actions, given_pairs(tool, arguments), tools)
    return remote


def _salt(tool: Tool, arguments: Arguments, tools: Tools, text: str) -> Remote:
    """`salt 'web*' service.restart nginx`, `cmd.run '…'`, `state.apply x`."""
    words = list(arguments.positionals)
    remote = Remote(hosts=words[:1] if len(words) > 1 and "." not in words[0][:40] else [])
    function, rest = _function(words)
    if not remote.hosts and words and words[0] != function:
        remote.hosts = words[:1]
    remote.rehearsal = any(w.lower() in {"test=true", "test=1"} for w in rest)
    if function in {"cmd.run", "cmd.shell", "cmd.run_all"} and rest:
        remote.script = rest[0]
        return remote
    found = verb_in(function.rsplit(".", 1)[-1], tools)
    kind = found[0] if found else "run"
    if function.startswith(("test.", "grains.", "status.", "pillar.")):
        kind = "inspect"
    named = [w for w in rest if "=" not in w]
    remote.actions = [
        build_action(
            kind, target=named[0] if named and not function.startswith("state.") else None,
            objects=[*function.split("."), *named, *(p for w in named for p in pieces_of(w))],
            parameters=_parameters(tool, arguments), read_only=remote.rehearsal, text=text,
        )
    ]  # fmt: skip
    return remote


def _function(words: Sequence[str]) -> tuple[str, list[str]]:
    """The `module.function` among the words, and what follows it."""
    for index, word in enumerate(words):
        if re.fullmatch(r"[a-z_]+\.[a-z_]+", word):
            return word, list(words[index + 1 :])
    return (words[-1], []) if words else ("", [])
