"""A shell text -> the simple commands in it, in order, without saying what they do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from bot.domain.reading.commands.shell_tree import (
    MAX_DEPTH,
    is_tangled,
    text_of,
    tree_of,
    without_prompts,
)
from bot.domain.reading.commands.shell_words import Word, word_of


@dataclass(frozen=True, slots=True)
class SimpleCommand:
    """One program call.

    Attributes:
        words: The program and its arguments.
        assignments: NAME=value in front of it.
        stdin: The text that it reads, where known: a heredoc, a here-string, an echo before a pipe.
        fed: True where it reads from a pipe or a substitution whose text is not known.
        writes: Files that its output is sent to.
        reads: The file that its input comes from, or "".
        text: The stretch that it was read from.
    """

    words: tuple[Word, ...]
    assignments: tuple[tuple[str, str], ...] = ()
    stdin: str | None = None
    fed: bool = False
    writes: tuple[str, ...] = ()
    text: str = ""
    reads: str = ""

    @property
    def beginning(self) -> tuple[str, ...]:
        """What tells a command that was read already."""
        return tuple(w.text for w in self.words[:3])


@dataclass(slots=True)
class Script:
    """A shell text, read.

    Attributes:
        commands: Its simple commands, in order.
        variables: What was assigned in it: name -> value as written.
        functions: Names defined in it.
        broken: The text is not valid shell.
        too_deep: Something was nested too deep to be read.
    """

    commands: list[SimpleCommand] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    functions: set[str] = field(default_factory=set)
    broken: bool = False
    too_deep: bool = False


def read_script(text: str, variables: dict[str, str] | None = None) -> Script:
    """The simple commands of a shell text; `variables` are values known from around it."""
    if is_tangled(text):
        return Script(variables=dict(variables or {}), broken=True, too_deep=True)
    root = tree_of(without_prompts(text).replace("\r\n", "\n"))
    script = Script(variables=dict(variables or {}), broken=root.has_error)
    _Walk(script).visit(root, 0)
    return script


def commands_in_pieces(text: str) -> Iterator[SimpleCommand]:
    """The commands of a text that is not valid shell, cut wherever one might begin."""
    for piece in re.split(r"[;\n|&()`]+", text)[:500]:
        words = tuple(Word(w) for w in re.sub(r"['\"]", " ", piece[:2_000]).split())
        if words:
            yield SimpleCommand(words, text=piece.strip()[:400])


_SKIPPED = frozenset({"comment", "heredoc_start", "heredoc_body", "heredoc_end"})
_SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})
_PRINTERS = frozenset({"echo", "printf", "cat"})


class _Walk:
    """Collects the commands of one tree into a script."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.handlers: dict[str, Callable[[Node, int], None]] = {
            "command": self._add,
            "variable_assignment": self._variable_assignment,
            "declaration_command": self._declaration,
            "function_definition": self._function,
            "for_statement": self._for,
            "pipeline": self._pipeline,
            "redirected_statement": self._redirected,
        }

    def visit(self, node: Node, depth: int) -> None:
        if depth > MAX_DEPTH:
            self.script.too_deep = True
            return
        if node.type in _SKIPPED:
            return
        handler = self.handlers.get(node.type) if node.is_named else None
        if handler is not None:
            handler(node, depth)
            return
        for child in node.children:
            self.visit(child, depth + 1)

    def _add(self, node: Node, depth: int) -> None:
        words, assigned = [], []
        stdin: str | None = None
        fed = False
        writes: tuple[str, ...] = ()
        for child in node.children:
            if child.type == "variable_assignment":
                assigned.append(self._assignment(child))
            elif child.type == "herestring_redirect":
                value = word_of(child.children[-1], self.script.variables)
                stdin = value.text if value.static else None
                fed = not value.static
            elif child.type == "file_redirect":
                writes = _destinations([child])
            elif child.is_named:
                words.append(word_of(child, self.script.variables))
            self._substitutions(child, depth + 1)
        if words:
            self.script.commands.append(
                SimpleCommand(tuple(words), tuple(assigned), stdin, fed, writes, text_of(node))
            )

    def _substitutions(self, node: Node, depth: int) -> None:
        """Commands inside `$(…)`, backticks and `<(…)` run too."""
        if depth > MAX_DEPTH:
            self.script.too_deep = True
        elif node.type in _SUBSTITUTIONS:
            for child in node.children:
                self.visit(child, depth + 1)
        else:
            for child in node.children:
                self._substitutions(child, depth + 1)

    def _assignment(self, node: Node) -> tuple[str, str]:
        name, _, _ = text_of(node).partition("=")
        value = node.child_by_field_name("value")
        word = word_of(value, self.script.variables) if value is not None else Word("")
        return name.rstrip("+"), word.text

    def _variable_assignment(self, node: Node, depth: int) -> None:
        name, value = self._assignment(node)
        child = node.child_by_field_name("value")
        if child is None or word_of(child, self.script.variables).static:
            self.script.variables[name] = value
        else:
            self.script.variables.pop(name, None)
        self._substitutions(node, depth)

    def _declaration(self, node: Node, depth: int) -> None:
        assigned = [self._assignment(c) for c in node.children if c.type == "variable_assignment"]
        for child in node.children:
            if child.type == "variable_assignment":
                self._variable_assignment(child, depth + 1)
        words = (Word("export"),)
        self.script.commands.append(SimpleCommand(words, tuple(assigned), text=text_of(node)))

    def _function(self, node: Node, depth: int) -> None:
        name = node.child_by_field_name("name")
        if name is not None:
            self.script.functions.add(text_of(name))
        body = node.child_by_field_name("body")
        if body is not None:
            self.visit(body, depth + 1)

    def _for(self, node: Node, depth: int) -> None:
        name = node.child_by_field_name("variable")
        values = [word_of(c, self.script.variables) for c in node.children_by_field_name("value")]
        for child in node.children_by_field_name("value"):
            self._substitutions(child, depth + 1)
        if name is not None and values and all(v.static for v in values):
            self.script.variables[text_of(name)] = ",".join(v.text for v in values)
        body = node.child_by_field_name("body")
        if body is not None:
            self.visit(body, depth + 1)

    def _pipeline(self, node: Node, depth: int) -> None:
        printed: str | None = None
        first = True
        for child in node.children:
            if not child.is_named or child.type == "comment":
                continue
            start = len(self.script.commands)
            self.visit(child, depth + 1)
            if not first:
                self._feed(start, printed)
            printed = self._printed(start)
            first = False

    def _feed(self, start: int, printed: str | None) -> None:
        for index in range(start, min(start + 1, len(self.script.commands))):
            command = self.script.commands[index]
            if command.stdin is None:
                self.script.commands[index] = replace(command, stdin=printed, fed=printed is None)

    def _printed(self, start: int) -> str | None:
        """What the commands from `start` on print, where that is plain to see."""
        if len(self.script.commands) != start + 1:
            return None
        command = self.script.commands[start]
        name, *rest = command.words
        if name.text not in _PRINTERS or not all(w.static and not w.pattern for w in rest):
            return None
        if name.text == "cat":
            return command.stdin if not rest else None
        texts = [w.text for w in rest if w.text not in {"-e", "-n", "-en", "-ne", "-E"}]
        return " ".join(texts).replace("\\n", "\n")

    def _redirected(self, node: Node, depth: int) -> None:
        body = node.child_by_field_name("body")
        heredoc = next((c for c in node.children if c.type == "heredoc_redirect"), None)
        start = len(self.script.commands)
        if body is not None:
            self.visit(body, depth + 1)
        redirects = [c for c in node.children if c.type == "file_redirect"]
        if heredoc is not None:
            redirects += [c for c in heredoc.children if c.type == "file_redirect"]
        writes, reads = _destinations(redirects), _source(redirects)
        for redirect in redirects:
            self._substitutions(redirect, depth + 1)
        if len(self.script.commands) > start and (writes or reads or heredoc is not None):
            last = self.script.commands[-1]
            stdin = _heredoc_text(heredoc) if heredoc is not None else last.stdin
            self.script.commands[-1] = replace(last, writes=writes, reads=reads, stdin=stdin)
        if heredoc is not None:
            self._after_heredoc(heredoc, start, depth)

    def _after_heredoc(self, heredoc: Node, start: int, depth: int) -> None:
        """`cat <<EOF | bash` puts the rest of the pipe inside the heredoc's node."""
        printed = self._printed(start) if len(self.script.commands) > start else None
        for child in heredoc.children:
            if child.type == "heredoc_body":
                self._substitutions(child, depth + 1)
            elif child.is_named and child.type not in {*_SKIPPED, "file_redirect"}:
                begin = len(self.script.commands)
                self.visit(child, depth + 1)
                if child.type in {"pipeline", "command"}:
                    self._feed(begin, printed)


def _heredoc_text(heredoc: Node) -> str:
    body = next((c for c in heredoc.children if c.type == "heredoc_body"), None)
    return "" if body is None else text_of(body)


def _destinations(redirects: list[Node]) -> tuple[str, ...]:
    """Files that redirects write to: `>`, `>>`, `>|`, `&>`."""
    found = []
    for node in redirects:
        operator = next((c.type for c in node.children if not c.is_named), "")
        destination = node.child_by_field_name("destination")
        if ">" in operator and operator != ">&" and destination is not None:
            found.append(word_of(destination).text)
    return tuple(found)


def _source(redirects: list[Node]) -> str:
    """The file that `<` reads from, or ""."""
    for node in redirects:
        operator = next((c.type for c in node.children if not c.is_named), "")
        destination = node.child_by_field_name("destination")
        if operator == "<" and destination is not None:
            return word_of(destination).text
    return ""
