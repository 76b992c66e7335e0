"""Programs that run another program: what is inside `sudo`, `ssh`, `bash -c`, `find -exec`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.domain.action import PlannedAction
from bot.domain.reading.commands.shell_words import Word
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import Tools, Wrapper

_LETTERS = re.compile(r"-[a-zA-Z]+\Z")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")


@dataclass(slots=True)
class Inside:
    """What a wrapper runs.

    Attributes:
        words: The words of the inner command, for an argument list.
        script: The text for a shell.
        hosts: Hosts or groups on which it runs.
        assignments: NAME=value words before the command.
        unknown: What it runs is only known when it runs.
        reads_input: It runs what it reads from its input.
        file: A script's file that it runs.
    """

    words: list[Word] = field(default_factory=list)
    script: Word | None = None
    hosts: list[str] = field(default_factory=list)
    assignments: list[tuple[str, str]] = field(default_factory=list)
    unknown: bool = False
    reads_input: bool = False
    file: str = ""


def unwrap(name: str, words: Sequence[Word], tools: Tools) -> Inside | None:
    """What the wrapper `name` runs with these arguments; None where `name` is no wrapper."""
    wrapper = tools.wrappers.get(name)
    if wrapper is None:
        return None
    forms = {"argv": _argv, "shell": _argv, "flag": _flag, "until": _until}
    return forms[wrapper.form](name, wrapper, words, tools)


def acts_alone(name: str, words: Sequence[Word], tools: Tools, text: str) -> PlannedAction | None:
    """What a wrapper does itself before it runs anything: `find /x -delete`; else it looks."""
    wrapper = tools.wrappers[name]
    given = [w.text for w in words]
    if not wrapper.default:
        return None
    runs = next((i for i, w in enumerate(given) if w in wrapper.flags), len(given))
    given = given[:runs]
    kind = next((k for flag, k in wrapper.does.items() if flag in given), wrapper.default)
    named = [w for w in given if w[:1] not in {"-", "!", "("}]
    return build_action(
        kind, target=named[0] if named else None, objects=named[1:], parameters={}, text=text
    )


def _argv(name: str, wrapper: Wrapper, words: Sequence[Word], tools: Tools) -> Inside:  # noqa: ARG001  # one signature for all forms
    """The command is the rest of the words: after the flags and `skip` positional words."""
    inside = Inside()
    rest = list(words)
    skipped = 0
    while rest:
        text = rest[0].text
        if text == "--":
            rest.pop(0)
            continue
        if len(text) > 1 and text.startswith("-"):
            rest = _after_flag(wrapper, rest, inside)
        elif wrapper.assignments and _ASSIGNMENT.match(text):
            key, _, value = rest.pop(0).text.partition("=")
            inside.assignments.append((key, value))
        elif skipped < wrapper.skip:
            skipped += 1
            host = rest.pop(0).text
            if wrapper.host:
                inside.hosts.append(host.rsplit("@", 1)[-1])
        else:
            break
    if wrapper.form == "shell" and rest:
        known = all(w.static for w in rest)
        inside.script = Word(" ".join(w.text for w in rest), known)
    else:
        inside.words = rest
    inside.reads_input = name == "ssh" and not rest
    return inside


def _after_flag(wrapper: Wrapper, rest: list[Word], inside: Inside) -> list[Word]:
    flag, equals, value = rest[0].text.partition("=")
    taken = 1
    bundled = _LETTERS.match(flag) is not None and f"-{flag[-1]}" in wrapper.values
    if not equals and (flag in wrapper.values or bundled) and len(rest) > 1:
        value, taken = rest[1].text, 2
    elif not equals and flag[:2] in wrapper.place and len(flag) > 2:
        flag, value = flag[:2], flag[2:]
    if flag in wrapper.place and value:
        inside.hosts += value.replace(",", " ").split()
    return rest[taken:]


def _flag(name: str, wrapper: Wrapper, words: Sequence[Word], tools: Tools) -> Inside:
    """`bash -lc TEXT`, `su - postgres -c TEXT`: a flag's value is a text for a shell."""
    inside = Inside()
    shell = name in tools.words["shells"]
    index = 0
    while index < len(words):
        text = words[index].text
        bundled = len(text) > 1 and _LETTERS.match(text) and f"-{text[-1]}" in wrapper.flags
        if (text in wrapper.flags or bundled) and index + 1 < len(words):
            inside.script = words[index + 1]
            return inside
        flag, equals, value = text.partition("=")
        if equals and flag in wrapper.flags:
            inside.script = Word(value, words[index].static)
            return inside
        if text in wrapper.values:
            index += 2
            continue
        if shell and text[:1] not in {"-", "+"}:
            if name == "busybox":
                inside.words = list(words[index:])
            elif words[index].static:
                inside.file = text
            else:
                inside.unknown = True
            return inside
        index += 1
    inside.reads_input = shell
    return inside


def _until(name: str, wrapper: Wrapper, words: Sequence[Word], tools: Tools) -> Inside:  # noqa: ARG001  # one signature for all forms
    """`find … -exec CMD {} +`: from a flag up to its terminator."""
    inside = Inside()
    for index, word in enumerate(words):
        if word.text in wrapper.place and index + 1 < len(words):
            inside.hosts += words[index + 1].text.split(",")
        if word.text in wrapper.flags:
            for inner in words[index + 1 :]:
                if inner.text in {";", "+", "}"}:
                    break
                inside.words.append(inner)
            break
    return inside
