"""The words of a shell text: their values without quotes, and whether a run would change them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from bot.domain.reading.commands.shell_tree import MAX_DEPTH, text_of, unmasked

_PATTERN_CHARS = re.compile(r"[*?\[\]{}~]")


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
