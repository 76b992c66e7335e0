"""Secrets that command lines carry as arguments: `mysql -p…`, `curl -u user:…`, `redis-cli -a …`.

What each tool's grammar says about its arguments stands in `tools.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from bot.domain.redaction.given import given
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import is_literal, looks_made_up
from bot.domain.redaction.words import Word, segments


@dataclass(frozen=True, slots=True)
class Rule:
    """What one tool's arguments carry; the keys of a `[[tool]]` table in `tools.toml`.

    Attributes:
        when: The rule counts only behind one of these words; empty: always.
        value: Flags whose next word, or what follows their `=`, is secret.
        attached: Flags whose secret follows in the same word.
        pair: Flags whose value is a user and a secret, each with the sign between the two.
        prefix: What a word starts with whose rest is secret.
        place: Words behind which the n-th plain word is secret.
        made_up: Whether such a word must look made up: where people write the same words in prose.
        assigned: Whether each `NAME=VALUE` word carries a secret, whatever its name.
        logon: Whether a plain word may be `user/secret@place`.
        logon_alone: Whether the first plain word may be `user/secret`.
    """

    when: frozenset[str] = frozenset()
    value: frozenset[str] = frozenset()
    attached: tuple[str, ...] = ()
    pair: tuple[tuple[str, str], ...] = ()
    prefix: tuple[str, ...] = ()
    place: tuple[tuple[str, int], ...] = ()
    made_up: bool = False
    assigned: bool = False
    logon: bool = False
    logon_alone: bool = False


@dataclass(frozen=True, slots=True)
class Tools:
    """All rules by tool, and a pattern for commands that read a secret from standard input."""

    rules: dict[str, tuple[Rule, ...]]
    readers: re.Pattern[str]


@lru_cache(maxsize=1)
def load_tools() -> Tools:
    """The rules of `tools.toml`, read once."""
    data = tomllib.loads(
        resources.files("bot.domain.redaction").joinpath("tools.toml").read_text("utf-8")
    )
    rules: dict[str, list[Rule]] = {}
    for table in data["tool"]:
        rule = Rule(
            when=frozenset(table.get("when", ())),
            value=frozenset(table.get("value", ())),
            attached=tuple(table.get("attached", ())),
            pair=tuple(table.get("pair", {}).items()),
            prefix=tuple(table.get("prefix", ())),
            place=tuple(_places(table.get("place", {}))),
            made_up=table.get("made_up", False),
            assigned=table.get("assigned", False),
            logon=table.get("logon", False),
            logon_alone=table.get("logon_alone", False),
        )
        for name in table["names"]:
            rules.setdefault(name, []).append(rule)
    return Tools(
        rules={name: tuple(found) for name, found in rules.items()},
        readers=re.compile(data["readers"]["pattern"]),
    )


def _places(table: dict[str, int | list[int]]) -> Iterator[tuple[str, int]]:
    for keyword, numbers in table.items():
        for number in numbers if isinstance(numbers, list) else [numbers]:
            yield keyword, number


def commanded(line: str, carried: str | None = None) -> tuple[list[Span], str | None]:
    """Secrets among the arguments of the commands in this line.

    Args:
        line: One line.
        carried: The tool of the command that the line before, ending in a backslash, began.

    Returns:
        The secrets, and the last tool named, for a line that goes on.
    """
    tools = load_tools()
    spans: list[Span] = []
    last = carried
    if carried or _names_a_tool(line, tools):
        for index, words in enumerate(segments(line)):
            tool = carried if index == 0 else None
            for span, named in _of_segment(words, tools, tool):
                last = named or last
                if span:
                    spans.append(span)
    spans += given(line, tools.readers)
    return spans, last


def _names_a_tool(line: str, tools: Tools) -> bool:
    return any(
        word.rstrip(".").removesuffix(".exe") in tools.rules
        for word in _TOOL_WORD.findall(line.casefold())
    )


def _of_segment(
    words: Sequence[Word], tools: Tools, tool: str | None
) -> Iterator[tuple[Span | None, str | None]]:
    """For each tool named in a command: its secrets. Wrappers (`ssh`, `sudo`) precede it."""
    starts = [(-1, tool)] if tool else []
    for index, word in enumerate(words):
        name = tool_name(word.text)
        if name in tools.rules:
            starts.append((index, name))
    for number, (index, name) in enumerate(starts):
        yield None, name
        later = starts[number + 1 : number + _NESTED]
        end = next((at for at, other in later if other == name), None)
        if end is None and number + _NESTED < len(starts):
            end = starts[number + _NESTED][0]
        rest = words[index + 1 : end]
        for rule in tools.rules.get(name or "", ()):
            for span in _by_rule(rest, rule):
                yield span, name


# How many tools may stand between a tool and its argument: `docker exec mysql redis-cli -a …`.
# Bounded, so that a text of nothing but names of tools is read in linear time.
_NESTED = 4


def tool_name(word: str) -> str:
    """The name of a tool as rules know it: without directories, `.exe` and case."""
    return re.split(r"[/\\]", word)[-1].casefold().removesuffix(".exe")


def _by_rule(words: Sequence[Word], rule: Rule) -> Iterator[Span]:
    begin = 0
    if rule.when:
        hits = [index for index, word in enumerate(words) if word.text in rule.when]
        if not hits:
            return
        begin = hits[0] + 1
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else None
        yield from _of_flag(word, following, rule)
        yield from _within(word, rule)
        if rule.assigned and index >= begin:
            yield from _of_assignment(word)
    if rule.logon_alone:
        plain = next((word for word in words if not word.text.startswith("-")), None)
        if plain:
            yield from _of_logon(plain)
    for keyword, number in rule.place:
        for span in _at_place(words, keyword, number):
            if not rule.made_up or any(_made_up_at(word, span) for word in words):
                yield span


def _within(word: Word, rule: Rule) -> Iterator[Span]:
    """A secret behind a fixed beginning, or behind a user, in one word."""
    for start in rule.prefix:
        if word.text.startswith(start):
            yield from _literal(word, len(start))
    if rule.logon and "@" in word.text:
        yield from _of_logon(word)


def _of_flag(word: Word, following: Word | None, rule: Rule) -> Iterator[Span]:
    flag, sign, _ = word.text.partition("=")
    if flag in rule.value:
        if sign:
            yield from _literal(word, len(flag) + 1)
        elif following and not following.text.startswith("--"):
            yield from _literal(following, 0)
    for start in rule.attached:
        if word.text.startswith(start) and len(word.text) > len(start):
            yield from _literal(word, len(start))
    for start, between in rule.pair:
        yield from _of_pair(word, following, start, between)


def _of_pair(word: Word, following: Word | None, flag: str, between: str) -> Iterator[Span]:
    if word.text == flag or (len(flag) == 2 and _is_cluster(word.text, flag[1])):
        user, skip = following, 0
    elif word.text.startswith(flag + "="):
        user, skip = word, len(flag) + 1
    elif len(flag) == 2 and word.text.startswith(flag):
        user, skip = word, 2
    else:
        return
    if user is None:
        return
    at = user.text.find(between, skip)
    if at >= 0:
        yield from _literal(user, at + len(between))


def _is_cluster(word: str, letter: str) -> bool:
    return 2 < len(word) <= 8 and word[0] == "-" and word[1:].isalpha() and word[-1] == letter


def _of_logon(word: Word) -> Iterator[Span]:
    match = re.match(r"\"?[A-Za-z_]\w{0,30}/(?P<secret>[^\s@/]{2,128})(?:@|$)", word.text)
    if match and match["secret"].casefold() != "nolog":
        yield from _literal(word, match.start("secret"), match.end("secret"))


def _of_assignment(word: Word) -> Iterator[Span]:
    at = word.text.find("=")
    if at > 0:
        start = at + 2 if word.text[at + 1 : at + 2] in ("'", '"') else at + 1
        yield from _literal(word, start)


_NAMED = re.compile(r"(?:role|user|username|method|path|mount|region|format)=\S")
_OPTION = re.compile(r"-.|/\w+(?::|$)")


def _made_up_at(word: Word, span: Span) -> bool:
    return word.start <= span.start < word.end and looks_made_up(word.text)


def _at_place(words: Sequence[Word], keyword: str, number: int) -> Iterator[Span]:
    """The n-th plain word behind the keyword; an empty keyword stands for the tool itself."""
    if keyword:
        hits = [index for index, word in enumerate(words) if word.text.casefold() == keyword]
        if not hits:
            return
        words = words[hits[0] + 1 :]
    plain = [word for word in words if not _OPTION.match(word.text)]
    plain = [word for word in plain if not _NAMED.match(word.text)]
    if len(plain) >= number:
        yield from _literal(plain[number - 1], 0)


def _literal(word: Word, start: int, end: int | None = None) -> Iterator[Span]:
    value = word.text[start:end]
    if is_literal(value):
        begin = word.start + start
        trimmed = value.strip("\"'\\")
        begin += len(value) - len(value.lstrip("\"'\\"))
        yield Span(begin, begin + len(trimmed))


_TOOL_WORD = re.compile(r"[a-z0-9][\w.\-]*")
