"""A document that says how something shall be (a manifest, a patch) -> what it changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.domain.reading.tools.coined import kind_of_state
from bot.domain.reading.tools.tool_grammar import Tools

_MAX_LEAVES = 60
_MAX_DEPTH = 12
_SEVERAL = 2
_FALSE = frozenset({"", "0", "false", "null", "none", "no", "off"})

_UNSET = frozenset({"null", "[]"})
_TRAFFIC = ("traffic",)
_DESCRIBES = ("metadata.", "apiVersion", "kind", "status.")
_SWITCH = re.compile(r"(?i)(?:enabled?|disabled?|active|mode|state|policy)\Z")
_FINDS = frozenset({"query", "filter", "where", "match", "match_all", "term", "delete", "remove"})
_SWITCHED = frozenset(
    {"drop", "delete", "purge", "flush", "restart", "remove", "truncate", "destroy"}
)
_KEPT = re.compile(r"(?:keep|retain|preserve)(?:[_-]|(?=[A-Z]))")
_VERBS = {"delete": "delete", "remove": "delete", "create": "create", "add": "add"}


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a document changes: the kind of action, what it is, and its new value."""

    kind: str
    objects: tuple[str, ...]
    parameters: Mapping[str, str]


def scalar(value: object) -> str:
    """A JSON scalar as the text that a person would write."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)[:200]


def leaves(value: object, path: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """(dotted path, scalar as text) for every leaf; list positions are left out of the path."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else str(key), depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        for inner in value:
            yield from leaves(inner, path, depth + 1)
        if not value:
            yield path[:200], "[]"
    else:
        yield path[:200], scalar(value)


def flat(value: object) -> dict[str, str]:
    """The leaves of a JSON object as parameters, at most sixty; {} for anything else."""
    out: dict[str, str] = {}
    if isinstance(value, (Mapping, list)):
        for path, text in leaves(value):
            if len(out) >= _MAX_LEAVES:
                break
            if path:
                out[path] = f"{out[path]},{text}"[:200] if path in out else text
    return out


def read_document(document: object, tools: Tools) -> list[Change]:
    """The changes of a document.

    Args:
        document: A decoded JSON or YAML value.
        tools: What the end of a dotted path means, and which state asks for which kind.

    Returns:
        A change for each leaf whose path has a meaning; where none has, one "set" for each leaf,
        at most eight.
    """
    found: list[Change] = []
    others: list[Change] = []
    for path, value in flat(document).items():
        key = path.rsplit(".", 1)[-1]
        meaning = _meaning(path, value, tools.documents) or _lone_verb(key, value, tools)
        if not meaning and not _of_several(path):
            meaning = kind_of_state(key, value, tools)
        parameters = {"key": path, "to": value}
        if not meaning and value in _UNSET:
            if not path.startswith(_DESCRIBES) and not key.startswith("creation"):
                switch = _SWITCH.search(key) is not None
                others.append(Change("reset" if switch else "delete", (key,), parameters))
            continue
        if not meaning and (verb := _verb_above(path)):
            named = tuple(p for p in path.split(".") if p and p.lower() not in _FINDS)
            others.append(Change(verb, named, {"key": path, "of": value}))
            continue
        if meaning:
            yes, _, no = meaning.partition("|")
            kind = no if no and value.lower() in _FALSE else yes
            if kind in {"scale", "deploy"}:
                parameters[{"scale": "replicas", "deploy": "image"}[kind]] = value
            if kind != "none":
                found.append(Change(kind, _TRAFFIC if kind == "reroute" else (key,), parameters))
        elif not path.startswith(_DESCRIBES):
            others.append(Change("set", tuple(dict.fromkeys((key, path))), parameters))
    return _even(found[:8]) if found else others[:8]


def _verb_above(path: str) -> str:
    """The kind that a part above the leaf names: {"replicas": {"Delete": {"region": "eu"}}}."""
    above = path.lower().split(".")[:-1]
    return next((_VERBS[part] for part in above if part in _VERBS), "")


def _of_several(path: str) -> bool:
    """Whether the leaf is a part of one of several things ("Rules.Status") or lies deep."""
    above = path.split(".")[:-1]
    return len(above) > 1 or any(part.endswith("s") for part in above)


def _even(changes: list[Change]) -> list[Change]:
    """Traffic that is spread evenly goes nowhere in particular: weights of 1, 1 and 1."""
    shares = {c.parameters["to"] for c in changes if c.kind == "reroute"}
    if len(shares) != 1 or sum(c.kind == "reroute" for c in changes) < _SEVERAL:
        return changes
    return [replace(c, kind="rebalance") if c.kind == "reroute" else c for c in changes]


def _lone_verb(key: str, value: str, tools: Tools) -> str:
    """A switch that is a verb does it: {"drop": true}; {"keep_old": false} deletes the old."""
    if value == "true":
        return tools.verbs.get(key.lower(), "") if key.lower() in _SWITCHED else ""
    return "delete" if value == "false" and _KEPT.match(key) else ""


def _meaning(path: str, value: str, meanings: Mapping[str, str]) -> str:
    """The meaning of the longest end of `path` that has one, or of that end with its value."""
    parts = path.split(".")
    for start in range(len(parts)):
        end = ".".join(parts[start:])
        around = ".".join([*parts[start:-1], "*"])
        meaning = meanings.get(f"{end}={value}") or meanings.get(end) or meanings.get(around)
        if meaning:
            return meaning
    return ""
