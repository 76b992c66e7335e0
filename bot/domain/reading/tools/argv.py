"""The words of one command -> flags with their values, and positional words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.domain.reading.tools.tool_grammar import Tool, Tools

_CMDLET_FLAG = re.compile(r"-[A-Z][A-Za-z0-9]+")
_CMDLET_SWITCHES = frozenset(
    {"force", "recurse", "confirm", "verbose", "whatif", "asjob", "passthru", "wait", "nowait",
     "all", "reset", "drain", "debug", "async", "runasync", "removefrominventory",
     "deletepermanently"}
)  # fmt: skip
_SHORT_BUNDLE = re.compile(r"-[A-Za-z]{2,7}\Z")
_BUNDLE, _LETTERS = 3, 8


@dataclass(slots=True)
class Arguments:
    """The arguments of one command.

    Attributes:
        positionals: Words that are neither flags nor values of flags, in order.
        flags: (flag, value or None), in order.
        after: The words after `--`, or None where there is no `--`.
    """

    positionals: list[str] = field(default_factory=list)
    flags: list[tuple[str, str | None]] = field(default_factory=list)
    after: list[str] | None = None

    def value(self, *names: str) -> str | None:
        """The value of the first of `names` that is given with one."""
        first = {flag: value for flag, value in reversed(self.flags) if value is not None}
        return next((first[name] for name in names if name in first), None)

    def has(self, name: str) -> bool:
        """Whether a flag is given; `name` may be `flag=value`, and short flags may be bundled."""
        wanted, _, required = name.partition("=")
        for flag, value in self.flags:
            if flag == wanted and (not required or _fits(value, required)):
                return True
            bundled = value is None and len(wanted) == 2 and not required
            if bundled and _SHORT_BUNDLE.match(flag) and wanted[1] in flag[1:]:
                return True
        return False


def _fits(value: str | None, required: str) -> bool:
    """Whether a value is the one that is asked for, or begins as it does before its "*"."""
    if required.endswith("*"):
        return value is not None and value.startswith(required[:-1])
    return value == required


def read_arguments(
    words: Sequence[str], tool: Tool | None, tools: Tools, stop_at: int | None = None
) -> Arguments:
    """Splits arguments by the tool's grammar, or by habit where there is none.

    Args:
        words: The arguments, without the program.
        tool: The grammar, if the program is known.
        tools: For the flags that are switches everywhere.
        stop_at: After so many positional words everything else is positional (`ssh HOST …`).
    """
    found = Arguments()
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        if stop_at is not None and len(found.positionals) >= stop_at and word[:1] != "-":
            found.positionals.extend(words[index - 1 :])
            break
        if word == "--":
            found.after = list(words[index:])
            break
        if len(word) < 2 or word[0] not in "-+" or (word[0] == "+" and not _plus(tool, word)):
            found.positionals.append(word)
            continue
        flag, value = _flag(word, tool)
        if value is None and index < len(words) and _takes_next(flag, words[index], tool, tools):
            value = words[index]
            index += 1
        if value is None and (bundle := _bundled(word, tool)):
            flag, last, rest = bundle
            if not rest and index < len(words):
                rest = words[index]
                index += 1
            found.flags.append((last, rest or None))
        found.flags.append((flag, value))
    return found


def _bundled(word: str, tool: Tool | None) -> tuple[str, str, str] | None:
    """Bundled letters, the first with a value, and what is glued to it: `-Atc`, `-fsSXDELETE`.

    None where no letter takes a value, or the tool has long flags behind one dash.
    """
    if tool is None or len(word) < _BUNDLE or word[1] == "-" or tool.takes_value(word) is not None:
        return None
    if tool.one_dash:
        return None
    known = next((k for k in range(len(word) - 1, 2, -1) if word[:k] in tool.switches), 1)
    for index, letter in enumerate(word[known:_LETTERS], known):
        flag = f"-{letter}"
        if not letter.isalnum():
            return None
        if flag in tool.values:
            return word[: index + 1], flag, word[index + 1 :].removeprefix("=")
        if letter.isdigit():
            return None
    return None


def _plus(tool: Tool | None, word: str) -> bool:
    return tool is not None and (word in tool.values or word in tool.switches)


def _flag(word: str, tool: Tool | None) -> tuple[str, str | None]:
    """A flag's name, and its value where it is part of the same word."""
    name, equals, value = word.partition("=")
    if tool is not None and tool.takes_value(word) is not None:
        return word, None
    if equals:
        return name, value
    short = word[:2]
    attached = tool is not None and len(word) > 2 and word[1] != "-" and short in tool.values
    return (short, word[2:]) if attached else (word, None)


def _takes_next(flag: str, following: str, tool: Tool | None, tools: Tools) -> bool:
    """Whether the word after `flag` is its value."""
    said = tool.takes_value(flag) if tool is not None else None
    if said is not None:
        return said
    if len(following) > 1 and following[0] == "-" and not following[1:].isdigit():
        return False
    if tool is None and _CMDLET_FLAG.fullmatch(flag):
        return flag[1:].lower() not in _CMDLET_SWITCHES
    name = flag.lstrip("-")
    if name in tools.words["value_flags"]:
        return True
    if not flag.startswith("--") or name in tools.words["switches"]:
        return False
    return tool is None or tool.open_values
