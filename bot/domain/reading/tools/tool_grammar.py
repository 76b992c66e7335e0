"""The grammars of command-line tools: what their TOML says, checked and made ready for look-ups.

The form of the data is described in `docs/tools.md`. Nothing here knows a single tool.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from bot.domain.errors import BadInput
from bot.domain.reading.tools.tool_types import (
    READ_ONLY_KINDS,
    HttpRule,
    Rule,
    Tool,
    Tools,
    Wrapper,
    has_one_dash,
    letters_of,
)

__all__ = ["READ_ONLY_KINDS", "HttpRule", "Rule", "Tool", "Tools", "Wrapper", "load_tools"]


def _alternatives(text: str) -> frozenset[str]:
    return frozenset(part for part in text.split("|") if part)


def _split(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(value.split())
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise TypeError("must be words in one string, or a list of strings")


_RULE_KEYS = {
    "kind", "target", "objects", "parameters", "with", "needs", "sql", "environment", "inner",
    "about", "minus", "fed", "words", "script", "shell",
}  # fmt: skip


def _rule(path: str, value: object) -> Rule:
    table: Mapping[str, Any] = {"kind": value} if isinstance(value, str) else value  # type: ignore[assignment]  # a wrong type is refused below
    if not isinstance(table, Mapping) or not isinstance(table.get("kind", ""), str):
        raise TypeError("must be a kind, or a table with `kind`")
    if unknown := set(table) - _RULE_KEYS:
        raise TypeError(f"has unknown keys: {', '.join(sorted(unknown))}")
    parts = path.split()
    return Rule(
        words=tuple(_alternatives(p) for p in parts if not p.startswith("-")),
        flags=tuple(_alternatives(p) for p in parts if p.startswith("-")),
        kind=table.get("kind", ""),
        target=str(table.get("target", "")),
        objects=tuple(table.get("objects", ())),
        parameters=dict(table.get("parameters", {})),
        with_flags=dict(table.get("with", {})),
        needs=frozenset(_split(table.get("needs", ""))),
        sql=int(table.get("sql", 0)),
        environment=int(table.get("environment", 0)),
        inner=int(table.get("inner", 0)),
        about=_split(table.get("about", "")),
        words_with=_texts(table.get("words", {})),
        minus=str(table.get("minus", "")),
        fed=str(table.get("fed", "")),
        script=int(table.get("script", 0)),
        shell=_split(table.get("shell", "")),
    )


_TOOL_WORDS = ("environment", "target", "host", "objects", "sql", "json")
_TOOL_SETS = ("values", "switches", "dry_run")
_TOOL_FLAGS = ("open_values", "fold_case", "free_order", "resources", "sql_tool")
_TOOL_TEXTS = ("default", "reader")
_TOOL_TABLES = ("parameters", "does", "abbreviations", "keys", "programs", "makes")
_TOOL_KEYS = {"names", "same", *_TOOL_TABLES} | {
    *_TOOL_WORDS, *_TOOL_SETS, *_TOOL_FLAGS, *_TOOL_TEXTS,
}  # fmt: skip


def _same(groups: object) -> dict[str, str]:
    """Each spelling of a flag -> the first one of its group."""
    if not isinstance(groups, list):
        raise TypeError("`same` must be a list of groups of flags")
    return {flag: _split(group)[0] for group in groups for flag in _split(group)}


def _parameters(table: object) -> dict[str, str]:
    if not isinstance(table, Mapping):
        raise TypeError("`parameters` must be a table: name = flags")
    return {flag: name for name, flags in table.items() for flag in _split(flags)}


def _tool(name: str, table: object) -> Tool:
    if not isinstance(table, Mapping):
        raise TypeError("must be a table")
    if unknown := set(table) - _TOOL_KEYS:
        raise TypeError(f"has unknown keys: {', '.join(sorted(unknown))}")
    words = {key: _split(table.get(key, "")) for key in _TOOL_WORDS}
    sets = {key: frozenset(_split(table.get(key, ""))) for key in _TOOL_SETS}
    parameters = _parameters(table.get("parameters", {}))
    implied = {*parameters, *(w for key in _TOOL_WORDS for w in words[key])} - sets["switches"]
    sets["values"] = sets["values"] | {flag for flag in implied if flag.startswith("-")}
    rules = tuple(_rule(path, value) for path, value in table.get("does", {}).items())
    named = {f for rule in rules for choices in rule.flags for f in choices if "=" not in f}
    sets["switches"] |= named - sets["values"]
    fields: dict[str, Any] = {
        **words,
        **sets,
        **{key: bool(table.get(key, False)) for key in _TOOL_FLAGS},
        **{key: str(table.get(key, "")) for key in _TOOL_TEXTS},
    }
    return Tool(
        name=name,
        names=_split(table.get("names", name)),
        parameters=parameters,
        same=_same(table.get("same", [])),
        keys=_texts(table.get("keys", {})),
        makes_of=_texts(table.get("makes", {})),
        programs=_texts(table.get("programs", {})),
        abbreviations={
            short: full
            for full, v in table.get("abbreviations", {}).items()
            for short in (full, *_split(v))
        },
        rules=tuple(sorted(rules, key=lambda r: (-len(r.words), -len(r.flags)))),
        one_dash=has_one_dash(sets["switches"] | sets["values"]),
        **fields,
    )


_WRAPPER_KEYS = {
    "names", "values", "skip", "form", "flags", "host", "place", "assignments", "optional", "input",
    "does", "default",
}  # fmt: skip


def _wrapper(table: Mapping[str, Any]) -> Wrapper:
    if unknown := set(table) - _WRAPPER_KEYS:
        raise TypeError(f"has unknown keys: {', '.join(sorted(unknown))}")
    place = frozenset(_split(table.get("place", "")))
    flags = frozenset(_split(table.get("flags", "")))
    form = str(table.get("form", "argv"))
    valued = flags if form == "flag" else frozenset[str]()
    return Wrapper(
        names=_split(table["names"]),
        values=frozenset(_split(table.get("values", ""))) | place | valued,
        skip=int(table.get("skip", 0)),
        form=form,
        flags=flags,
        host=bool(table.get("host", False)),
        place=place,
        assignments=bool(table.get("assignments", False)),
        optional=bool(table.get("optional", True)),
        input=bool(table.get("input", False)),
        does=_texts(table.get("does", {})),
        default=str(table.get("default", "")),
    )


_HTTP_KEYS = {"method", "path", "kind", "target", "objects", "body"}


def _http(table: Mapping[str, Any], documents: Mapping[str, str]) -> HttpRule:
    if unknown := set(table) - _HTTP_KEYS:
        raise TypeError(f"has unknown keys: {', '.join(sorted(unknown))}")
    path, _, asked = str(table["path"]).partition("?")
    return HttpRule(
        methods=frozenset(_split(table.get("method", ""))),
        path=tuple(s for s in path.split("/") if s),
        query=asked,
        kind=str(table["kind"]),
        target=str(table.get("target", "")),
        objects=_split(table.get("objects", "")),
        body=bool(table.get("body", False)),
        documents=documents,
    )


def _texts(table: object) -> dict[str, str]:
    if not isinstance(table, Mapping) or not all(isinstance(v, str) for v in table.values()):
        raise TypeError("must be a table of texts")
    return dict(table)


def load_tools(extra: Mapping[str, Any] | None = None) -> Tools:
    """All built-in grammars, with a team's own put over them.

    Args:
        extra: Tables in the form of the built-in files: `tool`, `wrapper`, `verbs`, `quiet`,
            `verb_ends`, `states`, `consoles`, `words`, `sql`, `sql_alter`, `sql_options`,
            `sql_functions`, `http`, `documents`, `call_names`, `spoken`.

    Raises:
        BadInput: A table does not have the documented form; the text names the key and why.
    """
    if not extra:
        return _built_in()
    return _assemble([*_files(), ("negmem.toml", extra)])


@lru_cache(maxsize=1)
def _built_in() -> Tools:
    return _assemble(_files())


def _files() -> list[tuple[str, Mapping[str, Any]]]:
    folder = resources.files("bot.domain.reading.lexicon").joinpath("tools")
    names = sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml"))
    return [(n, tomllib.loads(folder.joinpath(n).read_text("utf-8"))) for n in names]


def _assemble(sources: Sequence[tuple[str, Mapping[str, Any]]]) -> Tools:
    by_name: dict[str, Tool] = {}
    wrappers: dict[str, Wrapper] = {}
    for source, data in sources:
        for key, table in data.get("tool", {}).items():
            tool = _checked(f"tool.{key}", source, _tool, key, table)
            by_name.update(dict.fromkeys(tool.names, tool))
        for number, table in enumerate(data.get("wrapper", ()), 1):
            wrapper = _checked(f"wrapper number {number}", source, _wrapper, table)
            wrappers.update(dict.fromkeys(wrapper.names, wrapper))
    verbs, quiet, words = _vocabulary(sources)
    documents = _merged(sources, "documents")
    http = [
        _checked(f"http number {number}", source, _http, table, documents)
        for source, data in sources
        for number, table in enumerate(data.get("http", ()), 1)
    ]
    return Tools(
        by_name=by_name,
        wrappers=wrappers,
        verbs=verbs,
        quiet=frozenset(quiet),
        words=words,
        sql=_merged(sources, "sql"),
        sql_alter=_merged(sources, "sql_alter"),
        sql_options=_merged(sources, "sql_options"),
        verb_ends=_kinds_of_words(sources, "verb_ends"),
        states=_kinds_of_words(sources, "states"),
        consoles=_kinds_of_words(sources, "consoles"),
        sql_functions=_merged(sources, "sql_functions"),
        http=tuple(sorted(http, key=_from_most_fixed)),
        documents=documents,
        call_names=_merged(sources, "call_names"),
        makes_of=_merged(sources, "switches_that_change"),
        spoken={letters_of(k): v for k, v in _merged(sources, "spoken").items()},
    )


def _vocabulary(
    sources: Sequence[tuple[str, Mapping[str, Any]]],
) -> tuple[dict[str, str], set[str], dict[str, dict[str, int]]]:
    """Verbs, quiet programs and word lists of all sources."""
    verbs = _kinds_of_words(sources, "verbs")
    quiet: set[str] = set()
    words: dict[str, dict[str, int]] = {}
    for source, data in sources:
        quiet.update(_checked("quiet", source, _split, data.get("quiet", "")))
        for key, value in data.get("words", {}).items():
            ranks = words.setdefault(key, {})
            for word in _checked(f"words.{key}", source, _split, value):
                ranks.setdefault(word, len(ranks))
    return verbs, quiet, words


def _from_most_fixed(rule: HttpRule) -> tuple[bool, bool, int, int]:
    """Rules with a query first, then whole paths, longer ones, those that leave less open."""
    named = sum(part.startswith("{") for part in rule.path)
    return not rule.query, rule.path[:1] == ("**",), -len(rule.path), named


def _kinds_of_words(sources: Sequence[tuple[str, Mapping[str, Any]]], key: str) -> dict[str, str]:
    """Word -> kind, from tables of kind = words."""
    return {
        word: kind
        for source, data in sources
        for kind, value in data.get(key, {}).items()
        for word in _checked(f"{key}.{kind}", source, _split, value)
    }


def _merged(sources: Sequence[tuple[str, Mapping[str, Any]]], key: str) -> dict[str, str]:
    tables = (_checked(key, source, _texts, data.get(key, {})) for source, data in sources)
    return {k: v for table in tables for k, v in table.items()}


def _checked(key: str, source: str, build: Any, *args: object) -> Any:
    """What `build` makes of `args`; what is wrong is said with the key and its file."""
    try:
        return build(*args)
    except (TypeError, ValueError, KeyError, AttributeError) as wrong:
        raise BadInput(
            f"{source}: {key} {wrong}.", "See docs/tools.md for the form of tool grammars."
        ) from wrong
