"""A shell text -> the simple commands in it, in order, without saying what they do.

Parsed by tree-sitter's bash grammar, which recovers from errors and takes time in proportion
to the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

MAX_DEPTH = 60
"""Nesting deeper than this is not followed, and counts as undetermined."""

_PATTERN_CHARS = re.compile(r"[*?\[\]{}~]")
_PROMPT = re.compile(
    r"^[ \t]*(?:[\w.-]{1,40}@[\w.-]{1,60}[: ][^\n$#]{0,60}[$#]|\$|❯|➜|PS [^\n>]{0,60}>)[ \t]+", re.M
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a command.

    Attributes:
        text: Its value without quotes; expansions stand in it as written.
        static: False where its value is known only when it runs.
        pattern: True where the shell would still expand it: a glob, a brace, a tilde.
    """

    text: str
    static: bool = True
    pattern: bool = False


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


@lru_cache(maxsize=1)
def _language() -> Language:
    return Language(tree_sitter_bash.language())


_FOREIGN = re.compile(r"[^\x01-\x19\x1b-\x7f]")
_MASKED = re.compile(r"\x1a([a-p]+)\x1a")
_TO_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
_FROM_LETTERS = str.maketrans("abcdefghijklmnop", "0123456789abcdef")


def _masked(text: str) -> str:
    """The text in ASCII alone: other characters as letters between two marks.

    The grammar's scanner looks characters up in a table for one byte: beyond it, it reads memory
    that is not its own. To bash such characters are letters of a word, as what stands for them is.
    """
    return _FOREIGN.sub(lambda m: f"\x1a{ord(m[0]):x}\x1a".translate(_TO_LETTERS), text)


def unmasked(source: bytes) -> str:
    """The text that a stretch of a tree's source stands for."""
    text = source.decode("ascii", "replace")
    return _MASKED.sub(lambda m: chr(int(m[1].translate(_FROM_LETTERS), 16)), text)


def tree_of(text: str) -> Node:
    """The root of the syntax tree of a shell text; `text_of` gives the source of a node."""
    return Parser(_language()).parse(_masked(text).encode("ascii")).root_node


def without_prompts(text: str) -> str:
    """The text without the shell prompts that a paste from a terminal brings along."""
    return _PROMPT.sub("", text)


_MANY_PIPES = 1_500
_MANY_BRACKETS = 800


def is_tangled(text: str) -> bool:
    """Whether a text would take the parser more than time in proportion to its length.

    Its recovery from errors is quadratic in open brackets and in the length of one pipe.
    """
    return text.count("|") > _MANY_PIPES or text.count("(") > _MANY_BRACKETS


def read_script(text: str, variables: dict[str, str] | None = None) -> Script:
    """The simple commands of a shell text; `variables` are values known from around it."""
    if is_tangled(text):
        return Script(variables=dict(variables or {}), broken=True, too_deep=True)
    root = tree_of(without_prompts(text).replace("\r\n", "\n"))
    script = Script(variables=dict(variables or {}), broken=root.has_error)
    _Walk(script).visit(root, 0)
    return script


def text_of(node: Node) -> str:
    """The source of a node."""
    return unmasked(node.text or b"")


def word_of(node: Node, variables: dict[str, str] | None = None) -> Word:
    """The value of a word's node; variables with a known value are put in."""
    known = variables or {}
    parts = list(_parts(node, known, 0))
    return Word(
        "".join(p.text for p in parts),
        all(p.static for p in parts),
        any(p.pattern for p in parts),
    )


_ESCAPES = re.compile(r"\\(\n|.)", re.S)
_ANSI = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "e": "\x1b", "\\": "\\"}


def _unescape(text: str) -> str:
    return _ESCAPES.sub(lambda m: "" if m[1] == "\n" else m[1], text)


def _unescape_quoted(text: str) -> str:
    return _ESCAPES.sub(lambda m: "" if m[1] == "\n" else m[1] if m[1] in '$`"\\' else m[0], text)


def _ansi(text: str) -> Word:
    """The value of a `$'…'` string; numeric escapes hide a word, so they are not static."""
    if re.search(r"\\[xuU0-7]", text):
        return Word(text, static=False)
    return Word(_ESCAPES.sub(lambda m: _ANSI.get(m[1], m[1]), text))


def _parts(node: Node, known: dict[str, str], depth: int) -> Iterator[Word]:
    kind, source = node.type, text_of(node)
    if depth > MAX_DEPTH:
        yield Word(source, static=False)
    elif kind in {"word", "number", "variable_name", "extglob_pattern", "test_operator", "regex"}:
        yield Word(_unescape(source), pattern=bool(_PATTERN_CHARS.search(source)))
    elif kind == "raw_string":
        yield Word(source[1:-1])
    elif kind == "ansi_c_string":
        yield _ansi(source[2:-1])
    elif kind == "string":
        yield from _string_parts(node, known, depth)
    elif kind in {"concatenation", "command_name"}:
        for child in node.children:
            yield from _parts(child, known, depth + 1)
    elif kind in {"simple_expansion", "expansion"}:
        yield _variable(source, known)
    elif kind == "brace_expression":
        yield Word(source, pattern=True)
    elif node.is_named and node.child_count:
        yield Word(source, static=False)
    else:
        yield Word(source)


def _string_parts(node: Node, known: dict[str, str], depth: int) -> Iterator[Word]:
    """The parts of a double-quoted string, with the blanks that the tree leaves out."""
    raw = node.text or b""
    at, end = node.start_byte + 1, node.end_byte - 1
    for child in node.children:
        if child.start_byte < at or child.end_byte > end:
            continue
        gap = raw[at - node.start_byte : child.start_byte - node.start_byte]
        if gap:
            yield Word(unmasked(gap))
        if child.type == "string_content":
            yield Word(_unescape_quoted(text_of(child)))
        else:
            yield from _parts(child, known, depth + 1)
        at = child.end_byte
    if at < end:
        yield Word(unmasked(raw[at - node.start_byte : end - node.start_byte]))


_PLAIN_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))\Z")


def _variable(source: str, known: dict[str, str]) -> Word:
    plain = _PLAIN_VARIABLE.match(source)
    value = known.get(plain[1] or plain[2]) if plain else None
    return Word(source, static=False) if value is None else Word(value)


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
