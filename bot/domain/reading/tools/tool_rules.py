"""A known or unknown tool and its arguments -> what it does, by the tool's grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.tools.argv import Arguments, read_arguments
from bot.domain.reading.tools.flag_kinds import CONFIG_KINDS, PAIRED, changed_by_flag, lacking
from bot.domain.reading.tools.habits import (
    MAX_VALUE,
    bare_value,
    environments_of,
    rehearses,
    target_of,
)
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import Rule, Tool, Tools
from bot.domain.reading.tools.tool_target import (
    counted_in,
    named_by_suffix,
    things_acted_on,
    without_manner,
)
from bot.domain.reading.tools.tool_use import Use, program_name
from bot.domain.reading.tools.unknown_tool import flag_verb, use_unknown
from bot.domain.reading.tools.verbs import find_verb, pieces_of


def use_tool(program: str, words: Sequence[str], tools: Tools, text: str) -> Use:
    """Reads one call of `program` with the arguments `words`; `text` is its source."""
    name = program_name(program)
    tool = tools.by_name.get(name)
    if tool is None:
        return use_unknown(program, words, tools, text)
    if words and words[0] in tool.programs:
        return use_tool(tool.programs[words[0]], words[1:], tools, text)
    arguments = _arguments(words, tool, tools)
    positionals = _expanded(arguments.positionals, tool)
    rule = _rule_for(tool, positionals, arguments)
    inner: list[str] | None = None
    if rule is not None and (rule.inner or rule.shell):
        outer = len(rule.words) + rule.inner - 1
        if rule.inner and arguments.after is None:
            arguments = read_arguments(words, tool, tools, stop_at=outer)
        inner = _inner(rule, arguments, outer)
        positionals = _expanded(arguments.positionals[:outer] if rule.inner else positionals, tool)
    use = Use(arguments=arguments, inner=inner)
    use.environments = [v for flag in tool.environment if (v := arguments.value(flag))]
    use.environments += [v for flag in tool.host if (v := arguments.value(flag))]
    if not use.environments:
        use.environments = environments_of(arguments, tools, tool.target)
    if tool.reader != "http":
        use.environments += [p for p in positionals[:3] if "://" in p or p.startswith("host=")]
    use.environments = [bare_value(name) for name in use.environments]
    use.sql = [v for flag, v in arguments.flags if flag in tool.sql and v]
    use.json = [v for flag, v in arguments.flags if flag in tool.json and v]
    path_length = len(rule.words) if rule is not None else 0
    rest = positionals[path_length:]
    if rule is not None:
        _follow(rule, rest, use)
        use.fed = rule.fed if not rest else ""
    if rule is not None and rule.script and len(rest) >= rule.script:
        use.actions += _called_in(rest[rule.script - 1], program, tools, text)
    action = _action(tool, rule, positionals, arguments, tools, text)
    if action is not None and not use.actions:
        use.actions.append(action)
    return use


def _arguments(words: Sequence[str], tool: Tool, tools: Tools) -> Arguments:
    """The arguments; those in one quoted word are taken apart: `db2 "force application all"`.

    What stands before it tells where to: `dgmgrl sys@a "failover to b"`.
    """
    arguments = read_arguments(words, tool, tools)
    last = arguments.positionals[-1] if arguments.positionals else ""
    if tool.rules and " " in last.strip() and len(arguments.positionals) <= _FEW:
        quoted = [w.strip("'\";") for w in last.split()[:40]]
        if (found := _rule_for(tool, quoted, arguments)) and found.words:
            arguments.positionals = quoted
    return arguments


def _inner(rule: Rule, arguments: Arguments, outer: int) -> list[str] | None:
    """The command that is run: behind `--`, behind the outer words, or in a flag's text."""
    if sent := arguments.value(*rule.shell):
        text = _PAIRED_TEXT.sub("", sent).strip("[]\"' ")
        return ["sh", "-c", text.replace('","', "; ")]
    return (arguments.after or arguments.positionals[outer:]) if rule.inner else None


def _follow(rule: Rule, rest: Sequence[str], use: Use) -> None:
    """SQL and lasting environment that a rule points at."""
    if rule.sql and len(rest) >= rule.sql:
        use.sql.append(rest[rule.sql - 1])
    if rule.environment and len(rest) >= rule.environment:
        use.standing = rest[rule.environment - 1]


_VAGUE = frozenset({"", "run", "inspect", "set"})
_FAMILIES = frozenset({"storage", "system", "sys", "admin"})
_FEW = 2
_PAIRED_TEXT = re.compile(r"\A\s*(?:\{\s*\"?commands\"?\s*:|commands=)")
_CALL = re.compile(r"\bp?call\(\s*['\"](\w+)['\"]([^;\n]{0,200})")


def _called_in(script: str, program: str, tools: Tools, text: str) -> list[PlannedAction]:
    """What the calls in a script do: `redis.call('DEL', …)` is DEL; what looks is left out."""
    found: list[PlannedAction] = []
    for verb, given in _CALL.findall(script[:4000])[:20]:
        words = [verb, *re.findall(r"['\"]([^'\"]{1,100})['\"]", given)]
        found += use_tool(
            program, [w for w in words if w not in {"KEYS", "SCAN"}], tools, text
        ).actions
    return [a for a in found if a.mode is not Mode.READ_ONLY]


def _expanded(positionals: Sequence[str], tool: Tool) -> list[str]:
    """Positional words with `type/name` taken apart and types in full, where the tool has them."""
    if not tool.resources:
        return list(positionals)
    out: list[str] = []
    for word in positionals:
        kind, slash, name = word.partition("/")
        full = tool.abbreviations.get(kind.lower().split(".", 1)[0])
        if slash and full and name and "/" not in name:
            out += [full, name] if full not in out else [name]
        else:
            out.append(tool.abbreviations.get(word.lower(), word))
    return out


def _rule_for(tool: Tool, positionals: Sequence[str], arguments: Arguments) -> Rule | None:
    """The most specific rule whose path and flags are all there."""
    words = [w.lower() for w in positionals] if tool.fold_case else positionals
    for rule in tool.rules:
        if (
            len(words) >= len(rule.words)
            and all(w in choices for w, choices in zip(words, rule.words, strict=False))
            and all(any(arguments.has(f) for f in choices) for choices in rule.flags)
        ):
            return rule
    return None


def _action(
    tool: Tool,
    rule: Rule | None,
    positionals: Sequence[str],
    arguments: Arguments,
    tools: Tools,
    text: str,
) -> PlannedAction | None:
    """The action of one use, or None where the tool does nothing by itself."""
    consumed, objects = 0, list[str]()
    kind = rule.kind if rule is not None else ""
    if rule is not None:
        consumed = len(rule.words)
    if not kind:
        sure = tool.default not in _VAGUE
        verb = find_verb(positionals[consumed:6], tools, sure) if tool.default != "none" else None
        if verb is not None:
            kind, consumed = verb.kind, consumed + verb.index + 1
            start = len(rule.words) if rule is not None else 0
            before = list(positionals[start : consumed - 1])
            named = arguments.value(*tool.target) or named_by_suffix(tool, arguments)
            if consumed == len(positionals) and before and not named:
                positionals, consumed = [before.pop()], 0
            objects = [*before, *verb.objects]
        else:
            kind = flag_verb(arguments, tools) or tool.default or "run"
    if kind == "none":
        return None
    if rule is not None:
        kind = next((k for f, k in rule.with_flags.items() if arguments.has(f)), kind)
        taken = rule.minus and any(_TAKEN.fullmatch(w) for w in positionals[consumed:])
        kind = rule.minus if taken else kind
        behind = set(positionals[consumed:])
        kind = next((k for w, k in rule.words_with.items() if w in behind), kind)
    kind = changed_by_flag(kind, arguments, tool, tools)
    rest = list(positionals[consumed:])
    target, more, resource = things_acted_on(tool, rule, rest, arguments, positionals[:consumed])
    target = target or target_of(arguments, tools)
    parameters = _named(tool, rule, rest, arguments)
    if kind == "scale" and (counted := counted_in([target, *more, *rest])):
        target = counted[0] if counted[0] == str(target).partition("=")[0] else target
        parameters.setdefault("replicas", counted[1])
    if resource:
        parameters.setdefault("resource", resource)
        objects.insert(0, resource)
    objects += [v for f in tool.objects if (v := arguments.value(f))]
    if rule is not None:
        objects += [rest[at - 1] for at in rule.objects if len(rest) >= at]
        objects += _nouns(positionals[:consumed], tools)
    objects = without_manner([*objects, *more], parameters, tools)
    objects += rule.about if rule is not None else ()
    if kind in CONFIG_KINDS and len(pairs := given_pairs(tool, arguments)) == 1:
        key, value = next(iter(pairs.items()))
        parameters = {"key": key, "to": value, **parameters}
        objects.append(key)
    if kind in _SETTING_KINDS:
        switches = tools.words["switches"]
        objects += [
            n
            for n in parameters
            if len(n) > 1
            and not {n, n.replace("_", "-")} & _PLACES
            and n.replace("_", "-") not in switches
        ]
    action = build_action(
        kind,
        target=target,
        objects=objects,
        parameters=parameters,
        read_only=_only_looks(tool, rule, arguments, tools),
        environment=_environment(tool, arguments, tools),
        text=text,
    )
    return replace(action, lacks=lacking(tool, arguments, tools))


_TAKEN = re.compile(r"[A-Za-z_][\w./:-]*-")


_SETTING_KINDS = frozenset({"set", "alter", "change", "enable", "disable", "resize"})
_PLACES = frozenset(
    {
        "set",
        "database",
        "file",
        "host",
        "config-file",
        "namespace",
        "context",
        "profile",
        "region",
        "resource",
        "output",
        "cluster",
    }
)


def _nouns(path: Sequence[str], tools: Tools) -> list[str]:
    """The words of a path that are no verbs: "key" of `update-access-key`."""
    pieces = [piece for word in path for piece in pieces_of(word)]
    return [p for p in pieces if p not in tools.verbs and len(p) > 1 and p not in _FAMILIES]


def _named(
    tool: Tool, rule: Rule | None, rest: Sequence[str], arguments: Arguments
) -> dict[str, str]:
    """The parameters: declared names first, then every other flag under its own name."""
    out: dict[str, str] = {}
    if rule is not None:
        for name, position in rule.parameters.items():
            if len(rest) >= position:
                out[name] = rest[position - 1][:MAX_VALUE]
    hidden = {*tool.sql, *tool.json}
    for flag, value in arguments.flags:
        if flag in hidden:
            continue
        name = tool.parameters.get(flag) or tool.same.get(flag, flag).lstrip("-").replace("-", "_")
        out.setdefault(name, "true" if value is None else value[:MAX_VALUE])
    for name, value in [*_assigned(rest), *given_pairs(tool, arguments).items()]:
        out.setdefault(name, value)
    return out


def given_pairs(tool: Tool, arguments: Arguments) -> dict[str, str]:
    """The name=value pairs that flags like --set, -var and --attributes give."""
    given = [v for f, v in arguments.flags if v and tool.parameters.get(f) in PAIRED]
    return dict(_assigned(pair for value in given for pair in re.split(r"[,\s]+", value)))


def _assigned(words: Iterable[str]) -> list[tuple[str, str]]:
    parts = [word.partition("=") for word in words]
    return [(n, v[:MAX_VALUE]) for n, equals, v in parts if equals and _NAME.fullmatch(n)]


_NAME = re.compile(r"[A-Za-z_][\w.\\-]{0,120}")


def _environment(tool: Tool, arguments: Arguments, tools: Tools) -> str | None:
    flags = (*tool.environment, *tool.host)
    said = next((v for f in flags if (v := arguments.value(f))), None)
    said = said or next(iter(environments_of(arguments, tools, tool.target)), None)
    return bare_value(said) if said else None


def _only_looks(tool: Tool, rule: Rule | None, arguments: Arguments, tools: Tools) -> bool:
    """Whether flags turn the use into a look or a rehearsal."""
    if rule is not None and rule.needs and not any(arguments.has(f) for f in rule.needs):
        return True
    return rehearses(arguments, tools, tool.dry_run)
