"""A command line -> planned actions: through the shell, wrappers and the tools' grammars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.commands.command_reading import Collector, CommandReading, Strength
from bot.domain.reading.commands.command_text import without_root_prompt
from bot.domain.reading.commands.console import console_command
from bot.domain.reading.commands.powershell import plain_powershell
from bot.domain.reading.commands.program import (
    Call,
    read_interpreter,
    read_program,
    read_script_file,
)
from bot.domain.reading.commands.remote_execution import Remote, placed
from bot.domain.reading.commands.request_command import read_request_texts
from bot.domain.reading.commands.shell import Script, SimpleCommand, commands_in_pieces, read_script
from bot.domain.reading.commands.shell_words import Word
from bot.domain.reading.commands.wrappers import Inside, acts_alone, unwrap
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.requests.request_text import request_at_start
from bot.domain.reading.requests.sql import read_sql
from bot.domain.reading.requests.sql_statement import looks_like_sql
from bot.domain.reading.tools.tool_grammar import Tools
from bot.domain.reading.tools.tool_use import program_name

MAX_LENGTH = 64 * 1024
"""Longer command lines are not read to the end; they count as undetermined."""

_MAX_NESTING = 8


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
        text = without_root_prompt(command, lexicon.tools)
        text = console_command(text, lexicon.tools) or text
        if request_at_start(text):
            reader.requests(text)
        elif looks_like_sql(text, lexicon.tools):
            reader.sql(text)
        else:
            reader.text(text, 0, {})
    else:
        words = tuple(Word(w[:MAX_LENGTH]) for w in command[:4_000])
        reader.simple(SimpleCommand(words, text=" ".join(w.text for w in words)[:400]), 0)
    return reader.out.reading()


class _Reader:
    """Follows one command line into everything that it runs."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.out = Collector()
        self.aliases: dict[str, str] = {}
        self.functions: set[str] = set()
        self.hosts: list[str] = []

    def sql(self, text: str) -> None:
        """Reads a text that is SQL by itself."""
        self.out.add(read_sql(text, self.tools))
        self.out.add_words(text.split())

    def requests(self, text: str) -> None:
        """Reads requests that are written out, and what follows them by itself."""
        actions, rest = read_request_texts(text, self.tools, self.out)
        self.out.add(actions)
        if rest:
            self.text(rest, 1, {})

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
        script = read_script(plain_powershell(text, self.tools), dict(variables))
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
        seen = {c.beginning for c in script.commands}
        for command in commands_in_pieces(text):
            known = self.tools.knows(program_name(command.words[0].text))
            if known and command.beginning not in seen:
                seen.add(command.beginning)
                self.simple(command, depth + 1)

    def _variable(self, name: str, value: str) -> None:
        if name.lower() in self.tools.words["environment_variables"]:
            self.out.add_environment(value, Strength.VARIABLE)
            self.out.standing = self.out.standing or value
        self.out.add_words([value])

    def simple(self, command: SimpleCommand, depth: int, script: Script | None = None) -> None:
        """Reads one program call."""
        if depth > _MAX_NESTING or not command.words:
            self.out.undetermined = self.out.undetermined or bool(command.words)
            return
        for name, value in command.assignments:
            self._variable(name, value)
        if not command.fed and command.stdin is None:
            self.out.begin_pipe()
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
            call = read_program(program.text, command, self.tools, self.out)
            self._follow(call, command, depth, script)

    def _unknown_program(self, command: SimpleCommand, depth: int, script: Script | None) -> None:
        """A program that only a run would tell: held where it matters."""
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
        elif name in self.tools.wrappers:
            self._wrapped(name, command, depth, script)
        elif name in self.tools.words["interpreters"]:
            self._follow(read_interpreter(command, self.tools, self.out), command, 0)
        else:
            return name == "export"
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
        if alone := acts_alone(name, command.words[1:], self.tools, command.text):
            self.out.add([alone])
        for key, value in inside.assignments:
            self._variable(key, value)
        before, count, pipe = self.hosts, len(self.out.actions), self.out.pipe
        self.hosts = inside.hosts or self.hosts
        for host in inside.hosts:
            self.out.add_environment(host, Strength.HOST)
        self._inner(inside, command, depth, script)
        if self.tools.wrappers[name].input:
            self.out.found_before(count, pipe)
        self.hosts = before
        if inside.hosts:
            self._place(count, inside.hosts)

    def _inner(
        self,
        inside: Inside,
        command: SimpleCommand,
        depth: int,
        script: Script | None,
    ) -> None:
        variables = script.variables if script is not None else {}
        if inside.unknown:
            self.out.undetermined = True
        elif inside.script is not None:
            if inside.script.static or not inside.script.text.lstrip().startswith(("$", "`")):
                self.text(inside.script.text, depth + 1, variables, command)
            else:
                self.out.undetermined = True
        elif inside.words:
            inner = replace(command, words=tuple(inside.words), assignments=())
            self.simple(inner, depth + 1, script)
        elif inside.file:
            self._follow(read_script_file(inside.file, command, self.tools, self.out), command, 0)
        elif inside.reads_input:
            self._input(command, depth, variables)

    def _input(self, command: SimpleCommand, depth: int, variables: Mapping[str, str]) -> None:
        """A shell that runs what it reads: `… | bash`, `bash <<EOF`."""
        if command.stdin is not None:
            self.text(command.stdin, depth + 1, variables)
        elif command.reads:
            self._follow(read_script_file(command.reads, command, self.tools, self.out), command, 0)
        elif command.fed:
            self.out.undetermined = True

    def _follow(
        self, call: Call, command: SimpleCommand, depth: int, script: Script | None = None
    ) -> None:
        """Takes over what a program does, and reads what it runs."""
        self.out.undetermined = self.out.undetermined or call.undetermined
        self.out.standing = call.standing or self.out.standing
        if call.remote is not None:
            self._remote(call.remote, call.environment, depth)
        start = self.out.add(call.actions)
        if call.piped:
            self.out.found_before(start, self.out.pipe)
        if call.inner:
            self._inner_command(call.inner, command, depth, script)
            if call.through is not None and call.through.target:
                self._place(start, [call.through.target], call.through)

    def _place(
        self,
        start: int,
        hosts: Sequence[str],
        through: PlannedAction | None = None,
        environment: str | None = None,
    ) -> None:
        """Says of the actions from `start` on that they are run on hosts."""
        self.out.actions[start:] = [
            placed(a, hosts, through, environment) for a in self.out.actions[start:]
        ]

    def _remote(self, remote: Remote, environment: str | None, depth: int) -> None:
        """What a tool runs on many hosts."""
        start = len(self.out.actions)
        for host in remote.hosts:
            self.out.add_environment(host, Strength.HOST)
        self.out.add(remote.actions)
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
