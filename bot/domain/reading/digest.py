"""The digest of an action: what a release is for, to the letter.

It covers the whole input. Only what a shell and the tool's grammar declare to be the same enters
as the same: white space between words, quoting, the order and spelling of flags. Everything else
enters verbatim and in order, and so does the host's context.
"""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from bot.domain.action import ActionInput, InputForm, sha256_of
from bot.domain.reading.commands.shell_tree import MAX_DEPTH, is_tangled, text_of, tree_of
from bot.domain.reading.commands.shell_words import Word, word_of
from bot.domain.reading.tools.argv import Arguments, read_arguments
from bot.domain.reading.tools.tool_grammar import Tool, Tools, load_tools
from bot.domain.reading.tools.tool_use import program_name

_LONGEST = 64 * 1024
_SHELL_KEYS = ("command", "cmd", "script")


def digest_of(action: ActionInput) -> str:
    """The hex SHA-256 of an action as handed over; the same for the same action, see above."""
    tools = load_tools()
    if action.form is InputForm.TEXT:
        body: object = action.text
    elif action.form is InputForm.TOOL:
        body = {"tool": action.tool, "args": _tool_arguments(action, tools)}
    elif action.argv:
        body = _call([Word(w) for w in action.argv], tools)
    else:
        body = _shell(action.text, tools)
    context = {str(k): str(v) for k, v in action.host_context.items()}
    form = "text" if action.form is InputForm.TEXT else action.form.value
    return sha256_of({"form": form, "body": _plain(body), "host": context})


def _tool_arguments(action: ActionInput, tools: Tools) -> object:
    """The arguments; a text for a shell enters as the shell sees it."""
    if program_name(action.tool).lower() not in tools.words["shell_tools"]:
        return action.args
    return {
        key: _shell(value, tools) if key in _SHELL_KEYS and isinstance(value, str) else value
        for key, value in action.args.items()
    }


def _plain(value: object, depth: int = 0) -> object:
    """The value in JSON's types, whatever it was made of; what is nested too deep, as its text."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if depth > 200:
        return repr(type(value))
    if isinstance(value, dict):
        return {str(k): _plain(v, depth + 1) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v, depth + 1) for v in value]
    if hasattr(value, "items"):
        return {str(k): _plain(v, depth + 1) for k, v in value.items()}
    return str(value)


def _shell(text: str, tools: Tools) -> object:
    """A shell text as a tree of its words; verbatim where it is no valid shell."""
    if len(text) > _LONGEST or is_tangled(text):
        return ["verbatim", text]
    root = tree_of(text)
    try:
        if root.has_error:
            return ["verbatim", text]
        parts = [_node(child, tools, 0) for child in root.children]
    except _TooOdd:
        return ["verbatim", text]
    return parts[0] if len(parts) == 1 else ["script", *parts]


class _TooOdd(Exception):  # never leaves this module
    """Something in the tree is not covered by its parts, or is nested too deep."""


def _node(node: Node, tools: Tools, depth: int) -> object:
    if depth > MAX_DEPTH:
        raise _TooOdd
    if node.type == "command" and not any(
        c.type in {"variable_assignment", "herestring_redirect", "file_redirect"}
        for c in node.children
    ):
        return _command(node, tools, depth)
    if not node.child_count or node.type in {"string", "heredoc_body", "comment"}:
        return _word(node)
    _no_gaps(node)
    return [node.type, *(_node(child, tools, depth + 1) for child in node.children)]


def _no_gaps(node: Node) -> None:
    """Between the parts of a node there may be nothing but white space and continued lines."""
    source = node.text or b""
    at = node.start_byte
    for child in node.children:
        gap = source[at - node.start_byte : child.start_byte - node.start_byte]
        if gap.replace(b"\\\n", b"").strip(b" \t\n"):
            raise _TooOdd
        at = child.end_byte
    if source[at - node.start_byte :].replace(b"\\\n", b"").strip(b" \t\n"):
        raise _TooOdd


def _word(node: Node) -> object:
    word = word_of(node)
    if word.static and not word.pattern and node.is_named and node.type != "heredoc_body":
        return word.text
    return ["as written", text_of(node)]


def _command(node: Node, tools: Tools, depth: int) -> object:
    """One call: normalised where all its words are literal, else word by word."""
    words = [word_of(child) for child in node.children]
    if all(w.static and not w.pattern for w in words):
        return _call(words, tools)
    _no_gaps(node)
    return ["command", *(_node_word(child, tools, depth + 1) for child in node.children)]


def _node_word(node: Node, tools: Tools, depth: int) -> object:
    word = word_of(node)
    if word.static and not word.pattern:
        return word.text
    if node.type == "command_substitution":
        return _node(node, tools, depth)
    return ["as written", text_of(node)]


def _call(words: Sequence[Word], tools: Tools) -> object:
    """The words of a call; flags sorted where the tool's grammar says that order is free."""
    texts = [w.text for w in words]
    tool = tools.by_name.get(texts[0]) if texts else None
    if tool is None or not tool.free_order:
        return ["call", *texts]
    arguments = read_arguments(texts[1:], tool, tools)
    if not _all_known(arguments, tool):
        return ["call", *texts]
    flags = sorted(
        enumerate([(tool.same.get(f, f), v) for f, v in arguments.flags]),
        key=lambda item: (item[1][0], item[0]),
    )
    return [
        "call",
        texts[0],
        {
            "flags": [[name, value] for _, (name, value) in flags],
            "words": arguments.positionals,
            "after": arguments.after,
        },
    ]


def _all_known(arguments: Arguments, tool: Tool) -> bool:
    """Whether the grammar says of every flag if it takes a value: only then is the order sure."""
    return all("=" in f or tool.takes_value(f) is not None or _whole(f, v, tool)
               for f, v in arguments.flags)  # fmt: skip


def _whole(flag: str, value: str | None, tool: Tool) -> bool:
    return value is not None and tool.takes_value(flag) is not None
