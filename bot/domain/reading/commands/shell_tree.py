"""The syntax tree of a shell text, and the source of its nodes.

Parsed by tree-sitter's bash grammar, which recovers from errors and takes time in proportion
to the text.
"""

from __future__ import annotations

import re
from functools import lru_cache

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

MAX_DEPTH = 60
"""Nesting deeper than this is not followed, and counts as undetermined."""

_PROMPT = re.compile(
    r"^[ \t]*(?:[\w.-]{1,40}@[\w.-]{1,60}[: ][^\n$#]{0,60}[$#]|\$|❯|➜|PS [^\n>]{0,60}>)[ \t]+", re.M
)


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


def text_of(node: Node) -> str:
    """The source of a node."""
    return unmasked(node.text or b"")
