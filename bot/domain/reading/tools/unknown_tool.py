"""A program without a grammar: a verb among its words, in its name or in a flag says it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from bot.domain.reading.tools.argv import Arguments, read_arguments
from bot.domain.reading.tools.habits import environments_of, parameters_of, rehearses, target_of
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tools
from bot.domain.reading.tools.tool_use import Use, program_name
from bot.domain.reading.tools.verbs import find_verb, pieces_of, said_verb, verb_in

_CMDLET = re.compile(r"[A-Z][a-z]+-[A-Z]\w+")
_CHOOSING = frozenset({"-Action", "-State", "-Status", "-StartupType", "-Operation", "-Mode"})
_LONGEST_STATEMENT = 12
_SCRIPT_SUFFIXES = (".sh", ".bash", ".py", ".rb", ".pl", ".js", ".ps1", ".exe", ".yml", ".yaml")


def flag_verb(arguments: Arguments, tools: Tools) -> str | None:
    """The kind that a flag names: `--restart`, `--force-failover`."""
    for flag, value in arguments.flags:
        if flag.startswith("--") and flag[2:] not in tools.words["value_flags"]:
            found = verb_in(flag[2:], tools)
            if found is not None and found[0] not in READ_ONLY_KINDS:
                refused = (value or "").lower() in {"false", "off", "no"}
                return "disable" if refused and found[0] == "enable" else found[0]
    return None


def use_unknown(program: str, words: Sequence[str], tools: Tools, text: str) -> Use:
    """A program without a grammar: a verb among its words, in its name, or in a flag."""
    arguments = read_arguments(_unquoted(words), None, tools)
    arguments.positionals = _without_joints(arguments.positionals, tools)
    use = Use(arguments=arguments)
    use.environments = environments_of(arguments, tools)
    name = _bare(program_name(program))
    cmdlet = _CMDLET.fullmatch(name) is not None
    verb = find_verb(arguments.positionals[:4], tools) if not cmdlet else None
    in_name = verb_in(name, tools)
    if verb is None and in_name is None and flag_verb(arguments, tools) is None:
        verb = said_verb(arguments.positionals[:1], tools) or said_verb(
            arguments.positionals[1:2], tools
        )
    objects: list[str]
    if verb is not None:
        kind, rest = verb.kind, arguments.positionals[verb.index + 1 :]
        before = arguments.positionals[: verb.index]
        rest, before = (rest, before) if rest or not before else (before[-1:], before[:-1])
        objects = [*before, *verb.objects]
    elif in_name is not None:
        kind, rest, objects = in_name[0], arguments.positionals, list(in_name[1])
    else:
        kind, rest = flag_verb(arguments, tools) or "run", arguments.positionals
        objects = pieces_of(name)
    named = target_of(arguments, tools)
    if cmdlet and named is None and not rest:
        named = next((v for _, v in arguments.flags if v), None)
    if cmdlet and kind in {"set", "create", "run"}:
        kind = _chosen(arguments, tools) or kind
    target = named or (rest[0] if rest else None)
    others = [w for w in rest if w != target]
    if target is None and objects:
        target = "-".join(objects)
    use.actions.append(
        build_action(
            kind,
            target=target,
            objects=[*objects, *others],
            parameters=parameters_of(arguments),
            read_only=rehearses(arguments, tools) or ("--status", None) in arguments.flags,
            environment=use.environments[0] if use.environments else None,
            text=text,
        )
    )
    return use


def _unquoted(words: Sequence[str]) -> list[str]:
    """A statement in quotes is taken apart: `ctl sys@a "failover to b immediate"`."""
    out: list[str] = []
    for word in words[:200]:
        few = word.split()
        statement = 1 < len(few) <= _LONGEST_STATEMENT and few[0].isalpha() and "=" not in word
        out += [w.strip("'\";") for w in few] if statement and word is words[-1] else [word]
    return out


def _without_joints(positionals: Sequence[str], tools: Tools) -> list[str]:
    """The words without those that say how or only join, unless nothing else is there."""
    how = tools.words["how_words"]
    return [w for i, w in enumerate(positionals) if not i or w.lower() not in how]


def _chosen(arguments: Arguments, tools: Tools) -> str | None:
    """What a cmdlet's flag chooses: `-Action Restart`, `-StartupType Disabled`."""
    values = [v for flag, v in arguments.flags if flag in _CHOOSING and v]
    return next((found[0] for v in values if (found := verb_in(v, tools))), None)


def _bare(name: str) -> str:
    return PurePosixPath(name).stem if name.endswith(_SCRIPT_SUFFIXES) else name
