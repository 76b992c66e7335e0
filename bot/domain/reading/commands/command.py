"""A command line -> planned actions: through the shell, wrappers and the tools' grammars."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.commands.command_reading import Collector, CommandReading, Strength
from bot.domain.reading.commands.command_text import command_head, looks_like_command
from bot.domain.reading.commands.file_edit import read_edit, read_write
from bot.domain.reading.commands.input_text import read_lines, read_script_calls
from bot.domain.reading.commands.remote_execution import Remote, read_remote
from bot.domain.reading.commands.request_command import read_request
from bot.domain.reading.commands.shell import Script, SimpleCommand, read_script
from bot.domain.reading.commands.shell_words import Word
from bot.domain.reading.commands.wrappers import Inside, unwrap
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.requests.sql import read_sql
from bot.domain.reading.requests.sql_statement import looks_like_sql
from bot.domain.reading.requests.structured import decode, read_structured
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tool, Tools
from bot.domain.reading.tools.tool_rules import use_tool
from bot.domain.reading.tools.tool_use import Use, program_name
from bot.domain.reading.tools.verbs import pieces_of, verb_in

__all__ = ["CommandReading", "command_head", "looks_like_command", "read_command"]

MAX_LENGTH = 64 * 1024
"""Longer command lines are not read to the end; they count as undetermined."""

_MAX_NESTING = 8
_ROOT_PROMPT = re.compile(r"\A\s*#\s+(?=[\w./]+)")
_DECODERS = frozenset({"base64", "xxd", "openssl", "gzip", "gunzip", "zcat", "tr", "rev"})
_HIDES = re.compile(
    r"\b(?:system|popen|subprocess|child_process|exec|eval|spawn|base64|qx|Process|Popen)\b|`"
)


def read_command(command: str | Sequence[str], lexicon: Lexicon) -> CommandReading:
    """Reads a command line.

    Args:
        command: A text for a shell, or the words of one call.
        lexicon: Whose tool grammars say what the programs do.

    Returns:
        The actions in the order of the text; never raises.
    """
    reader = _Reader(lexicon.tools)
    if isinstance(command, str):
        if len(command) > MAX_LENGTH:
            reader.out.undetermined = True
            command = command[:MAX_LENGTH]
        text = _without_root_prompt(command, lexicon.tools)
        if looks_like_sql(text, lexicon.tools):
            reader.sql(text)
        else:
            reader.text(text, 0, {})
    else:
        words = tuple(Word(w[:MAX_LENGTH]) for w in command[:4_000])
        reader.simple(SimpleCommand(words, text=" ".join(w.text for w in words)[:400]), 0)
    return reader.out.reading()


def _without_root_prompt(text: str, tools: Tools) -> str:
    """`# systemctl restart x` as pasted from root's terminal; any other `#` is a comment."""
    found = _ROOT_PROMPT.match(text)
    if found is None or "\n" in text.strip():
        return text
    rest = text[found.end() :]
    first = rest.split(None, 1)[0] if rest.strip() else ""
    known = tools.knows(program_name(first)) and looks_like_command(rest, tools)
    return rest if known else text


class _Reader:
    """Follows one command line into everything that it runs."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.out = Collector()
        self.standing: str | None = None
        self.aliases: dict[str, str] = {}
        self.functions: set[str] = set()
        self.hosts: list[str] = []

    def sql(self, text: str) -> None:
        """Reads a text that is SQL by itself."""
        self._add(read_sql(text, self.tools))
        self.out.add_words(text.split())

    def text(
        self,
        text: str,
        depth: int,
        variables: Mapping[str, str],
        around: SimpleCommand | None = None,
    ) -> None:
        """Reads a text for a shell; what `around` reads is the input of its first command."""
        if depth > _MAX_NESTING:
            self.out.undetermined = True
            return
        script = read_script(text, dict(variables))
        self.functions |= script.functions
        self.out.undetermined = self.out.undetermined or script.too_deep
        for name, value in script.variables.items():
            self._variable(name, value)
        if around is not None and script.commands and not script.commands[0].fed:
            first = script.commands[0]
            stdin = first.stdin if first.stdin is not None else around.stdin
            reads = first.reads or around.reads
            script.commands[0] = replace(first, stdin=stdin, fed=around.fed, reads=reads)
        for command in script.commands:
            self.simple(command, depth, script)
        if script.broken:
            self._rest_of_broken(text, script, depth)

    def _rest_of_broken(self, text: str, script: Script, depth: int) -> None:
        """What stands after the place where the shell's grammar gives up is read piece by piece."""
        seen = {_beginning([w.text for w in c.words]) for c in script.commands}
        for piece in re.split(r"[;\n|&()`]+", text)[:500]:
            plain = re.sub(r"['\"]", " ", piece[:2_000]).split()
            known = bool(plain) and self.tools.knows(program_name(plain[0]))
            if known and _beginning(plain) not in seen:
                seen.add(_beginning(plain))
                words = tuple(Word(w) for w in plain)
                self.simple(SimpleCommand(words, text=piece.strip()[:400]), depth + 1)

    def _variable(self, name: str, value: str) -> None:
        if name.lower() in self.tools.words["environment_variables"]:
            self.out.add_environment(value, Strength.VARIABLE)
            self.standing = self.standing or value
        self.out.add_words([value])

    def simple(self, command: SimpleCommand, depth: int, script: Script | None = None) -> None:
        """Reads one program call."""
        if depth > _MAX_NESTING or not command.words:
            self.out.undetermined = self.out.undetermined or bool(command.words)
            return
        for name, value in command.assignments:
            self._variable(name, value)
        program = command.words[0]
        name = program_name(program.text)
        self.out.add_words(w.text for w in command.words)
        if not program.static or program.pattern:
            self._unknown_program(command, depth, script)
        elif name in self.functions:
            return
        elif name in self.aliases and depth < _MAX_NESTING:
            rest = " ".join(w.text for w in command.words[1:])
            self.text(f"{self.aliases.pop(name)} {rest}", depth + 1, {})
        elif not self._special(name, command, depth, script):
            self._tool(program.text, command, depth, script)

    def _unknown_program(self, command: SimpleCommand, depth: int, script: Script | None) -> None:
        """A program that only a run would tell: held where it matters."""
        if command.words[0].text.startswith("`") or len(command.words) > 0:
            self.out.undetermined = True
        if depth < _MAX_NESTING and script is not None and len(command.words) > 1:
            known = command.words[1:]
            if known[0].static and self.tools.knows(program_name(known[0].text)):
                self.simple(replace(command, words=known, assignments=()), depth + 1, script)

    def _special(
        self, name: str, command: SimpleCommand, depth: int, script: Script | None
    ) -> bool:
        """Programs with a meaning for the shell itself; True where the command is done."""
        words = command.words
        if name in {"eval", "source", "."}:
            self._evaluated(name, command, depth, script)
        elif name == "alias":
            for word in words[1:]:
                key, equals, value = word.text.partition("=")
                if equals:
                    self.aliases[key] = value
        elif name == "cd" and len(words) > 1:
            self.out.add_environment(words[1].text, Strength.FILE)
        elif name == "export":
            pass
        elif name in self.tools.wrappers:
            self._wrapped(name, command, depth, script)
        elif name in self.tools.words["interpreters"]:
            self._interpreted(command)
        elif name in {"make", "just", "task"} and any(w.text == "-n" for w in words[1:]):
            return False
        else:
            return False
        return True

    def _evaluated(
        self, name: str, command: SimpleCommand, depth: int, script: Script | None
    ) -> None:
        rest = command.words[1:]
        if not rest:
            return
        if not all(w.static for w in rest):
            self.out.undetermined = True
        elif name == "eval":
            variables = script.variables if script is not None else {}
            self.text(" ".join(w.text for w in rest), depth + 1, variables)
        elif rest[0].text.startswith("/dev/"):
            self.out.undetermined = True

    def _wrapped(
        self, name: str, command: SimpleCommand, depth: int, script: Script | None
    ) -> None:
        inside = unwrap(name, command.words[1:], self.tools)
        if inside is None:
            return
        for key, value in inside.assignments:
            self._variable(key, value)
        before, count = self.hosts, len(self.out.actions)
        self.hosts = inside.hosts or self.hosts
        for host in inside.hosts:
            self.out.add_environment(host, Strength.HOST)
        self._inner(name, inside, command, depth, script)
        self.hosts = before
        if inside.hosts:
            self._place(count, inside.hosts)

    def _inner(
        self,
        name: str,
        inside: Inside,
        command: SimpleCommand,
        depth: int,
        script: Script | None,
    ) -> None:
        variables = script.variables if script is not None else {}
        if inside.unknown:
            self.out.undetermined = True
        elif inside.script is not None:
            if inside.script.static or not _starts_unknown(inside.script.text):
                self.text(inside.script.text, depth + 1, variables, command)
            else:
                self.out.undetermined = True
        elif inside.words:
            inner = replace(command, words=tuple(inside.words), assignments=())
            self.simple(inner, depth + 1, script)
        elif inside.file:
            self._script_file(inside.file, command)
        elif inside.reads_input:
            self._input(name, command, depth, variables)

    def _script_file(self, file: str, command: SimpleCommand) -> None:
        if file.startswith(("/dev/", "<(", "$(")):
            self.out.undetermined = True
            return
        rest = [w.text for w in command.words[1:]]
        words = rest[rest.index(file) + 1 :] if file in rest else []
        self._use(use_tool(file, words, self.tools, command.text), command, 0)

    def _input(
        self, name: str, command: SimpleCommand, depth: int, variables: Mapping[str, str]
    ) -> None:
        """A shell that runs what it reads: `… | bash`, `bash <<EOF`."""
        if command.stdin is not None:
            self.text(command.stdin, depth + 1, variables)
        elif command.reads:
            self._script_file(command.reads, command)
        elif command.fed or name != "ssh":
            self.out.undetermined = self.out.undetermined or command.fed

    def _place(
        self,
        start: int,
        hosts: Sequence[str],
        through: PlannedAction | None = None,
        environment: str | None = None,
    ) -> None:
        """Actions run on a host are about that host unless they name a target of their own.

        Run through another tool (`kubectl exec`), they take its environment and parameters.
        """
        for index in range(start, len(self.out.actions)):
            action = self.out.actions[index]
            parameters = {"host": ",".join(hosts)[:200], **action.parameters}
            if through is not None:
                parameters = {**through.parameters, **parameters}
            own = action.target
            target = own or hosts[0]
            placed = through.environment if through is not None else environment or hosts[0]
            self.out.actions[index] = replace(
                action,
                target=target,
                environment=action.environment or placed,
                parameters=parameters,
            )

    def _interpreted(self, command: SimpleCommand) -> None:
        """`python script.py` runs a script; code given in the words may run anything."""
        words = [w.text for w in command.words[1:]]
        inline = next((i for i, w in enumerate(words) if w in {"-c", "-e", "-E", "-Command"}), None)
        if inline is not None:
            code = words[inline + 1] if inline + 1 < len(words) else ""
            static = all(w.static for w in command.words)
            if not static or _HIDES.search(code):
                self.out.undetermined = True
            self._add([build_action("run", target=None, objects=[words[0]], parameters={},
                                    text=command.text)])  # fmt: skip
        elif not [w for w in words if not w.startswith("-")]:
            self.out.undetermined = self.out.undetermined or command.fed or bool(command.stdin)
        else:
            if words[0] == "-m":
                words = words[1:]
            first = next(i for i, w in enumerate(words) if not w.startswith("-"))
            use = use_tool(words[first], words[first + 1 :], self.tools, command.text)
            self._use(use, command, 0)

    def _tool(
        self, program: str, command: SimpleCommand, depth: int, script: Script | None
    ) -> None:
        name = program_name(program)
        words = [w.text for w in command.words[1:]]
        if command.writes and name in {"echo", "printf", "cat", "tee"}:
            self._add(read_write(command.writes, command.stdin or " ".join(words), command.text))
            return
        if name in {"sed", "perl", "tee", "sponge", "crudini", "ed"}:
            self._add(read_edit(name, words, command.stdin, command.text))
            return
        if name in self.tools.quiet:
            if name not in {"echo", "printf", "export", "set", ":", "true", "cd", "env"}:
                self._add([self._look(name, words, command.text)])
            return
        use = use_tool(program, words, self.tools, command.text)
        self._use(use, command, depth, script)

    def _look(self, name: str, words: Sequence[str], text: str) -> PlannedAction:
        plain = [w for w in words if not w.startswith("-")]
        return build_action("inspect", target=plain[-1] if plain else None,
                            objects=[name], parameters={}, text=text)  # fmt: skip

    def _use(
        self, use: Use, command: SimpleCommand, depth: int, script: Script | None = None
    ) -> None:
        """Takes over what a tool does, and follows what it runs: SQL, a request, a command."""
        tool = self.tools.by_name.get(program_name(command.words[0].text))
        for number, name in enumerate(use.environments):
            self.out.add_environment(name, Strength.FLAG if number == 0 else Strength.HOST)
        for action in use.actions:
            namespace = action.parameters.get("namespace")
            self.out.add_environment(namespace, Strength.NAMESPACE)
            for name in ("file", "values", "var_file"):
                self.out.add_environment(action.parameters.get(name), Strength.FILE)
        if use.standing:
            self.standing = use.standing
            self.out.add_environment(use.standing, Strength.FLAG)
        if tool is not None and tool.reader == "http":
            self._add(read_request(tool.name, use.arguments, command.stdin, self.tools,
                                   command.text, self.out))  # fmt: skip
            return
        if tool is not None and tool.reader in {"script", "socket", "input"}:
            self._sent(tool, use, command)
            return
        if tool is not None and tool.reader in {"ansible", "salt"}:
            environment = use.environments[0] if use.environments else None
            remote = read_remote(tool, use.arguments, self.tools, command.text)
            self._remote(remote, environment, depth)
            return
        if tool is not None and tool.sql_tool and self._runs_sql(use, command):
            return
        if use.inner is not None and use.inner:
            inner = tuple(Word(w) for w in use.inner)
            start = len(self.out.actions)
            self._inner_command(inner, command, depth, script)
            base = use.actions[0] if use.actions else None
            if base is not None and base.target:
                self._place(start, [base.target], base)
            return
        self._add(_with_documents(use, self.tools))

    def _sent(self, tool: Tool, use: Use, command: SimpleCommand) -> None:
        """A script or lines that the tool sends to a server."""
        base = use.actions[0] if use.actions else None
        target = base.target if base is not None else None
        scripts = [v for f, v in use.arguments.flags if f in tool.objects and v]
        sent = "\n".join(scripts) if scripts else command.stdin or ""
        if tool.reader == "script":
            if sent or not command.fed:
                found = read_script_calls(sent, target, self.tools, command.text)
            else:
                found = [build_action("run", target=target, objects=[], parameters={})]
        else:
            kind = tool.default if tool.reader == "input" else ""
            found = read_lines(sent, target, kind, self.tools, command.text) or use.actions
        place = base.environment if base is not None else None
        self._add([replace(a, environment=a.environment or place) for a in found])

    def _remote(self, remote: Remote, environment: str | None, depth: int) -> None:
        """What a tool runs on many hosts."""
        start = len(self.out.actions)
        for host in remote.hosts:
            self.out.add_environment(host, Strength.HOST)
        self._add(remote.actions)
        if remote.script:
            self.text(remote.script, depth + 1, {})
        if remote.rehearsal:
            self.out.actions[start:] = [
                replace(a, mode=Mode.READ_ONLY) for a in self.out.actions[start:]
            ]
        if remote.hosts:
            self._place(start, remote.hosts, environment=environment)

    def _inner_command(
        self, inner: tuple[Word, ...], command: SimpleCommand, depth: int, script: Script | None
    ) -> None:
        if len(inner) == 1 and " " in inner[0].text:
            self.text(inner[0].text, depth + 1, {})
        else:
            self.simple(replace(command, words=inner, assignments=()), depth + 1, script)

    def _runs_sql(self, use: Use, command: SimpleCommand) -> bool:
        """Statements given by flag, as a word, or on the input; False where there are none."""
        texts = list(use.sql)
        if not texts and command.stdin:
            texts = [command.stdin]
        actions = [a for text in texts for a in read_sql(text, self.tools)]
        base = use.actions[0] if use.actions else None
        if not actions and not texts:
            if command.fed and base is not None:
                self._add([replace(base, kind="restore", mode=Mode.PLANNED)])
                return True
            if command.reads and base is not None:
                named = verb_in(program_name(command.reads), self.tools)
                kind = named[0] if named and named[0] not in READ_ONLY_KINDS else "run"
                objects = (*base.objects, *pieces_of(program_name(command.reads)))
                self._add([replace(base, kind=kind, mode=Mode.PLANNED, objects=objects)])
                return True
            return False
        parameters = base.parameters if base is not None else {}
        for action in actions:
            self._add([
                replace(
                    action,
                    target=base.target if base is not None else None,
                    environment=base.environment if base is not None else None,
                    parameters={**parameters, **action.parameters},
                    text=command.text[:400],
                )
            ])  # fmt: skip
        return True

    def _add(self, actions: Sequence[PlannedAction]) -> None:
        for action in actions:
            if action.environment is None and self.standing is not None:
                action = replace(action, environment=self.standing)
            self.out.actions.append(action)


def _beginning(words: Sequence[str]) -> tuple[str, ...]:
    """What tells a command that was read already."""
    return tuple(words[:3])


def _starts_unknown(text: str) -> bool:
    """Whether the first word of a shell text is an expansion."""
    return text.lstrip().startswith(("$", "`"))


def _with_documents(use: Use, tools: Tools) -> list[PlannedAction]:
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
