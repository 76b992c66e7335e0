"""One call of a program -> its actions, and what it runs in turn: a command, or a module afar.

It follows nothing itself: `command` reads what is run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.domain.action import PlannedAction
from bot.domain.reading.commands.command_reading import Collector, Strength
from bot.domain.reading.commands.file_edit import read_edit, read_jq, read_write
from bot.domain.reading.commands.handed import read_patched, read_sent, read_statements
from bot.domain.reading.commands.manifest import read_manifests
from bot.domain.reading.commands.remote_execution import Remote, read_remote
from bot.domain.reading.commands.request_command import read_request
from bot.domain.reading.commands.shell import SimpleCommand
from bot.domain.reading.commands.shell_words import Word
from bot.domain.reading.requests.settled import settled_pairs
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import Tools
from bot.domain.reading.tools.tool_rules import given_pairs, use_tool
from bot.domain.reading.tools.tool_use import Use, program_name

_HIDES = re.compile(
    r"\b(?:system|popen|subprocess|child_process|exec|eval|spawn|base64|qx|Process|Popen)\b|`"
)
_CMDLET = re.compile(r"[A-Z][a-z]+-[A-Z]\w+\Z")
_WRITERS = frozenset({"echo", "printf", "cat", "tee"})
_EDITORS = frozenset({"sed", "perl", "tee", "sponge", "crudini", "ed"})
_SAY_NOTHING = frozenset({"echo", "printf", "export", "set", ":", "true", "cd", "env"})


@dataclass(slots=True)
class Call:
    """What one call of a program comes to.

    Attributes:
        actions: What it does itself.
        inner: The words of a command that it runs.
        through: The action whose place the inner command takes: that of `kubectl exec`.
        remote: What it runs on other hosts.
        environment: Where that is, as its flags say.
        standing: An environment that holds for the commands after it: `kubectl config use-context`.
        undetermined: What it runs cannot be known without running it.
        piped: It acts on what the command before it in the pipe has found, as cmdlets do.
    """

    actions: Sequence[PlannedAction] = field(default_factory=list)
    inner: tuple[Word, ...] = ()
    through: PlannedAction | None = None
    remote: Remote | None = None
    environment: str | None = None
    standing: str | None = None
    undetermined: bool = False
    piped: bool = False


def read_program(program: str, command: SimpleCommand, tools: Tools, out: Collector) -> Call:
    """Reads one call of `program`, the first word of `command`.

    Names that hint at the environment are noted in `out`.
    """
    name = program_name(program)
    words = [w.text for w in command.words[1:]]
    if command.writes and name in _WRITERS:
        return Call(read_write(command.writes, command.stdin or " ".join(words), command.text))
    if name in _EDITORS:
        edited = read_edit(name, words, command.stdin, command.text)
        return Call(edited, piped=command.fed and name == "sponge")
    if name == "jq":
        return Call([read_jq(words, command.text)])
    if name in tools.quiet:
        return Call([_look(name, words, command.text)] if name not in _SAY_NOTHING else [])
    return _used(use_tool(program, words, tools, command.text), command, tools, out)


def read_interpreter(command: SimpleCommand, tools: Tools, out: Collector) -> Call:
    """`python script.py` runs a script; code given in the words may run anything."""
    words = [w.text for w in command.words[1:]]
    inline = next((i for i, w in enumerate(words) if w in {"-c", "-e", "-E", "-Command"}), None)
    if inline is not None:
        code = words[inline + 1] if inline + 1 < len(words) else ""
        static = all(w.static for w in command.words)
        run = build_action("run", target=None, objects=[words[0]], parameters={}, text=command.text)
        return Call([run], undetermined=not static or bool(_HIDES.search(code)))
    if not [w for w in words if not w.startswith("-")]:
        return Call(undetermined=command.fed or bool(command.stdin))
    if words[0] == "-m":
        words = words[1:]
    first = next(i for i, w in enumerate(words) if not w.startswith("-"))
    use = use_tool(words[first], words[first + 1 :], tools, command.text)
    return _used(use, command, tools, out)


def read_script_file(file: str, command: SimpleCommand, tools: Tools, out: Collector) -> Call:
    """`bash drain.sh web1`: what a script does is told by its name and its words."""
    if file.startswith(("/dev/", "<(", "$(")):
        return Call(undetermined=True)
    rest = [w.text for w in command.words[1:]]
    words = rest[rest.index(file) + 1 :] if file in rest else []
    return _used(use_tool(file, words, tools, command.text), command, tools, out)


def _look(name: str, words: Sequence[str], text: str) -> PlannedAction:
    plain = [w for w in words if not w.startswith("-")]
    return build_action(
        "inspect", target=plain[-1] if plain else None, objects=[name], parameters={}, text=text
    )


def _used(use: Use, command: SimpleCommand, tools: Tools, out: Collector) -> Call:
    """What a tool's use comes to, with what it runs: SQL, a request, a command."""
    tool = tools.by_name.get(program_name(command.words[0].text))
    _note_environments(use, out)
    if use.fed and command.fed:
        use.actions = [replace(a, kind=use.fed) for a in use.actions]
    # `apply -f -`; before a heredoc, the shell's grammar drops the dash.
    given = any(a.parameters.get("file") in {"-", "true"} for a in use.actions)
    piped = command.fed and (given or _CMDLET.match(command.words[0].text) is not None)
    call = Call(use.actions, standing=use.standing, piped=piped)
    reader = tool.reader if tool is not None else ""
    if tool is None:
        pass
    elif reader == "http":
        arguments = use.arguments
        call.actions = read_request(tool.name, arguments, command.stdin, tools, command.text, out)
        return call
    elif reader in {"script", "socket", "input", "config"}:
        call.actions = read_sent(tool, use, command, tools)
        return call
    elif reader in {"ansible", "salt"}:
        call.actions = []
        call.environment = use.environments[0] if use.environments else None
        call.remote = read_remote(tool, use.arguments, tools, command.text)
        return call
    elif (tool.sql_tool or use.sql) and (found := read_statements(use, command, tools)) is not None:
        call.actions = found
        return call
    if use.inner:
        call.actions = []
        call.inner = tuple(Word(w) for w in use.inner)
        call.through = use.actions[0] if use.actions else None
    else:
        pairs = given_pairs(tool, use.arguments) if tool is not None else {}
        call.actions = settled_pairs(read_patched(use, tools), pairs, tools)
        if given and command.stdin:
            call.actions = read_manifests(call.actions, command.stdin, tools)
    return call


def _note_environments(use: Use, out: Collector) -> None:
    for number, name in enumerate(use.environments):
        out.add_environment(name, Strength.FLAG if number == 0 else Strength.HOST)
    for action in use.actions:
        out.add_environment(action.parameters.get("namespace"), Strength.NAMESPACE)
        for name in ("file", "values", "var_file"):
            out.add_environment(action.parameters.get(name), Strength.FILE)
    out.add_environment(use.standing, Strength.FLAG)
